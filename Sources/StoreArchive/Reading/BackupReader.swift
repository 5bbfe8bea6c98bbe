/// Reads backups.
public enum BackupReader {
  /// Whether a file starts like a backup, packed or not; this tells it from other files, but is no proof.
  ///
  /// - Throws: ``ArchiveError/file(_:)`` if the file cannot be read.
  public static func isBackup(_ path: String) throws(ArchiveError) -> Bool {
    try BackupSource.isOfBackup(path)
  }

  /// Reads a whole backup and proves it: its form, its counts, its check values and its digest.
  ///
  /// Among them are the checksums of every table's values. The writer computed them from SQLite's values, and
  /// here they are computed from the text. So the text has the same meaning as the store.
  ///
  /// - Parameters:
  ///   - path: the path of the backup.
  ///   - progress: a function that is called now and then with the progress; an error that it throws ends the
  ///     work.
  /// - Returns: the contents of the backup.
  /// - Throws: ``ArchiveError`` with the line of the problem, or the error of `progress`.
  public static func verify(
    _ path: String, progress: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws -> BackupContents {
    try DatabaseCopy.isOne(path)
      ? DatabaseCopy.verify(path) : verify(path, following: nil, progress: progress)
  }

  /// Reads a whole backup and proves it, while another thread may still be writing it.
  static func verify(
    _ path: String, following writing: WrittenFile?,
    progress: @escaping (ArchiveProgress) throws -> Void
  ) throws -> BackupContents {
    var parser = try BackupParser(path, following: writing)
    var consumer = NoStore(progress: RowProgress(progress))
    return try parser.parse(into: &consumer)
  }

  /// Reads a backup back from the disk and proves that it is the one that was written.
  ///
  /// After this proof, the store may be changed. The bytes on the disk are exactly the written ones. Reading
  /// them yields every value that SQLite passed to the writer. The store itself need not be read a second
  /// time.
  ///
  /// - Throws: ``ArchiveError``, for instance ``ArchiveError/anotherBackup(path:)``, or the error of
  ///   `progress`.
  public static func verify(
    _ path: String, is written: BackupContents,
    progress: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws {
    guard try verify(path, progress: progress) == written else {
      throw ArchiveError.anotherBackup(path: path)
    }
  }
}

/// A consumer that creates nothing from the backup.
struct NoStore: BackupConsumer {
  var progress: RowProgress

  mutating func begin(_ contents: BackupContents) { progress.begin(contents.tables) }
  func beginTable(at index: Int) {}
  func rowID(_ number: Int64) {}
  func value(_ value: ArchivedValue, column: Int) {}
  func part(_ bytes: UnsafeRawBufferPointer) {}
  mutating func endRow(line: Int) throws { try progress.countRow() }
  func external(_ piece: ExternalFileParser.Piece) throws { try progress.tell() }
}
