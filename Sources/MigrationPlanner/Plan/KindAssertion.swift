internal import Diagnostics
internal import SchemaModel

/// Compares the kind that a schema file asserts with the planner's result.
///
/// `lightweight` is refused if a change needs a custom migration, or if checks or maps are declared, which
/// the platform would not carry out. `custom` makes a migration custom even if every change can be inferred
/// and nothing is declared: code of the app may do more than that.
struct KindAssertion {
  private(set) var diagnostics: [Diagnostic] = []

  init(
    of changes: [PlannedChange], classified found: Classification, document: SchemaDocument
  ) {
    guard let declaration = document.migration, declaration.kind == .lightweight, found == .custom
    else { return }
    diagnostics = [
      Diagnostic(
        code: "asserted-lightweight",
        "the migration to \(document.schema.version) is asserted to be lightweight, but is custom",
        at: document.sources.location(of: SchemaPath(["migration", "kind"])),
        notes: Self.reasons(changes, declaration, document))
    ]
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
    notes.append(
      .init(
        "write 'kind: custom' if a stage of the app or this file does the rest, or undo the changes"
      ))
    return notes
  }
}
