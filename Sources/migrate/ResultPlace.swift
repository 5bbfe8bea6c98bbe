internal import ArgumentParsing
internal import Files
internal import StoreArchive

/// Where `--output` may put a result.
///
/// A report takes the place of an older report, never of data.
enum ResultPlace {
  /// Refuses a file that is a store, a backup, or what the command was given to work on.
  static func check(_ path: String, _ arguments: ParsedArguments) throws {
    guard let status = FileStatus(path: path), status.kind == .file else { return }
    if arguments.words.contains(where: { FileStatus(path: $0)?.identity == status.identity }) {
      throw Failure(
        unable: "file-exists", "'\(path)' is what the command is about, and is left as it is")
    }
    let start = try FileSystem.firstBytes(16, of: path)
    if try start == Array("SQLite format 3\0".utf8) || BackupReader.isBackup(path) {
      throw Failure(
        unable: "file-exists", "'\(path)' is a store or a backup, and is left as it is")
    }
  }
}
