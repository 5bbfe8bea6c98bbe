#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSystem {
  /// The names of the files in a folder, in the order of their bytes.
  ///
  /// A name that is not UTF-8 is an error, for as a text it would be another name.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    let listing = try listing(of: folder)
    if let illegible = listing.illegible.first {
      throw .illegibleName(FilePath.join(folder, illegible.name))
    }
    return listing.names
  }

  /// The content of a folder, for callers to which a name that is not UTF-8 may not matter.
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

  /// Creates a folder if it does not exist.
  ///
  /// Returns whether it was created.
  @discardableResult
  package static func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if unsafe mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw SystemError(.create, path) }
    guard isFolder(path) else { throw SystemError(.create, path, code: ENOTDIR) }
    return false
  }

  /// Creates a folder and its missing parent folders: all of them or none.
  ///
  /// - Returns: The folders that were created, the outermost first.
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

  /// Removes empty folders, given with the outermost first; a folder with files in it is kept.
  package static func removeEmptyFolders(_ paths: [String]) {
    for path in paths.reversed() { _ = unsafe rmdir(path) }
  }

  /// Removes a folder and the files in it, if it exists.
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
