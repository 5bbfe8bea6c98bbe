#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The folders for temporary files.
package enum TemporaryFiles {
  /// The folder in which this process creates temporary files.
  package static var folder: String { value(of: "TMPDIR") ?? "/tmp" }

  /// The folder in which SQLite creates temporary files: trial copies and sorted rows
  /// (https://www.sqlite.org/tempfiles.html#temporary_file_storage_locations).
  package static var folderOfSQLite: String {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap(value)
    return (named + ["/var/tmp", "/usr/tmp"]).first(where: FileSystem.isWritable) ?? "/tmp"
  }

  /// Moves the temporary files of this process, of SQLite and of the programs that it starts to another
  /// folder.
  ///
  /// This must be called before the first database is opened, because SQLite reads the folder then.
  package static func move(to folder: String) {
    for name in ["TMPDIR", "SQLITE_TMPDIR"] { unsafe setenv(name, folder, 1) }
  }

  private static func value(of name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
