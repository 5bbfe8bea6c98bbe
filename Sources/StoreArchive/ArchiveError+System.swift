internal import Files
internal import SQLite

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension ArchiveError {
  /// The error for a refusal of the system.
  init(_ refusal: SystemError) {
    self = refusal.isOfLock ? .beingWritten(path: refusal.path) : .file(refusal)
  }

  /// The error for a backup that does not exist.
  package static func missing(path: String) -> ArchiveError {
    .file(SystemError(.open, path, code: ENOENT))
  }

  /// The error for a packed backup when memory is exhausted.
  static func outOfMemory(_ path: String) -> ArchiveError {
    .file(SystemError(.open, path, code: ENOMEM))
  }

  /// The error that the caller gets for an error that ended the work; errors of the caller's own closures are
  /// unchanged.
  static func promised(_ error: any Error) -> any Error {
    switch error {
    case let error as SystemError: ArchiveError(error)
    case let error as SQLiteError: ArchiveError.store(error)
    default: error
    }
  }

  /// Runs a file operation, and turns the system's errors into errors of archives.
  static func of<Result>(
    _ act: @autoclosure () throws(SystemError) -> Result
  ) throws(ArchiveError) -> Result {
    do throws(SystemError) { return try act() } catch { throw ArchiveError(error) }
  }
}
