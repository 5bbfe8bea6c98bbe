internal import Diagnostics
public import SchemaModel

/// Flags entities whose required to-ones lead back to themselves.
///
/// ## Why
///
/// An object of such an entity requires another object, which requires the first. No order of
/// insertion satisfies both, so every insertion passes through an invalid state. An import, a
/// restore or a sync that inserts object by object cannot do it at all.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Account:
///     relationships:
///       owner: {toOne: Person, inverse: account, delete: nullify}
///   Person:
///     relationships:
///       account: {toOne: Account, inverse: owner, delete: cascade}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Account:
///     relationships:
///       owner: {toOne: Person, inverse: account, delete: nullify}
///   Person:
///     relationships:
///       account: {toOne: Account?, inverse: owner, delete: cascade}
/// ```
///
/// ## When it is safe
///
/// Where a platform opens the stores, the finding is a warning: Core Data checks required links
/// when it saves, and both objects may be new then. A rule (`rules:`) can require that both links
/// exist once all objects are inserted.
///
/// ## References
///
/// - https://www.sqlite.org/foreignkeys.html#fk_deferred
public struct RequiredCycle: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "required-cycle"

  /// A rule without state.
  public init() {}

  /// A finding for every circle, at its first relationship.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    let required = Dictionary(
      grouping: schema.relationshipEnds.filter {
        $0.relationship.cardinality == .toOne && !$0.relationship.isOptional
      }, by: \.entity)
    guard !required.isEmpty else { return [] }
    let graph = DirectedGraph(nodes: schema.entities.map(\.name)) { name in
      schema.lineage(of: name).flatMap { required[$0.name] ?? [] }.map(\.relationship.destination)
    }
    var known: Set<[Association.End]> = []
    return graph.circles.compactMap { circle in
      let members = Set(circle)
      let owners = Set(circle.flatMap { schema.lineage(of: $0).map(\.name) })
      let round = schema.entities.filter { owners.contains($0.name) }
        .flatMap { required[$0.name] ?? [] }
        .filter { members.contains($0.relationship.destination) }
      guard let first = round.first, known.insert(round).inserted else { return nil }
      return Finding(
        Self.id, .needEachOther(round), at: .part(first.path),
        notes: round.dropFirst().map { .init(.alsoRequired($0), at: .part($0.path)) }
          + [.init(.letOneBeEmpty(first))],
        atMost: schema.hasPlatform ? .warning : nil)
    }
  }
}

extension Finding.Message {
  fileprivate static func needEachOther(_ round: [Association.End]) -> Self {
    let names = round.map { "'\($0)'" }.joined(separator: ", ")
    return round.count == 1
      ? Self("\(names) needs another '\(round[0].relationship.destination)' to be there first")
      : Self("\(names) need each other: neither object can be inserted first")
  }

  fileprivate static func alsoRequired(_ end: Association.End) -> Self {
    Self("'\(end)' is required, too")
  }

  fileprivate static func letOneBeEmpty(_ end: Association.End) -> Self {
    Self("let one of them be empty: 'toOne: \(end.relationship.destination)?'")
  }
}
