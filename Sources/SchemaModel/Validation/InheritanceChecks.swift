/// A parent that is invalid for an entity.
enum InheritanceProblem: SchemaProblem {
  case unknownParent(String, entity: String)
  case cycle([String])

  var code: String {
    switch self {
    case .unknownParent: "unknown-entity"
    case .cycle: "inheritance-cycle"
    }
  }

  var description: String {
    switch self {
    case .unknownParent(let parent, let entity):
      "the parent of '\(entity)' is '\(parent)', which is not an entity"
    case .cycle(let names):
      "'\(names[0])' inherits from itself: \((names + [names[0]]).joined(separator: " → "))"
    }
  }
}

extension SchemaValidation {
  /// Checks that the parent exists and is not a descendant of the entity.
  ///
  /// A cycle is reported once, at its first member by name.
  mutating func checkParent(of entity: Entity) {
    guard let parent = entity.parent else { return }
    let path = SchemaPath.entity(entity.name).appending("parent")
    guard schema.entity(named: parent) != nil else {
      report(
        InheritanceProblem.unknownParent(parent, entity: entity.name), at: path,
        unknownEntity: parent, of: entity.name)
      return
    }
    guard let root = schema.root(of: entity.name), root.parent == entity.name else { return }
    let lineage = schema.lineage(of: entity.name).map(\.name)
    if lineage.min() == entity.name { report(InheritanceProblem.cycle(lineage), at: path) }
  }
}
