public import StoreLayout
public import Diagnostics
public import SQLite
internal import SchemaModel
internal import SchemaYAML
public import StoreVerification

/// Imports the records of a JSON file into a store, as a mapping file describes.
///
/// Every record becomes an object, together with the objects that it leads to, or is found in the store by
/// its key. Either the whole file is imported, or nothing.
///
/// ```swift
/// let files = DataImport.Files(data: "recipes.json", mapping: "recipes.yaml")
/// try DataImport.plan(files, into: "recipes.store").imported // 12 RecipeModel, 40 RecipeNoteModel
/// ```
public enum DataImport {
  /// The input files of an import.
  public struct Files: Hashable, Sendable {
    /// The JSON file.
    public var data: String
    /// The file with the mapping of the records.
    public var mapping: String

    /// Creates the pair of files from their paths.
    public init(data: String, mapping: String) { (self.data, self.mapping) = (data, mapping) }
  }

  /// The options of an import.
  public struct Options: Sendable {
    /// The version of the tool, for the store's history.
    public var toolVersion = ""
    /// The folder of the files that objects own.
    ///
    /// A path in the records should have its file there.
    public var ownedFiles: OwnedFiles?
    /// Called with the number of records read so far; an error that it throws ends the work.
    public var progress: @Sendable (_ records: Int) throws -> Void = { _ in }
    /// Called many times a second; once it returns true, the import is cancelled and nothing is imported.
    public var isCancelled: @Sendable () -> Bool = { false }

    /// The default options.
    public init() {}
  }

  /// The result of an import, or of its plan.
  public struct Outcome: Hashable, Sendable {
    /// The imported objects of one entity.
    public struct Imported: Hashable, Sendable {
      /// The entity.
      public var entity: String
      /// The number of objects.
      public var count: Int64
    }

    /// The number of records in the file.
    public var records = 0
    /// The number of records that were in the store already, and were skipped.
    public var present = 0
    /// The imported objects, sorted by entity.
    public var imported: [Imported] = []
    /// The members of the file that were not imported, with the first place of each.
    public var unmapped: [Diagnostic] = []
    /// The values of existing objects that differ from the file, with the first place of each property.
    ///
    /// Existing objects are never changed.
    public var differing: [Diagnostic] = []
    /// The imported values and links that a trigger of the user changed, with the first place of each
    /// property.
    public var altered: [Diagnostic] = []
    /// The imported paths at which no file exists, with the first place of each property.
    public var missingFiles: [Diagnostic] = []
    /// The effects of the user's triggers and foreign keys on rows that were not imported.
    public var effects: [Effect] = []
    /// The path of the backup; nil if nothing was imported.
    public var backup: String?
  }

  /// Plans an import.
  ///
  /// The import runs on a copy that is deleted at once; the store is not changed.
  ///
  /// - Throws: the errors of ``apply(_:into:options:backup:)``.
  public static func plan(
    _ files: Files, into path: String, options: Options = Options()
  ) throws -> Outcome {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: options.isCancelled) {
      try connection.transaction {
        // Problems of the store are reported before a copy is made.
        _ = try UpkeepStore(connection, nil)
        let copy = try UpkeepStore.trialCopy(of: connection, unless: options.isCancelled)
        return try run(files, on: copy, options, backup: nil)
      }
    }
  }

  /// Imports a file in one transaction.
  ///
  /// - Parameters:
  ///   - files: the data and the mapping.
  ///   - path: the store.
  ///   - options: the options.
  ///   - backup: makes the backup inside the transaction, before the first object is inserted, and returns
  ///     its path.
  /// - Returns: the result.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every record that cannot be imported, at its place; the
  ///   errors of the backup; ``SQLite/StoreOpenError``, ``SQLite/SQLiteError``,
  ///   ``StoreVerification/RepairError`` if the store is in no state to be worked on.
  public static func apply(
    _ files: Files, into path: String, options: Options = Options(),
    backup: @escaping (Connection) throws -> String
  ) throws -> Outcome {
    let connection = try StoreFile.open(path: path, for: .writing)
    return try run(files, on: connection, options, backup: backup)
  }

  private static func run(
    _ files: Files, on connection: Connection, _ options: Options,
    backup: ((Connection) throws -> String)?
  ) throws -> Outcome {
    // SQLite ignores the pragma inside a transaction.
    try connection.execute("PRAGMA foreign_keys = ON")
    var undo: () -> Void = {}
    do {
      return try connection.cancellable(when: options.isCancelled) {
        try connection.transaction(.immediate) {
          let store = try UpkeepStore(connection, nil)
          let mapping = try ImportMappingReader.read(
            file: files.mapping, for: store.layout.schema)
          let objects = try ObjectImport(store, mapping.object, backup)
          undo = { objects.removeFiles() }
          let records = RecordImport(store, mapping, objects, options)
          return try records.run(files.data)
        }
      }
    } catch {
      // If the commit may have succeeded, the rows of the store may name the files.
      if !connection.mayHaveCommitted { undo() }
      throw error
    }
  }
}
