public import Diagnostics
public import SchemaModel
public import SQLite
public import StoreLayout
public import StoreScript
public import StoreVerification

/// The reason why a migration was undone.
public indirect enum MigrationFailure: Error, Hashable, Sendable {
  // Caused by the schema files or the data
  /// A declared check does not hold.
  case checks([FailedCheck])
  /// Objects have no value, or an unsuitable one, for properties of the new version.
  case refusedValues([RefusedValues])
  /// A statement failed, and no object is to blame.
  case statement(table: String, SQLiteError)
  /// Rows break the definition of their own table, and cannot be written again.
  case brokenRows([StoreVerification.Finding])
  /// A declared step failed, or changed data that it does not name.
  case step(FailedStep)
  /// The data of an intermediate version has no value that a later version requires.
  case unmetRequirements([UnmetRequirement])
  /// Objects share values that must be unique in the new version.
  case duplicates([DuplicateValues])
  /// Objects do not meet the demands of the new version.
  case brokenDemands([BrokenDemand])
  /// References lead nowhere that led somewhere before.
  case brokenReferences([BrokenReference])
  /// Effects need an approval that was not given.
  case unapproved([Effect])
  /// Objects that the model does not name no longer work.
  case brokenObjects([BrokenObject])
  /// Several of these at once.
  case several([MigrationFailure])

  // Found by the proof
  /// Rows are missing, or there are too many.
  case rowCounts([RowCountDifference])
  /// Values that should have been carried over have changed.
  case contents(table: String, columns: [String])
  /// Values that a step does not name have changed, because a trigger of the store changed them.
  case triggered(table: String)
  /// The tables differ from the new version's definition.
  case definition([DefinitionDifference])
  /// Objects that the model does not name are missing or have changed.
  case unmanagedObjects([SchemaObject.ID])

  // Caused by the machine
  /// The next stage cannot be carried out on the result of this one.
  case script(StoreScriptError)
  /// The disk is full.
  case diskFull
  /// A file for a value in external storage could not be written next to the store.
  case unwritableFile(folder: String, reason: String, isDiskFull: Bool)
  /// SQLite or the system failed.
  case database(SQLiteError)
}

/// A declared check that does not hold.
public struct FailedCheck: Hashable, Sendable {
  /// The time of a check.
  public enum Moment: String, Hashable, Sendable {
    /// Before the tables change.
    case before
    /// After the tables have changed.
    case after
  }

  /// The result of a check.
  public enum Finding: Hashable, Sendable {
    /// A value.
    case value(SQLValue)
    /// The query gives no row.
    case noRow
    /// The query returns several columns or rows, so that its value is ambiguous.
    case severalValues
    /// The query cannot be run.
    case error(SQLiteError)
  }

  /// The check.
  public var check: MigrationDeclaration.Check
  /// The time of the check.
  public var moment: Moment
  /// The expected value.
  public var expected: SQLValue
  /// The actual value.
  public var found: Finding
  /// The `_id`s of the first rows that a query counts although it should count none.
  public var examples: [Int64] = []
  /// The place of the check in the schema file.
  public var location: SourceLocation?
}

/// A table with missing or additional rows.
public struct RowCountDifference: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The expected number of rows.
  public var expected: Int64
  /// The actual number of rows.
  public var found: Int64
}

/// A declared step that undid the migration.
public struct FailedStep: Hashable, Sendable {
  /// The step.
  public var step: DeclaredStep
  /// The step's fault, as a clause: `changes rows of 'Book' that 'touches' does not name`.
  public var clause: String
  /// The place of the step in the schema file.
  public var location: SourceLocation?
  /// The parts of the model that are in the way, each with its place.
  public var notes: [Diagnostic.Note] = []
}

extension FailedStep {
  /// The failure as a problem to print.
  var diagnostic: Diagnostic {
    Diagnostic(code: "failed-step", "the \(step.title) \(clause)", at: location, notes: notes)
  }
}

extension FailedCheck {
  /// The check as a problem, at its place, with the first counted rows.
  var diagnostic: Diagnostic {
    Diagnostic(
      code: "failed-check",
      "the \(moment.rawValue) check does not hold: \(subject) \(found.clause), "
        + "and should be \(expected.literal)",
      at: location, notes: [rows, wayOut].compactMap(\.self).map { .init($0) })
  }

  private var subject: String {
    switch check {
    case .count(let entity, _): "the number of objects of '\(entity)'"
    case .expect(let sql, _): "'\(sql)'"
    }
  }

  private var rows: String? {
    StoreVerification.Finding.identities(examples)
  }

  private var wayOut: String {
    switch (found, moment) {
    case (.error, _): "correct the query, or the values that it fails on"
    case (.severalValues, _):
      "let the query give one value, as 'SELECT count(*) FROM … WHERE …' does"
    case (.value, .before), (.noRow, .before):
      "correct the objects first, or what the check expects"
    case (.value, .after), (.noRow, .after):
      "correct what 'migration: map:' makes of the objects, or what the check expects"
    }
  }
}

extension FailedCheck.Finding {
  /// The finding, for use after the subject.
  fileprivate var clause: String {
    switch self {
    case .value(let value): "is \(value.literal)"
    case .noRow: "gives no row"
    case .severalValues: "gives several values"
    case .error(let error): "cannot be asked (\(error.message))"
    }
  }
}

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
    case .brokenRows(let findings):
      findings.map { finding in
        Diagnostic(
          code: finding.problem.code,
          finding.message + ", so that the table cannot be written anew",
          notes: [
            StoreVerification.Finding.identities(finding.examples),
            "correct these rows with SQLite's shell, or in the app",
          ].compactMap(\.self).map { .init($0) })
      }
    case .step(let failed): [failed.diagnostic]
    case .statement(let table, let error):
      Self.one("failed-statement", "'\(table)' could not be migrated: \(error.knownWords)")
    case .contents(let table, let columns):
      Self.one(
        "changed-content",
        "the values of '\(table)' differ from those before the migration, in one of: "
          + columns.joined(separator: ", "))
    case .triggered(let table):
      Self.one("changed-content", "values of '\(table)' were changed by a trigger of the store")
    case .script(let error): error.diagnostics
    case .diskFull: Self.one("disk-full", "the disk is full")
    case .unwritableFile(let folder, let reason, let isDiskFull):
      Self.one(
        isDiskFull ? "disk-full" : "not-writable",
        "a file of external storage cannot be written to '\(folder)': \(reason)")
    case .database(let error): Self.one("database-error", "\(error)")
    }
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

extension MigrationFailure {
  /// Whether the store's objects are the reason, so that there may be further failures.
  var isWorthATrial: Bool {
    switch self {
    case .checks, .refusedValues, .duplicates, .brokenDemands, .contents: true
    case .several(let failures): failures.contains(where: \.isWorthATrial)
    case .statement(_, let error): error.primaryCode == .constraint
    case .step, .brokenRows, .unmetRequirements, .brokenReferences, .unapproved, .brokenObjects,
      .rowCounts, .triggered, .definition, .unmanagedObjects, .script, .diskFull,
      .unwritableFile, .database:
      false
    }
  }

  /// Whether only an approval is missing.
  var isAboutApprovals: Bool { if case .unapproved = self { true } else { false } }

  /// Whether another failure names the values that were not kept, or that are duplicates.
  private func isExplained(by other: MigrationFailure) -> Bool {
    if case .statement(_, let error) = self, error.isAboutUniqueness, case .duplicates = other {
      return true
    }
    guard case .contents(let subject, let columns) = self,
      case .refusedValues(let values) = other
    else { return false }
    return values.contains {
      $0.property.entity == subject && columns.contains($0.property.property)
    }
  }

  /// Whether another failure reports the same refused values, with the identities that the objects have in
  /// the store.
  private func isTold(by other: MigrationFailure) -> Bool {
    guard case .refusedValues(let mine) = self, case .refusedValues(let theirs) = other else {
      return false
    }
    return mine.allSatisfy { value in
      theirs.contains {
        ($0.property, $0.reason, $0.count) == (value.property, value.reason, value.count)
      }
    }
  }

  /// This failure joined with others, without reporting any twice.
  func joined(with others: [MigrationFailure]) -> MigrationFailure {
    if others.contains(where: { isExplained(by: $0) || isTold(by: $0) }) { return .joining(others) }
    let found = others.flatMap(\.diagnostics)
    guard !diagnostics.allSatisfy(found.contains) else { return .joining(others) }
    let rest = others.filter { !$0.diagnostics.allSatisfy(diagnostics.contains) }
    return .joining([self] + rest)
  }

  /// Several failures as one.
  private static func joining(_ failures: [MigrationFailure]) -> MigrationFailure {
    failures.count == 1 ? failures[0] : .several(failures)
  }
}

extension SQLiteError {
  /// Whether rows are duplicates: SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE or _ROWID
  /// (https://www.sqlite.org/rescode.html#constraint_unique).
  fileprivate var isAboutUniqueness: Bool { [1555, 2067, 2579].contains(code.rawValue) }
}
