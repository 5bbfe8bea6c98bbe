#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSystem {
  /// The names of what is in a folder, in the order of their bytes.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError(.read, folder) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw SystemError(.read, folder) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder, where there is none.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o755) == 0 { return }
    guard errno == EEXIST else { throw SystemError(.create, path) }
    guard isFolder(path) else { throw SystemError(.create, path, code: ENOTDIR) }
  }

  /// Makes a folder and those that it is in, where there are none.
  package static func makeFolders(_ path: String) throws(SystemError) {
    guard !isFolder(path) else { return }
    let parent = FilePath.folder(of: path)
    if parent != path { try makeFolders(parent) }
    try makeFolder(path)
  }

  /// Removes a folder and the files in it, where there is one.
  package static func removeFolder(_ path: String) throws(SystemError) {
    guard exists(path) else { return }
    for name in try names(in: path) { try remove(path + "/" + name) }
    guard unsafe rmdir(path) == 0 else { throw SystemError(.remove, path) }
  }

  /// Waits until the names in a folder are on the disk.
  package static func flushFolder(_ path: String) throws(SystemError) {
    try SystemFile.reading(path).flush()
  }

  /// Waits until the names in a file's folder are on the disk.
  package static func flushFolder(of path: String) throws(SystemError) {
    try flushFolder(FilePath.folder(of: path))
  }
}
