public import Diagnostics
public import SQLite
public import StoreLayout
public import StoreScript
public import SchemaModel

/// The reason why a migration was undone.
public indirect enum MigrationFailure: Error, Hashable, Sendable {
  // Caused by the schema files or the data
  /// A declared check does not hold.
  case checks([FailedCheck])
  /// Objects have no value, or an unsuitable one, for properties of the new version.
  case refusedValues([RefusedValues])
  /// A statement failed, and no object is to blame.
  case statement(table: String, SQLiteError)
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
  /// Values that no declaration changes have changed, because one of these triggers of the store changed them
  /// along with other rows.
  case triggered(table: String, by: [String])
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
