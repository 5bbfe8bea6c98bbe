import Foundation

/// A folder for what is read, emptied between the inputs.
final class Workplace {
  private let folder: URL

  init() throws {
    // In memory where there is such a place, for a file is written for every input.
    let memory = URL(filePath: "/dev/shm")
    let root =
      FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    folder = root.appending(path: "migrate-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    try empty()
  }

  /// Removes all that is in it.
  func empty() throws {
    remove()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder itself.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The path of something in it.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file, and tells its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
