import Foundation

/// The files of a folder, by their paths from it.
struct DiskImage: Hashable, Sendable {
  var files: [String: [UInt8]] = [:]
  /// The folders in it, which may be empty.
  var folders: Set<String> = []

  init() {}

  /// The present contents of a folder.
  init(of folder: URL) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        folders.insert(path)
      } else {
        files[path] = Array(try Data(contentsOf: url))
      }
    }
  }

  /// Puts the files into a folder, and nothing else.
  func write(to folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for path in folders.sorted() {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    for (path, bytes) in files { try Data(bytes).write(to: folder.appending(path: path)) }
  }
}
