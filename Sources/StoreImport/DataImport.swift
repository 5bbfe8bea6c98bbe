public import StoreLayout
public import Diagnostics
public import SQLite
internal import SchemaModel
internal import SchemaYAML
public import StoreVerification

/// Brings the records of a JSON file into a store, as a file with a mapping says.
///
/// Every record becomes an object, with those that it leads to, or is there already by its key. All
/// of the file comes in, or nothing.
///
/// ```swift
/// let files = DataImport.Files(data: "recipes.json", mapping: "recipes.yaml")
/// try DataImport.plan(files, into: "recipes.store").imported // 12 RecipeModel, 40 RecipeNoteModel
/// ```
public enum DataImport {
  /// What is imported.
  public struct Files: Hashable, Sendable {
    /// The JSON file.
    public var data: String
    /// The file that says what becomes of its records.
    public var mapping: String

    /// The files, by their paths.
    public init(data: String, mapping: String) { (self.data, self.mapping) = (data, mapping) }
  }

  /// What an import is given.
  public struct Options: Sendable {
    /// The version of the tool, for the store's history.
    public var toolVersion = ""
    /// The folder of the files that objects own, in which each path of the records should have its file.
    public var ownedFiles: OwnedFiles?
    /// Is given how many records were read; what it throws ends the work.
    public var progress: @Sendable (_ records: Int) throws -> Void = { _ in }
    /// Is asked many times a second whether to stop; then nothing comes in.
    public var isCancelled: @Sendable () -> Bool = { false }

    /// The usual options.
    public init() {}
  }

  /// What an import did, or would do.
  public struct Outcome: Hashable, Sendable {
    /// Objects of one entity that came in.
    public struct Imported: Hashable, Sendable {
      /// The entity.
      public var entity: String
      /// How many objects.
      public var count: Int64
    }

    /// How many records the file has.
    public var records = 0
    /// How many of them were there already, and were passed over.
    public var present = 0
    /// The objects that came in, sorted by entity.
    public var imported: [Imported] = []
    /// Members of the file that became nothing, with the first place of each.
    public var unmapped: [Diagnostic] = []
    /// Values that are not in the store as the file has them, with the first place of each
    /// property: what is there is never changed.
    public var differing: [Diagnostic] = []
    /// Values and links that came in and are not in the store as the file has them, by a trigger of
    /// somebody's own, with the first place of each property.
    public var altered: [Diagnostic] = []
    /// Paths that came in and at which there is no file, with the first place of each property.
    public var missingFiles: [Diagnostic] = []
    /// What triggers and foreign keys of the user's own did to rows besides those that came in.
    public var effects: [Effect] = []
    /// Where the backup is; nil where nothing came in.
    public var backup: String?
  }

  /// What an import would bring in now; nothing is written, but to a copy that goes at once.
  ///
  /// - Throws: what ``apply(_:into:options:backup:)`` would.
  public static func plan(
    _ files: Files, into path: String, options: Options = Options()
  ) throws -> Outcome {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: options.isCancelled) {
      try connection.transaction {
        // What is wrong with the store is reported before a copy is made.
        _ = try UpkeepStore(connection, nil)
        let copy = try UpkeepStore.trialCopy(of: connection, unless: options.isCancelled)
        return try run(files, on: copy, options, backup: nil)
      }
    }
  }

  /// Imports a file in one transaction.
  ///
  /// - Parameters:
  ///   - files: the data, and what becomes of them.
  ///   - path: the store.
  ///   - options: what else is to be known.
  ///   - backup: takes the backup inside the transaction before the first object comes in, and tells
  ///     where it is.
  /// - Returns: what came in.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every record that cannot be, at its place; what
  ///   the backup throws; ``SQLite/StoreOpenError``, ``SQLite/SQLiteError``,
  ///   ``StoreVerification/RepairError`` where the store is in no state to be worked on.
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
    // The pragma is ignored inside a transaction.
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
      // Where it is not known what the store is now, its rows may name the files.
      if !connection.mayHaveCommitted { undo() }
      throw error
    }
  }
}
