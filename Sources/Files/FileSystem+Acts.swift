#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSystem {
  /// Gives a file a new name; an existing file with that name is replaced.
  package static func rename(_ path: String, to target: String) throws(SystemError) {
    guard systemRename(path, target) == 0 else { throw SystemError(.rename, path) }
  }

  /// Gives a file a new name if no file has it yet.
  ///
  /// Returns false if the name is taken.
  package static func renameIfFree(
    _ path: String, to target: String
  ) throws(SystemError) -> Bool {
    // A hard link is refused if the name is taken; a rename is not.
    if unsafe link(path, target) == 0 {
      do throws(SystemError) {
        try remove(path)
      } catch {
        // A file with both names would be neither the draft nor the finished file.
        try? remove(target)
        throw error
      }
      return true
    }
    if errno == EEXIST { return false }
    // On a file system without hard links: check first, then rename.
    if exists(target) { return false }
    try rename(path, to: target)
    return true
  }

  /// Gives a file a second name, or copies it if the file system has no hard links.
  package static func duplicate(_ path: String, as target: String) throws(SystemError) {
    if unsafe link(path, target) == 0 { return }
    guard errno != EEXIST else { throw SystemError(.create, target) }
    try copy(path, to: target)
  }

  /// Removes a file, if it exists.
  package static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError(.remove, path) }
  }
}

// Inside the type, `rename` means the type's own function.
private func systemRename(_ path: String, _ target: String) -> Int32 {
  unsafe rename(path, target)
}
