#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Files that are needed for a while.
package enum TemporaryFiles {
  /// Where this process makes such files.
  package static var folder: String { value(of: "TMPDIR") ?? "/tmp" }

  /// Where SQLite makes them: copies to try something on, and what it sorts
  /// (https://www.sqlite.org/tempfiles.html#temporary_file_storage_locations).
  package static var folderOfSQLite: String {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap(value)
    return (named + ["/var/tmp", "/usr/tmp"]).first(where: FileSystem.isWritable) ?? "/tmp"
  }

  /// Lets this process, SQLite in it and the programs that it starts make them elsewhere.
  ///
  /// It is said before the first database is opened, for then SQLite looks where they go.
  package static func move(to folder: String) {
    for name in ["TMPDIR", "SQLITE_TMPDIR"] { unsafe setenv(name, folder, 1) }
  }

  private static func value(of name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
