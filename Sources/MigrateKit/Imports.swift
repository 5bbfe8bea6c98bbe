public import StoreImport

/// The import of a JSON file, as a mapping file says.
///
/// ```swift
/// let files = DataImport.Files(data: "recipes.json", mapping: "recipes.yaml")
/// try DataImport.plan(files, into: "recipes.store").imported // 12 of 'Recipe', 40 of 'Note'
/// try DataImport.apply(files, into: "recipes.store", backingUpTo: "before-import.json")
/// ```
///
/// A record that the store has already is left alone, so the same file can be imported twice.
public typealias DataImport = StoreImport.DataImport

extension DataImport {
  /// Imports a file in one transaction, after a backup to a file.
  ///
  /// ```swift
  /// let outcome = try DataImport.apply(
  ///   files, into: "recipes.store", backingUpTo: "before-import.json")
  /// outcome.present // how many records the store had already
  /// ```
  ///
  /// - Throws: ``DiagnosticsError`` with every record that is wrong, at its place;
  ///   ``StoreOpenError``, ``ArchiveError`` or ``RepairError``. The store is as it was then.
  @discardableResult
  public static func apply(
    _ files: Files, into store: String, options: Options = Options(), backingUpTo path: String
  ) throws -> Outcome {
    try apply(files, into: store, options: options, backup: BackupWriter.backUp(store, to: path))
  }
}
