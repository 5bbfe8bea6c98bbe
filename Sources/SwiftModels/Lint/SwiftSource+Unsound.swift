public import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension SwiftSource {
  /// What compiles, or is reported by a macro alone, and ends the app where the model is loaded: an inverse
  /// that is no relationship, a key of many objects, a struct that is a model.
  ///
  /// Of a version before the newest it is a note: an import leaves such a version out, and the others are
  /// used without it.
  public var unsoundModels: [Diagnostic] {
    let schemas = schemas()
    let versions = schemas.declared + [schemas.undeclared].compactMap(\.self)
    // What a superclass in another file declares, or another build, may be the inverse.
    let isWhole =
      versions.allSatisfy { $0.unseenParents.isEmpty }
      && !program.allTypes.contains { id in
        program[id].parts.contains { !$0.members.leftOut.isEmpty }
      }
    let told = schemas.problems.filter {
      $0.code == "model-is-no-class" || isWhole && $0.code == "unknown-inverse"
    }
    // Of classes that neither a version nor a container lists, two of one name may be of two targets.
    let sharing = placesOfSharedNames
    let names = schemas.problems.filter { problem in
      problem.code == "duplicate-name"
        && (!schemas.declared.isEmpty || problem.location.map { sharing.contains($0) } ?? false)
    }
    let numbers = schemas.sharedNumbers(severity: .warning)
    let keys = versions.flatMap(\.faults).filter { $0.code == "invalid-property-list" }
    let past = schemas.pastProblems
    return (told + names + numbers + keys).distinct.map { past.contains($0) ? $0.asNote : $0 }
  }
}

extension SwiftSource {
  /// The places of classes that one container lists and that have one name.
  private var placesOfSharedNames: Set<SourceLocation> {
    let shared = ContainerLists(program).lists.flatMap { list in
      Dictionary(grouping: list) { program[$0].facts.name }.values.filter { $0.count > 1 }.joined()
    }
    return Set(shared.map { program.files[program[$0].file].location(program[$0].facts.position) })
  }
}

extension SwiftSchemas {
  /// What is wrong with versions before the newest of their model alone.
  fileprivate var pastProblems: Set<Diagnostic> {
    let current = newest.map(\.version) + [undeclared].compactMap(\.self)
    let names = current.map { $0.declaration?.name }
    let past = declared.filter { !names.contains($0.declaration?.name) }
    return Set(past.flatMap { $0.problems + $0.faults })
      .subtracting(current.flatMap { $0.problems + $0.faults })
  }
}
