public import Diagnostics
internal import SchemaModel

extension SwiftSource {
  /// What compiles, or is told by a macro alone, and ends the app where the model is loaded: an inverse
  /// that is no relationship, a key of many objects, a struct that is a model.
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
    // Of classes that no version lists, two of one name may be of two targets.
    let names = schemas.problems.filter { $0.code == "duplicate-name" && !schemas.declared.isEmpty }
    let numbers = schemas.sharedNumbers(severity: .warning)
    let keys = versions.flatMap(\.faults).filter { $0.code == "invalid-property-list" }
    return (told + names + numbers + keys).distinct
  }
}
