internal import Diagnostics

extension ContainerLists {
  /// Merges lists that share a class, or that lead to the same class.
  static func connected(
    _ lists: [[SourceProgram.TypeID]], in program: SourceProgram
  ) -> [[SourceProgram.TypeID]] {
    var groups: [(roots: [SourceProgram.TypeID], members: Set<SourceProgram.TypeID>)] = []
    for list in lists {
      var roots = list
      var members = Set(SchemaAssembly(program, models: list, owner: nil).members.values)
      for group in groups where !group.members.isDisjoint(with: members) {
        roots = (group.roots + roots).distinct
        members.formUnion(group.members)
      }
      groups.removeAll { !$0.members.isDisjoint(with: members) }
      groups.append((roots, members))
    }
    return groups.map(\.roots)
  }

  /// A warning if containers have no class in common, because each of them then has its own model.
  func severalStores(in program: SourceProgram) -> Diagnostic? {
    let groups = Self.connected(lists, in: program)
    guard groups.count > 1 else { return nil }
    let found = groups.compactMap { group in
      zip(lists, places).first { list, _ in !Set(list).isDisjoint(with: group) }
        .map { (names: group.map { program[$0].facts.name }, place: $0.1) }
    }.sorted { $0.place < $1.place }
    return Diagnostic(
      code: "several-stores", severity: .warning,
      "containers have no class in common: each has a store with a model of its own, and the one model "
        + "here is the model of none of them",
      at: found.first?.place,
      notes: found.map { .init("this one has \($0.names.quoted)", at: $0.place) } + [
        .init("to import one of the models, name the files that declare it alone")
      ])
  }
}
