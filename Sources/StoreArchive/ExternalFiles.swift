internal import Files
internal import StoreLayout

/// The folder of a store's external files.
enum ExternalFiles {
  /// The names of the files in a folder, in the order of their bytes; none without a folder.
  ///
  /// What is no regular file is passed over, as no value can be in it, unless it is named as values
  /// are: then ``ArchiveError/irregularExternalFile(path:)`` is thrown, for a value would be missing.
  static func names(in folder: String) throws -> [String] {
    try regularNames(in: folder) { name in
      guard !ExternalFolder.isFileName(name) else {
        throw ArchiveError.irregularExternalFile(path: folder + "/" + name)
      }
    }
  }

  /// The names of the files of a store that has to make way, whatever else is in its folder.
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
