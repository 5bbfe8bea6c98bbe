#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSystem {
  /// The names of what is in a folder, in the order of their bytes.
  ///
  /// A name that is no UTF-8 is refused, for as text it would be another one.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    let listing = try listing(of: folder)
    if let illegible = listing.illegible.first {
      throw .illegibleName(FilePath.join(folder, illegible.name))
    }
    return listing.names
  }

  /// What is in a folder, for those to whom some of it does not matter.
  package static func listing(of folder: String) throws(SystemError) -> FolderListing {
    guard let stream = unsafe opendir(folder) else { throw SystemError(.read, folder) }
    defer { unsafe closedir(stream) }
    var listing = FolderListing()
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      listing.add(name, isFolder: unsafe entry.pointee.d_type == numericCast(DT_DIR))
      errno = 0
    }
    guard errno == 0 else { throw SystemError(.read, folder) }
    return listing.sorted()
  }

  /// Makes a folder, where there is none; returns whether it was made.
  @discardableResult
  package static func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if unsafe mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw SystemError(.create, path) }
    guard isFolder(path) else { throw SystemError(.create, path, code: ENOTDIR) }
    return false
  }

  /// Makes a folder and those that it is in, where there are none: all of them or none.
  ///
  /// - Returns: Those that were made, the outermost first.
  @discardableResult
  package static func makeFolders(_ path: String) throws(SystemError) -> [String] {
    guard !isFolder(path) else { return [] }
    let parent = FilePath.folder(of: path)
    let made = parent == path ? [] : try makeFolders(parent)
    do throws(SystemError) {
      return try makeFolder(path) ? made + [path] : made
    } catch {
      removeEmptyFolders(made)
      throw error
    }
  }

  /// Removes folders that were made, the outermost first, as far as nothing is in them.
  package static func removeEmptyFolders(_ paths: [String]) {
    for path in paths.reversed() { _ = unsafe rmdir(path) }
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
