import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport

/// A folder with schema files that is deleted with its user.
struct SchemaFolder {
  private let folder: TemporaryFolder
  /// The folder's path.
  var path: String { folder.path }

  /// A folder with these files, each by its path from the folder.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
  }

  /// Writes bytes to a file.
  func write(_ bytes: [UInt8], to name: String) throws { try folder.write(bytes, to: name) }

  /// A file of the folder as a document.
  func document(_ name: String) throws(DiagnosticsError) -> SchemaDocument {
    try SchemaReader.read(file: "\(path)/\(name)")
  }

  /// The report of reading a file of the folder.
  func report(_ name: String) -> String {
    do throws(DiagnosticsError) {
      _ = try document(name)
      return "nothing"
    } catch {
      return error.report(in: path)
    }
  }

  /// The report of reading the folder, or a folder in it, as a history.
  func historyReport(_ folder: String = "") -> String {
    do throws(DiagnosticsError) {
      _ = try SchemaReader.history(inDirectory: folder.isEmpty ? path : "\(path)/\(folder)")
      return "nothing"
    } catch {
      return error.report(in: path)
    }
  }
}
