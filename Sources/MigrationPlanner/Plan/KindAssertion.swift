internal import Diagnostics
internal import SchemaModel

/// Holds the kind that a schema file asserts against what the planner found.
///
/// `lightweight` is refused where a change needs a custom migration, or where checks or maps are
/// declared, which the platform would not carry out. `custom` is refused where nothing is declared
/// and every change can be inferred: lightweight then suffices, and an app that went without its
/// custom stage would be none the worse.
struct KindAssertion {
  private(set) var diagnostics: [Diagnostic] = []

  init(
    of changes: [PlannedChange], classified found: Classification, document: SchemaDocument
  ) {
    guard let declaration = document.migration, let kind = declaration.kind,
      kind.classification != found
    else { return }
    let version = document.schema.version
    let location = document.sources.location(of: SchemaPath(["migration", "kind"]))
    switch kind {
    case .lightweight:
      diagnostics = [
        Diagnostic(
          code: "asserted-lightweight",
          "the migration to \(version) is asserted to be lightweight, but is custom",
          at: location, notes: Self.reasons(changes, declaration, document))
      ]
    case .custom:
      diagnostics = [
        Diagnostic(
          code: "asserted-custom",
          "the migration to \(version) is asserted to be custom, but lightweight suffices",
          at: location,
          notes: [
            .init("write 'kind: lightweight', or declare the checks that make it custom")
          ])
      ]
    }
  }

  private static func reasons(
    _ changes: [PlannedChange], _ declaration: MigrationDeclaration, _ document: SchemaDocument
  ) -> [Diagnostic.Note] {
    var notes = changes.filter { $0.classification == .custom }.map { planned in
      Diagnostic.Note(
        "\(planned.change.summary): \(planned.reason)",
        at: planned.change.isDrop ? nil : document.sources.location(of: planned.change.path))
    }
    if declaration.declaresWork {
      notes.append(
        .init(
          "checks and maps are declared, which an inferred migration does not carry out",
          at: document.sources.location(of: SchemaPath(["migration"]))))
    }
    return notes
  }
}

extension MigrationDeclaration.Kind {
  fileprivate var classification: Classification {
    switch self {
    case .lightweight: .lightweight
    case .custom: .custom
    }
  }
}
