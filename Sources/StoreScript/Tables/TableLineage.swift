internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

/// The table of the source that each table of the target continues.
///
/// A table continues the one that held its root entity; each table is continued once at most.
struct TableLineage {
  /// The continued source tables, by target table.
  private(set) var continued: [String: String] = [:]
  private var claimed: Set<String> = []

  init(_ mapping: Mapping, from source: StoreLayout, to target: StoreLayout) {
    let candidates = mapping.entities.compactMap { entity -> Candidate? in
      guard let before = entity.source, let old = source.table(of: before),
        let new = target.table(of: entity.entity)
      else { return nil }
      let wasRoot = mapping.source.root(of: before)?.name == before
      let isRoot = mapping.target.root(of: entity.entity)?.name == entity.entity
      return Candidate(old: old, new: new, rank: (isRoot ? 0 : 2) + (wasRoot ? 0 : 1))
    }
    for rank in 0...3 {
      for candidate in candidates where candidate.rank == rank {
        claim(candidate.old, for: candidate.new)
      }
    }
    for links in mapping.links {
      guard let new = target.joinTable(of: links.association)?.name else { continue }
      for carried in links.sources {
        if let old = source.joinTable(of: carried.association)?.name { claim(old, for: new) }
      }
    }
  }

  /// Whether a table of the target continues this source table.
  func isContinued(_ table: String) -> Bool { claimed.contains(table) }

  private struct Candidate {
    let old: String
    let new: String
    let rank: Int
  }

  private mutating func claim(_ old: String, for new: String) {
    guard continued[new] == nil, claimed.insert(old).inserted else { return }
    continued[new] = old
  }
}
