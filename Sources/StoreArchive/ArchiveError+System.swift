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
  /// The error that stands for a refusal of the system.
  init(_ refusal: SystemError) {
    self = refusal.isOfLock ? .beingWritten(path: refusal.path) : .file(refusal)
  }

  /// A backup that is not there.
  package static func missing(path: String) -> ArchiveError {
    .file(SystemError(.open, path, code: ENOENT))
  }

  /// A packed backup for which there is no memory.
  static func outOfMemory(_ path: String) -> ArchiveError {
    .file(SystemError(.open, path, code: ENOMEM))
  }

  /// What is thrown to the caller for whatever ended the work: what the caller's own closures
  /// throw stays as it is.
  static func promised(_ error: any Error) -> any Error {
    switch error {
    case let error as SystemError: ArchiveError(error)
    case let error as SQLiteError: ArchiveError.store(error)
    default: error
    }
  }

  /// Does something with files, among work that throws nothing but errors of archives.
  static func of<Result>(
    _ act: @autoclosure () throws(SystemError) -> Result
  ) throws(ArchiveError) -> Result {
    do throws(SystemError) { return try act() } catch { throw ArchiveError(error) }
  }
}
