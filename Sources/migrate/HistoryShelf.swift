internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML

/// The histories that a command has read, so that a folder is read once however often it is named.
final class HistoryShelf {
  private var histories: [String: SchemaHistory] = [:]

  /// The versions that a folder's schema files describe.
  ///
  /// - Throws: what is wrong with the files; such a folder is read again.
  func history(inDirectory folder: String) throws(DiagnosticsError) -> SchemaHistory {
    if let known = histories[folder] { return known }
    let history = try SchemaReader.history(inDirectory: folder)
    histories[folder] = history
    return history
  }

  /// The versions of every model whose schema files are in a folder, or in a folder of it.
  func systems(inDirectory folder: String) throws -> [SchemaHistory] {
    try SchemaReader.systems(inDirectory: folder).map(history)
  }
}
