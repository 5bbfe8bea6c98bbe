#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The few things done to files by name, each of them whole or not at all.
enum FileSystem {
  /// Whether anything has this name, a dangling link included.
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) == 0
  }

  /// Gives a file a new name, in place of whatever had it.
  static func rename(_ path: String, to target: String) throws(ArchiveError) {
    guard systemRename(path, target) == 0 else {
      throw .file(.init(.rename, path, errno))
    }
  }

  /// Gives a file a new name that nothing has yet: false where something has it.
  static func renameIfFree(_ path: String, to target: String) throws(ArchiveError) -> Bool {
    // A hard link is refused where the name is taken, which a rename is not.
    if unsafe link(path, target) == 0 {
      try remove(path)
      return true
    }
    if errno == EEXIST { return false }
    // A file system without hard links: look first, then rename.
    if exists(target) { return false }
    try rename(path, to: target)
    return true
  }

  /// Gives a file a second name, or copies it where the file system has no hard links.
  static func duplicate(_ path: String, as target: String) throws(ArchiveError) {
    if unsafe link(path, target) == 0 { return }
    guard errno != EEXIST else { throw .file(.init(.create, target, errno)) }
    let source = try SystemFile.reading(path)
    let copy = try SystemFile.exclusive(target)
    try unsafe withBuffer { buffer throws(ArchiveError) in
      while case let count = try unsafe source.read(into: buffer), count > 0 {
        try unsafe copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    try copy.flush()
  }

  /// Lends a buffer for copying.
  @unsafe static func withBuffer<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { unsafe buffer.deallocate() }
    return try unsafe body(buffer)
  }

  /// Removes a file, where there is one.
  static func remove(_ path: String) throws(ArchiveError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .file(.init(.remove, path, errno))
    }
  }

  /// Makes a folder, where there is none.
  static func makeFolder(_ path: String) throws(ArchiveError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .file(.init(.create, path, errno))
    }
  }

  /// Removes a folder and the files in it, where there is one.
  static func removeFolder(_ path: String) throws(ArchiveError) {
    guard exists(path) else { return }
    for name in try entries(of: path) { try remove(path + "/" + name) }
    guard unsafe rmdir(path) == 0 else { throw .file(.init(.remove, path, errno)) }
  }

  /// Waits until the names in a file's folder are on the disk.
  static func flushFolder(of path: String) throws(ArchiveError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let file = try SystemFile.reading(folder)
    try file.flush()
  }

  /// The names of the files in a folder, in the order of their bytes; none without a folder.
  ///
  /// Throws ``ArchiveError/irregularExternalFile(path:)`` where something in it is no regular file.
  static func files(in folder: String) throws(ArchiveError) -> [String] {
    guard exists(folder) else { return [] }
    let names = try entries(of: folder)
    if let name = names.first(where: { !isRegularFile(folder + "/" + $0) }) {
      throw .irregularExternalFile(path: folder + "/" + name)
    }
    return names
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  private static func entries(of folder: String) throws(ArchiveError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .file(.init(.read, folder, errno)) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw .file(.init(.read, folder, errno)) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

// Within the type, `rename` is its own.
private func systemRename(_ path: String, _ target: String) -> Int32 {
  unsafe rename(path, target)
}
