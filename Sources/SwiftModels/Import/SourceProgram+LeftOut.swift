public import Diagnostics

extension SourceProgram {
  /// The models in inactive clauses of an `#if`, each with its file.
  var leftOutModels: [(file: Int, item: LeftOutFacts)] {
    var found: [(file: Int, item: LeftOutFacts)] = []
    func add(_ members: Members, inFile file: Int) {
      found += members.leftOut.filter(\.isModel).map { (file, $0) }
    }
    for (file, facts) in files.enumerated() { add(facts.members, inFile: file) }
    for type in types {
      for part in type.parts { add(part.members, inFile: part.file) }
    }
    return found
  }
}

extension SwiftSource {
  /// Notes about models in inactive clauses of an `#if`, which no rule checks; one for each file.
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

extension SwiftSource {
  /// Notes about undeclared classes that relationships lead to, which no rule checks; one for each class that
  /// is not known to be missing.
  public func unseenModels(besides known: Set<String> = []) -> [Diagnostic] {
    var places: [String: [Diagnostic.Note]] = [:]
    for model in program.models {
      for property in program.storedProperties(of: model) where !property.isTransient {
        guard let name = property.type.flatMap(program.unseenModel), !known.contains(name) else {
          continue
        }
        places[name, default: []].append(
          .init(
            "'\(program[model].facts.name).\(property.facts.name)' leads to it",
            at: program.files[property.file].location(property.facts.position)))
      }
    }
    return places.sorted { $0.key < $1.key }.map { name, notes in
      Diagnostic(
        code: "unseen-type", severity: .note,
        "'\(name)' is a model that none of the files declares: no rule looks at it",
        at: notes.first?.location, notes: notes + [.init("give the file that declares it too")])
    }
  }
}
