public import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension SwiftSource {
  /// The mistakes that compile, or that only a macro reports, but end the app when the model is loaded.
  ///
  /// Examples are an inverse that is no relationship, a key over many objects, and a struct declared as a
  /// model. In a version before the newest, such a mistake is a note, because an import skips that version
  /// and uses the others.
  public var unsoundModels: [Diagnostic] {
    let schemas = schemas()
    let versions = schemas.declared + [schemas.undeclared].compactMap(\.self)
    // A superclass in another file, or another build, may declare the inverse.
    let isWhole =
      versions.allSatisfy { $0.unseenParents.isEmpty }
      && !program.allTypes.contains { id in
        program[id].parts.contains { !$0.members.leftOut.isEmpty }
      }
    let told = schemas.problems.filter {
      $0.code == "model-is-no-class" || isWhole && $0.code == "unknown-inverse"
    }
    // If neither a version nor a container lists classes, two with one name may belong to two targets.
    let sharing = placesOfSharedNames
    let names = schemas.problems.filter { problem in
      problem.code == "duplicate-name"
        && (!schemas.declared.isEmpty || problem.location.map { sharing.contains($0) } ?? false)
    }
    let numbers = schemas.sharedNumbers(otherwise: .warning)
    let keys = versions.flatMap(\.faults).filter { $0.code == "invalid-property-list" }
    let past = schemas.pastProblems
    return (told + names + numbers + keys).distinct.map { past.contains($0) ? $0.asNote : $0 }
  }
}

extension SwiftSource {
  /// The places of classes with the same name in one container's list.
  private var placesOfSharedNames: Set<SourceLocation> {
    let shared = ContainerLists(program).lists.flatMap { list in
      Dictionary(grouping: list) { program[$0].facts.name }.values.filter { $0.count > 1 }.joined()
    }
    return Set(shared.map { program.files[program[$0].file].location(program[$0].facts.position) })
  }
}

extension SwiftSchemas {
  /// The problems that only occur in versions before the newest of their model.
  fileprivate var pastProblems: Set<Diagnostic> {
    let current = newest.map(\.version) + [undeclared].compactMap(\.self)
    let names = current.map { $0.declaration?.name }
    let past = declared.filter { !names.contains($0.declaration?.name) }
    return Set(past.flatMap { $0.problems + $0.faults })
      .subtracting(current.flatMap { $0.problems + $0.faults })
  }
}
