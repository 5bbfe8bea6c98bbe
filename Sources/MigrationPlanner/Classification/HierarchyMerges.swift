internal import SchemaModel

/// The entities whose hierarchies are merged into one.
///
/// A merge gives a common ancestor to two existing entities that had none. An entity that moves below another
/// one, or gets a new parent alone, merges nothing.
struct HierarchyMerges {
  /// The members of merged hierarchies whose root changes, by their new names.
  private(set) var entities: Set<String> = []

  init(_ correspondence: SchemaCorrespondence) {
    var members: [String: [(name: String, oldRoot: String)]] = [:]
    for entity in correspondence.target.entities where entity.parent != nil {
      guard let old = correspondence.sourceNames[entity.name],
        let oldRoot = correspondence.source.root(of: old)?.name,
        let root = correspondence.target.root(of: entity.name)?.name, root != entity.name
      else { continue }
      members[root, default: []].append((entity.name, oldRoot))
    }
    for (_, members) in members where Set(members.map(\.oldRoot)).count > 1 {
      entities.formUnion(members.map(\.name))
    }
  }
}
