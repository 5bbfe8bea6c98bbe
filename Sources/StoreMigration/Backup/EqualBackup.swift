internal import Files
package import SchemaModel

/// An earlier backup next to a store with the same bytes as a new one, as when work is repeated.
package enum EqualBackup {
  /// Removes a new backup if the previous one is equal.
  ///
  /// - Returns: The path of the backup that remains.
  package static func place(of path: String, ofStoreAt store: String, version: Version?) -> String {
    guard let earlier = BackupPlace.predecessor(of: path, store: store, version: version),
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
}
