/// The reading of declarations under an `#if`.
///
/// The active clause of a release is read completely. From other clauses only code is read: functions, types
/// and previews. The members that these clauses would add to a model are left out, and reported.
extension Members {
  /// Adds the members of the active clause, with the condition if the build decides it.
  mutating func add(counted: Members, under condition: String?) {
    var counted = counted
    if let condition {
      for index in counted.types.indices where counted.types[index].condition == nil {
        counted.types[index].condition = condition
      }
      for index in counted.properties.indices where counted.properties[index].condition == nil {
        counted.properties[index].condition = condition
      }
    }
    append(counted)
  }

  /// Adds the code of another clause, except declarations whose name the active clause has too.
  mutating func add(
    other: Members, besides counted: Members?, _ clause: OtherClause, inType isInType: Bool
  ) {
    var rest = other
    let known = counted?.names ?? []
    func isModel(_ type: TypeFacts) -> Bool { type.attributes.contains { $0.name == "Model" } }
    leftOut += other.types.filter(isModel).map {
      LeftOutFacts(name: $0.name, position: $0.position, clause: clause, isModel: true)
    }
    if isInType {
      let stored = other.properties.filter(\.isStored)
      leftOut += stored.map {
        LeftOutFacts(name: $0.name, position: $0.position, clause: clause)
      }
      leftOut += other.cases.map {
        LeftOutFacts(name: $0.name, position: $0.position, clause: clause)
      }
      rest.properties.removeAll(where: \.isStored)
    }
    rest.cases = []
    rest.types.removeAll { isModel($0) || known.contains($0.name) }
    rest.properties.removeAll { known.contains($0.name) }
    rest.aliases.removeAll { known.contains($0.name) }
    let functions = Set((counted?.functions ?? []).map(\.signature))
    rest.functions.removeAll { functions.contains($0.signature) }
    rest.macros.removeAll { $0.name != "Preview" }
    append(rest)
  }

  private mutating func append(_ other: Members) {
    properties += other.properties
    functions += other.functions
    cases += other.cases
    types += other.types
    aliases += other.aliases
    macros += other.macros
    leftOut += other.leftOut
  }

  private var names: Set<String> {
    Set(properties.map(\.name) + types.map(\.name) + aliases.map(\.name))
  }
}

extension FunctionFacts {
  fileprivate var signature: [String] { [name] + parameters.map { $0.label ?? "_" } }
}
