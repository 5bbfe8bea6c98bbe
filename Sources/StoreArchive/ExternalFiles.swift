internal import Files

/// The folder of a store's external files.
enum ExternalFiles {
  /// The names of the files in a folder, in the order of their bytes; none without a folder.
  ///
  /// Throws ``ArchiveError/irregularExternalFile(path:)`` where something in it is no regular file.
  static func names(in folder: String) throws -> [String] {
    guard FileSystem.exists(folder) else { return [] }
    let names = try FileSystem.names(in: folder)
    for path in names.map({ folder + "/" + $0 }) {
      guard FileStatus(path: path, followingLinks: false)?.kind == .file else {
        throw ArchiveError.irregularExternalFile(path: path)
      }
    }
    return names
  }
}
