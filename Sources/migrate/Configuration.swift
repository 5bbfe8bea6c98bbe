#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The defaults of a project, from its `migrate.yml`.
enum Configuration {
  /// The name of the file.
  static let fileName = "migrate.yml"
  /// The folder of the schema files where nothing else is said.
  static let defaultSchemas = "Schemas"

  /// The nearest file of that name, from here up to the root of the repository.
  static func find() -> String? {
    var prefix = ""
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    for _ in 0...depth {
      if FileManager.default.fileExists(atPath: prefix + fileName) { return prefix + fileName }
      // A folder in a work tree of its own has a file of that name.
      if FileManager.default.fileExists(atPath: prefix + ".git") { return nil }
      prefix += "../"
    }
    return nil
  }
}
