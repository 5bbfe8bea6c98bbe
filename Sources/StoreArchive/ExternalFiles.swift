internal import Files
internal import StoreLayout

/// The folder of a store's external files.
enum ExternalFiles {
  /// The names of the files in a folder, in the order of their bytes; empty if the folder does not exist.
  ///
  /// An entry that is not a regular file is skipped, because it cannot hold a value. If it has the name of a
  /// value, the value would be missing, and ``ArchiveError/irregularExternalFile(path:)`` is thrown.
  static func names(in folder: String) throws -> [String] {
    try regularNames(in: folder) { name in
      guard !ExternalFolder.isFileName(name) else {
        throw ArchiveError.irregularExternalFile(path: folder + "/" + name)
      }
    }
  }

  /// The names of the regular files of a store that is to be replaced; other entries of its folder are
  /// skipped.
  static func regularNames(
    in folder: String, passingOver: (String) throws -> Void = { _ in }
  ) throws -> [String] {
    guard FileSystem.exists(folder) else { return [] }
    var names: [String] = []
    for name in try FileSystem.listing(of: folder).names {
      if FileStatus(path: folder + "/" + name, followingLinks: false)?.kind == .file {
        names.append(name)
      } else {
        try passingOver(name)
      }
    }
    return names
  }
}
