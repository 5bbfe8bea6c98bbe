#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Writes files so that a reader sees the old content or the new content, never a part of either.
package enum AtomicFile {
  /// Writes a text to a file, which need not exist.
  ///
  /// The text is written to a new file next to the old one and flushed to disk. Then it replaces the old
  /// file, and keeps its permissions. A path that is not an ordinary file, such as `/dev/stdout` or a named
  /// pipe, is written to directly. A symbolic link is followed.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes to a file, which need not exist, in the same way as a text.
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
    // A folder that may be written but not read cannot be flushed.
    let folder = try? SystemFile.reading(FilePath.folder(of: path))
    let draft = try newDraft(of: path)
    do throws(SystemError) {
      if let permissions { draft.setPermissions(permissions) }
      try draft.write(bytes)
      try draft.flush()
      try FileSystem.rename(draft.path, to: path)
    } catch {
      // If the draft cannot be removed either, the first error is still the one to report.
      try? FileSystem.remove(draft.path)
      throw error
    }
    try folder?.flush()
  }

  /// Creates a file next to another.
  ///
  /// A draft that a killed process with the same number left behind is kept.
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
