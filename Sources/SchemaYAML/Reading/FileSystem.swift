#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What reading schema files asks of the disk.
enum FileSystem {
  /// The file itself, whatever links lead to it, so that two names of one file are known as one.
  static func identity(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The bytes of a file.
  ///
  /// - Throws: why they cannot be had; a file over the limit is not loaded.
  static func bytes(of path: String, limit: Int) throws(FileTrouble) -> [UInt8] {
    let file = identity(of: path)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else {
      throw .missing
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile }
    if let size = attributes[.size] as? Int, size > limit { throw .tooLarge(size) }
    guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable }
    return Array(data)
  }

  /// Whether there is a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The names in a folder, sorted; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    let path = folder.isEmpty ? "." : folder
    return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }

  /// The names of the schema files in a folder, sorted.
  static func schemaFiles(in folder: String) -> [String] {
    names(in: folder).filter { name in
      (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !name.hasPrefix(".")
        && name != "migrate.yml" && name != "migrate.yaml"
    }
  }
}

/// Why a file's bytes cannot be had.
enum FileTrouble: Error {
  case missing, notAFile, unreadable
  case tooLarge(Int)
}
