internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads the schema files that a command line names.
enum SchemaFiles {
  /// The versions in files, in folders of one model, and in folders of such folders; each once.
  ///
  /// - Throws: all that is wrong with any of them.
  static func read(_ paths: [String]) throws(DiagnosticsError) -> [SchemaDocument] {
    let (documents, problems) = readAll(paths)
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return documents
  }

  /// The same, as far as they can be read, and all that is wrong with the others.
  static func readAll(_ paths: [String]) -> (documents: [SchemaDocument], problems: [Diagnostic]) {
    var reading = Reading()
    for path in paths { reading.read(path) }
    var known: Set<String> = []
    let distinct = reading.documents.filter { document in
      document.file.map { known.insert($0).inserted } ?? true
    }
    return (distinct, Set(reading.problems).sorted())
  }
}

/// What was read so far, and what could not be.
private struct Reading {
  var documents: [SchemaDocument] = []
  var problems: [Diagnostic] = []

  mutating func read(_ path: String) {
    do throws(DiagnosticsError) {
      guard isFolder(path) else { return documents.append(try SchemaReader.read(file: path)) }
      for folder in try SchemaReader.systems(inDirectory: path) { readModel(folder) }
    } catch {
      problems += error.diagnostics
    }
  }

  private mutating func readModel(_ folder: String) {
    do throws(DiagnosticsError) {
      documents += try SchemaReader.history(inDirectory: folder).versions
    } catch {
      problems += error.diagnostics
    }
  }

  /// Whether a path is to be read as a folder; of one that leads nowhere, the name decides.
  private func isFolder(_ path: String) -> Bool {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) { return isFolder }
    return !path.hasSuffix(".yaml") && !path.hasSuffix(".yml")
  }
}
