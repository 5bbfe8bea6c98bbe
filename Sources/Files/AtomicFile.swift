#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Writes files so that a reader sees the old content or the new one, never a part.
package enum AtomicFile {
  /// Writes a text to a file that need not exist.
  ///
  /// The text goes to a file next to it, is flushed to disk, and then takes the place of the old
  /// one, whose permissions it keeps. What is no ordinary file, such as `/dev/stdout` or a named
  /// pipe, is written to directly. A symbolic link is followed.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes to a file that need not exist, as a text is written.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let target = FileSystem.resolved(path)
    do throws(SystemError) {
      switch FileStatus(path: target) {
      case let status? where status.kind == .file: try replace(target, bytes, status.permissions)
      case .some: try SystemFile.writing(target).write(bytes)
      case nil: try replace(target, bytes, nil)
      }
    } catch {
      throw error.during(.write, target)
    }
  }

  private static func replace(
    _ path: String, _ bytes: [UInt8], _ permissions: UInt16?
  ) throws(SystemError) {
    // One into which files may be put and which may not be read cannot be flushed.
    let folder = try? SystemFile.reading(FilePath.folder(of: path))
    let draft = try newDraft(of: path)
    do throws(SystemError) {
      if let permissions { draft.setPermissions(permissions) }
      try draft.write(bytes)
      try draft.flush()
      try FileSystem.rename(draft.path, to: path)
    } catch {
      // A draft that cannot be removed either is no part of what went wrong.
      try? FileSystem.remove(draft.path)
      throw error
    }
    try folder?.flush()
  }

  /// A file next to another; one that a killed run of the same number left stays as it is.
  private static func newDraft(of path: String) throws(SystemError) -> SystemFile {
    var number = 0
    while true {
      let suffix = number == 0 ? "" : ".\(number)"
      do throws(SystemError) {
        return try SystemFile.new("\(path).\(getpid())\(suffix).tmp")
      } catch {
        guard error.code == EEXIST, number < 1000 else { throw error }
        number += 1
      }
    }
  }
}
