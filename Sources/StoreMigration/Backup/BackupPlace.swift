internal import Files
package import SchemaModel
internal import SQLite
package import StoreArchive

/// The path of a store's backup.
package enum BackupPlace {
  /// The path for a new backup, where no file exists yet; nil if no backup is wanted.
  static func path(
    for store: String, version: Version, choice: MigrationOptions.Backup
  ) -> String? {
    switch choice {
    case .none: nil
    case .file(let path): path
    case .besideStore, .document: besideStore(store, version: version)
    case .database: besideStore(store, version: version, isDatabase: true)
    }
  }

  /// A free name next to a store, including the store's version, if it has one.
  package static func besideStore(
    _ store: String, version: Version?, packing: BackupPacking = .none, isDatabase: Bool = false
  ) -> String {
    free(
      BackupName(
        store: FilePath.name(of: store), version: version, packing: packing, isDatabase: isDatabase)
    ) { beside(store, $0) }
  }

  /// A free name in another folder.
  package static func inFolder(
    _ folder: String, of store: String, version: Version?, packing: BackupPacking
  ) -> String {
    free(BackupName(store: FilePath.name(of: store), version: version, packing: packing)) {
      FilePath.join(folder, $0.text)
    }
  }

  /// The previous backup next to the store, if there is one.
  static func predecessor(of path: String, store: String, version: Version?) -> String? {
    guard let name = BackupName(FilePath.name(of: path), ofStore: FilePath.name(of: store)),
      name.version == version, beside(store, name) == path, !name.isDatabase
    else { return nil }
    return names(in: FilePath.folder(of: path), ofStore: name.store)
      .filter { $0.version == version && $0.hasForm(of: name) && $0.number < name.number }
      .max { $0.number < $1.number }
      .map { beside(store, $0) }
  }

  /// The backups of a store in the folder of a path, the newest first.
  static func backups(
    of store: String, beside path: String
  ) throws(SystemError) -> [(path: String, name: BackupName)] {
    let store = FilePath.name(of: store)
    let names = try FileSystem.listing(of: FilePath.folder(of: path)).names
    let files = names.compactMap { text -> (file: String, name: BackupName, FileStatus)? in
      let file: String = path.dropLast(FilePath.name(of: path).count) + text
      guard let name = BackupName(text, ofStore: store), let status = FileStatus(path: file),
        status.kind == .file
      else { return nil }
      return (file, name, status)
    }
    // A copy may have made the times equal.
    return files.sorted {
      ($0.2.modified, $0.name.number, $0.file) > ($1.2.modified, $1.name.number, $1.file)
    }.map { ($0.file, $0.name) }
  }

  /// The names of backups in a folder; empty if the folder cannot be listed.
  private static func names(in folder: String, ofStore store: String) -> [BackupName] {
    let listing = try? FileSystem.listing(of: folder)
    return (listing?.names ?? []).compactMap { BackupName($0, ofStore: store) }
  }

  private static func beside(_ store: String, _ name: BackupName) -> String {
    store.dropLast(name.store.count) + name.text
  }

  // The next number, and not the first free one: even if old backups are removed, a name is not used again
  // for another backup.
  private static func free(_ first: BackupName, _ place: (BackupName) -> String) -> String {
    var name = first
    // For a folder that cannot be listed, each name is checked.
    let numbers = names(in: FilePath.folder(of: place(name)), ofStore: name.store)
      .filter { $0.version == name.version }.map(\.number)
    name.number = (numbers.max() ?? 0) + 1
    while StoreFiles(place(name)).occupant != nil { name.number += 1 }
    return place(name)
  }

  /// Removes a new backup if the previous one next to the store has the same bytes, as when work is repeated.
  ///
  /// - Returns: The path of the backup that remains.
  package static func kept(_ path: String, ofStoreAt store: String, version: Version?) -> String {
    guard let earlier = predecessor(of: path, store: store, version: version),
      FileSystem.size(of: earlier) == FileSystem.size(of: path),
      (try? FileSystem.areEqual(earlier, path)) == true
    else { return path }
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      // Two equal backups do no harm.
      return path
    }
    return earlier
  }

  /// The newest of the backups that lie next to a store and have the usual names; nil if there is no backup.
  package static func newest(besideStore store: String) -> String? {
    // A folder that cannot be read has no backup to offer.
    try? backups(of: store, beside: store).first?.path
  }
}
