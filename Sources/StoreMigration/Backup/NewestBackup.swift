internal import Files

/// The newest of the backups that lie next to a store and have the usual names.
package enum NewestBackup {
  /// Its path; nil if there is no backup, or the folder cannot be read.
  package static func path(besideStore store: String) -> String? {
    let folder = FilePath.folder(of: store)
    let name = FilePath.name(of: store)
    // A folder that cannot be read has no backup to offer.
    let names = (try? FileSystem.names(in: folder)) ?? []
    let backups = names.sorted().compactMap { file -> (path: String, status: FileStatus)? in
      guard BackupName(file, ofStore: name) != nil else { return nil }
      let path = folder == "." ? file : FilePath.join(folder, file)
      return FileStatus(path: path).map { (path, $0) }
    }
    return backups.filter { $0.status.kind == .file }
      .max { $0.status.modified < $1.status.modified }?.path
  }
}
