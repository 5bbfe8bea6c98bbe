internal import Files
package import SchemaModel

/// Where the backup of a store goes.
package enum BackupPlace {
  /// The path for a new backup, which nothing has yet; nil where none is wanted.
  static func path(
    for store: String, version: Version, choice: MigrationOptions.Backup
  ) -> String? {
    switch choice {
    case .none: return nil
    case .file(let path): return path
    case .besideStore: return besideStore(store, version: version)
    }
  }

  /// A name beside a store that nothing has yet; without the version where there is none.
  package static func besideStore(_ store: String, version: Version?) -> String {
    var number = 1
    while FileSystem.exists(name(store, version, number)) { number += 1 }
    return name(store, version, number)
  }

  /// The backup that was made before this one beside the store, if there is one.
  static func predecessor(of path: String, store: String, version: Version) -> String? {
    var last: String?
    var number = 1
    while case let candidate = name(store, version, number), candidate != path,
      FileSystem.exists(candidate)
    {
      last = candidate
      number += 1
    }
    return last
  }

  /// The first name is `library.store.v1.0.0.backup.json`, the next one ends in `backup-2.json`.
  private static func name(_ store: String, _ version: Version?, _ number: Int) -> String {
    "\(store)\(version.map { ".v\($0)" } ?? "").backup\(number == 1 ? "" : "-\(number)").json"
  }
}
