internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

extension MigrationFailure {
  /// The failure as diagnostics, one for each problem.
  var diagnostics: [Diagnostic] {
    switch self {
    case .several(let failures): failures.flatMap(\.diagnostics)
    case .checks(let checks): checks.map(\.diagnostic)
    case .refusedValues(let values): values.map(\.diagnostic)
    case .duplicates(let duplicates): duplicates.map(\.diagnostic)
    case .brokenDemands(let demands): demands.map(\.diagnostic)
    case .brokenReferences(let references):
      references.map { $0.diagnostic(code: "broken-reference", before: false) }
    case .unapproved(let effects): effects.map(\.diagnostic)
    case .brokenObjects(let objects): objects.map(\.diagnostic)
    case .rowCounts(let differences): differences.map(\.diagnostic)
    case .definition(let differences):
      differences.map { Diagnostic(code: "unexpected-definition", $0.message) }
    case .unmanagedObjects(let objects):
      objects.map {
        Diagnostic(
          code: "unmanaged-object",
          "the \($0.kind.rawValue) '\($0.name)', which the model does not name, was not kept")
      }
    case .unmetRequirements(let requirements): requirements.map(\.diagnostic)
    case .step(let failed): [failed.diagnostic]
    case .statement(let table, let error):
      Self.one("failed-statement", "'\(table)' could not be migrated: \(error.knownWords)")
    case .contents(let table, let columns):
      Self.one(
        "changed-content",
        "the values of '\(table)' differ from those before the migration, in one of: "
          + columns.joined(separator: ", "))
    case .triggered(let table, let triggers): [Self.triggered(table, triggers)]
    case .script(let error): error.diagnostics
    case .diskFull: Self.one("disk-full", "the disk is full")
    case .unwritableFile(let folder, let reason, let isDiskFull):
      Self.one(
        isDiskFull ? "disk-full" : "not-writable",
        "a file of external storage cannot be written to '\(folder)': \(reason)")
    case .database(let error): Self.one("database-error", "\(error)")
    }
  }

  private static func triggered(_ table: String, _ triggers: [String]) -> Diagnostic {
    let names = triggers.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      code: "changed-content",
      "values of '\(table)', which nothing declares to change, were changed by "
        + (triggers.count == 1 ? "the trigger \(names)" : "one of the triggers \(names)"),
      notes: [.init("drop such a trigger before, and make it again afterwards")])
  }

  private static func one(_ code: String, _ message: String) -> [Diagnostic] {
    [Diagnostic(code: code, message)]
  }
}

extension RowCountDifference {
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(
      code: "row-count",
      "'\(table)' has \(Quantity.count(found, "row")) now, and should have \(expected)")
  }
}
