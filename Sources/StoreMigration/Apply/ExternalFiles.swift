internal import Digests
internal import Files

/// Why a file beside a store cannot become a value again.
struct ExternalFileError: Error, Hashable, CustomStringConvertible {
  var name: String
  var reason: String

  /// The message, which reaches people through the statement that asked for the file.
  var description: String { "the external file '\(name)' \(reason)" }
}

/// The files beside a store, each named by the SHA-256 of its content.
///
/// A file is whole when it has its name, so writing one again changes nothing.
struct ExternalFiles {
  /// The folder; there may be none.
  let folder: String
  private static let partialSuffix = ".partial"

  /// The files of a store.
  init(of store: String) { folder = FileSystem.resolved(store) + ".external" }

  /// The path of a file; nil for a text that is no such name.
  func path(of name: String) -> String? {
    let isDigest =
      name.utf8.count == 64
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isDigest ? "\(folder)/\(name)" : nil
  }

  /// Keeps bytes: their name, and whether no file had it before.
  func store(_ bytes: [UInt8]) throws(SystemError) -> (name: String, isNew: Bool) {
    let name = Digest.of(bytes).hexadecimal
    let path = "\(folder)/\(name)"
    if FileSystem.exists(path) { return (name, false) }
    try FileSystem.makeFolder(folder)
    let partial = path + Self.partialSuffix
    let file = try SystemFile.exclusive(partial)
    do throws(SystemError) {
      try file.write(bytes)
      try file.flush()
      try FileSystem.rename(partial, to: path)
    } catch {
      // One that stays is overwritten when its file is written again.
      try? FileSystem.remove(partial)
      throw error
    }
    return (name, true)
  }

  /// The bytes of a file, which are those that it is named for.
  func load(_ name: String) throws(ExternalFileError) -> [UInt8] {
    guard let path = path(of: name) else {
      throw ExternalFileError(name: name, reason: "has a name that is no SHA-256")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path)
    } catch {
      throw ExternalFileError(name: name, reason: "cannot be read: \(error.reason)")
    }
    guard Digest.of(bytes).hexadecimal == name else {
      throw ExternalFileError(name: name, reason: "is not what its name says")
    }
    return bytes
  }

  /// Waits until the names in the folder, and its own, are on the disk.
  func flush() throws(SystemError) {
    try FileSystem.flushFolder(folder)
    try FileSystem.flushFolder(of: folder)
  }

  /// Removes files that were begun and not finished.
  func removePartials() {
    for name in names where name.hasSuffix(Self.partialSuffix) {
      // One that stays is overwritten when its file is written again.
      try? FileSystem.remove("\(folder)/\(name)")
    }
  }

  /// How many bytes all files have.
  func totalSize() -> Int64 {
    names.reduce(0) { $0 + (FileSystem.size(of: "\(folder)/\($1)") ?? 0) }
  }

  /// The names of the files; none where there is no folder.
  private var names: [String] { (try? FileSystem.names(in: folder)) ?? [] }
}
