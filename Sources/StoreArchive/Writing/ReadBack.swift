internal import Files
internal import Threads

/// Reads a backup back from the disk and proves it; a long backup is read while it is still being written.
final class ReadBack: @unchecked Sendable {
  // Sendable: the writer begins the work, and only looks at it once all bytes are written.
  private let path: String
  private let file: WrittenFile
  private let rows = Guarded(ArchiveProgress(rows: 0, totalRows: 0))
  private var work: SideWork<BackupContents>?

  /// A proof of a backup that will be written to a file.
  init(of file: SystemFile) {
    path = file.path
    self.file = WrittenFile(file)
  }

  /// The result is no longer needed.
  deinit { file.abandon() }

  /// Notes that more bytes of the backup were written.
  func add(_ count: Int) {
    guard file.add(count), work == nil else { return }
    work = SideWork { [path, file, rows] in
      try BackupReader.verify(path, following: file) { progress in
        if file.isAbandoned { throw Abandoned() }
        rows.withLock { $0 = progress }
      }
    }
  }

  /// Reads the rest, once all of the backup is on the disk.
  ///
  /// - Throws: ``ArchiveError``, such as ``ArchiveError/anotherBackup(path:)``, or the error of `progress`.
  func finish(
    _ written: BackupContents, _ progress: @escaping (ArchiveProgress) throws -> Void
  ) throws {
    file.end()
    guard let work else { return try BackupReader.verify(path, is: written, progress: progress) }
    var reason: (any Error)?
    let found = Result {
      try work.value {
        guard reason == nil else { return }
        do { try progress(rows.withLock { $0 }) } catch {
          reason = error
          file.abandon()
        }
      }
    }
    if let reason { throw reason }
    guard try found.get() == written else { throw ArchiveError.anotherBackup(path: path) }
  }

  private struct Abandoned: Error {}
}
