public import Diagnostics

extension SourceProgram {
  /// The models in clauses of an `#if` that do not count, each with its file.
  var leftOutModels: [(file: Int, item: LeftOutFacts)] {
    let parts = allTypes.flatMap { self[$0].parts }
    let inFiles = files.enumerated().map { ($0, $1.members) }
    return (inFiles + parts.map { ($0.file, $0.members) }).flatMap { file, members in
      members.leftOut.filter(\.isModel).map { (file, $0) }
    }
  }
}

extension SwiftSource {
  /// That models are in clauses of an `#if` that do not count, once for each file: no rule looks at
  /// them.
  public var unreadModels: [Diagnostic] {
    Dictionary(grouping: program.leftOutModels, by: \.file).sorted { $0.key < $1.key }
      .compactMap { file, found in
        let items = found.map(\.item).sorted { $0.position < $1.position }
        guard let first = items.first else { return nil }
        let names = items.map(\.name).distinct
        let (stand, them) = names.count == 1 ? ("stands", "it") : ("stand", "them")
        return Diagnostic(
          code: ImportProblem.otherClause(first.name, first.clause).code, severity: .note,
          "\(names.quoted) \(stand) in clauses of '#if' that are not read: no rule looks at \(them)",
          at: program.files[file].location(first.position),
          notes: items.map { item in
            .init(
              ImportProblem.otherClause(item.name, item.clause).message,
              at: program.files[file].location(item.position))
          })
      }
  }
}
