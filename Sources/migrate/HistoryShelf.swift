internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML

/// A cache of the histories that a command has read, so that each folder is read once.
final class HistoryShelf {
  private var histories: [String: SchemaHistory] = [:]

  /// The versions in a folder of schema files.
  ///
  /// - Throws: the problems of the files; such a folder is read again the next time.
  func history(inDirectory folder: String) throws(DiagnosticsError) -> SchemaHistory {
    if let known = histories[folder] { return known }
    let history = try SchemaReader.history(inDirectory: folder)
    histories[folder] = history
    return history
  }

  /// The versions of every model in a folder or its subfolders.
  func systems(inDirectory folder: String) throws -> [SchemaHistory] {
    try SchemaReader.systems(inDirectory: folder).map(history)
  }
}
