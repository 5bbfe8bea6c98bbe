internal import ArgumentParsing
internal import Files

/// Where `--output` may put a result.
///
/// A report takes the place of an older report, never of data.
enum ResultPlace {
  /// How the files begin that no result replaces: stores and backups.
  private static let beginnings = ["SQLite format 3\0", #"{"format": "migrate-backup""#]
    .map { Array($0.utf8) }

  /// Refuses a file that is a store, a backup, or what the command was given to work on.
  static func check(_ path: String, _ arguments: ParsedArguments) throws {
    guard let status = FileStatus(path: path), status.kind == .file else { return }
    if arguments.words.contains(where: { FileStatus(path: $0)?.identity == status.identity }) {
      throw Failure(
        unable: "file-exists", "'\(path)' is what the command is about, and is left as it is")
    }
    let start = try FileSystem.firstBytes(32, of: path)
    if beginnings.contains(where: { start.starts(with: $0) }) {
      throw Failure(
        unable: "file-exists", "'\(path)' is a store or a backup, and is left as it is")
    }
  }
}
