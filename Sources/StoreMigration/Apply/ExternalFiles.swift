#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Digests

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
  init(of store: String) { folder = FilePaths.resolved(store) + ".external" }

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
    if FilePaths.exists(path) { return (name, false) }
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .current }
    let partial = path + Self.partialSuffix
    do throws(SystemError) {
      try Self.write(bytes, to: partial)
      guard rename(partial, path) == 0 else { throw .current }
    } catch {
      unlink(partial)
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
      bytes = try Self.read(path)
    } catch {
      throw ExternalFileError(name: name, reason: "cannot be read: \(error)")
    }
    guard Digest.of(bytes).hexadecimal == name else {
      throw ExternalFileError(name: name, reason: "is not what its name says")
    }
    return bytes
  }

  /// Waits until the names in the folder are on the disk.
  func flush() throws(SystemError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Removes files that were begun and not finished.
  func removePartials() {
    for name in FilePaths.names(in: folder) where name.hasSuffix(Self.partialSuffix) {
      // One that stays is overwritten when its file is written again.
      try? FilePaths.remove("\(folder)/\(name)")
    }
  }

  /// How many bytes all files have.
  func totalSize() -> Int64 {
    FilePaths.names(in: folder).reduce(0) { $0 + (FilePaths.size(of: "\(folder)/\($1)") ?? 0) }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .current
      }
    }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  private static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw .current
      }
    }
  }
}

// Within the type, `read` and `write` are its own.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}
