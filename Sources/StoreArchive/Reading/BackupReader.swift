/// Reads backups.
public enum BackupReader {
  /// Whether a file begins as a backup does, packed or not: enough to tell it from other files, and
  /// no proof.
  ///
  /// - Throws: ``ArchiveError/file(_:)`` where the file cannot be read.
  public static func isBackup(_ path: String) throws(ArchiveError) -> Bool {
    try BackupSource.isOfBackup(path)
  }

  /// Reads a backup whole and proves it: its form, its counts, its check values and its digest.
  ///
  /// Among them are the sums of every table's values, which the writer took of what SQLite handed
  /// over and which are taken here of what the text says: so the text means what the store held.
  ///
  /// - Parameters:
  ///   - path: the backup.
  ///   - progress: is given now and then how far it has come; what it throws ends the work.
  /// - Returns: what the backup says of itself.
  /// - Throws: ``ArchiveError`` with the line of what is wrong, or what `progress` throws.
  public static func verify(
    _ path: String, progress: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws -> BackupContents {
    try verify(path, following: nil, progress: progress)
  }

  /// Reads a backup whole and proves it, while somebody may still write to it.
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
  /// This is what allows a store to be changed after its backup. It proves that what is on the
  /// disk is, to the bit, what was written, and that reading it yields, value for value, what
  /// SQLite handed to the writer; the store itself need not be read a second time.
  ///
  /// - Throws: ``ArchiveError``, for instance ``ArchiveError/anotherBackup(path:)``, or what
  ///   `progress` throws.
  public static func verify(
    _ path: String, is written: BackupContents,
    progress: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws {
    guard try verify(path, progress: progress) == written else {
      throw ArchiveError.anotherBackup(path: path)
    }
  }
}

/// Takes a backup and makes nothing of it.
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
