import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML

/// A folder with schema files that is gone when its user is.
final class SchemaFolder {
  /// The folder's path.
  let path: String

  /// A folder with these files, each by its path from the folder.
  init(_ files: [String: String] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "schemas-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes bytes to a file.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(fileURLWithPath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// A file of the folder as a document.
  func document(_ name: String) throws(DiagnosticsError) -> SchemaDocument {
    try SchemaReader.read(file: "\(path)/\(name)")
  }

  /// What reading a file of the folder reports.
  func report(_ name: String) -> String {
    do throws(DiagnosticsError) {
      _ = try document(name)
      return "nothing"
    } catch {
      return error.report(in: path)
    }
  }

  /// What reading the folder, or one in it, as a history reports.
  func historyReport(_ folder: String = "") -> String {
    do throws(DiagnosticsError) {
      _ = try SchemaReader.history(inDirectory: folder.isEmpty ? path : "\(path)/\(folder)")
      return "nothing"
    } catch {
      return error.report(in: path)
    }
  }
}
