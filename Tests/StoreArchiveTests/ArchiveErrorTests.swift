import Files
import SQLite
import StoreArchive
import Testing

struct ArchiveErrorTests {
  private static let full = SQLiteError(.full, "database or disk is full")

  @Test(
    arguments: [
      (.file(.init(.open, "b.json", code: 2)), "cannot open 'b.json': no such file or directory"),
      (
        .file(.init(.flush, "b.json", code: 5)),
        "cannot flush 'b.json' to the disk: input/output error"
      ),
      (
        .store(Self.full),
        "SQLite failed on the store: database or disk is full (SQLite error 13)"
      ),
      (.exists(path: "b.json"), "'b.json' exists already and is left as it is"),
      (.beingWritten(path: "b.json"), "'b.json' is being written by another process"),
      (.inUse(path: "s.db"), "'s.db' is in use by another connection"),
      (.unreadableDefinition(name: "t"), "the definition of 't' is not valid UTF-8"),
      (
        .longRow(table: "t"),
        "a row of table 't' has more than 512 MiB, which is the most that a backup holds"
      ),
      (
        .externalFileChanged(path: "e/f"), "the external file 'e/f' changed while it was read"
      ),
      (
        .irregularExternalFile(path: "e/f"),
        "'e/f' is no regular file, so it cannot be backed up"
      ),
      (.notABackup(path: "b.json"), "'b.json' is not a backup"),
      (
        .newerFormat(path: "b.json", version: 2),
        "'b.json' has format version 2; this program reads up to 1, a newer one is needed"
      ),
      (
        .truncated(path: "b.json", line: 7), "b.json:7: the backup ends here, and is not whole"
      ),
      (
        .overlongLine(path: "b.json", line: 7, limit: 1 << 24),
        "b.json:7: this line has more than 16 MiB, which only the line of a row may have"
      ),
      (
        .overlongRow(path: "b.json", line: 7, table: "t", limit: 1 << 29),
        "b.json:7: this row of table 't' has more than 512 MiB, which is more than a store can hold"
      ),
      (
        .malformed(path: "b.json", line: 7, column: 3, expected: "Base64"),
        "b.json:7:3: expected Base64"
      ),
      (
        .wrongCount(path: "b.json", line: 7, of: .rows(table: "t"), expected: 3, found: 2),
        "b.json:7: rows of table 't': 2 found where 3 should be"
      ),
      (
        .wrongCount(path: "b.json", line: 7, of: .bytes(file: "f"), expected: 3, found: 2),
        "b.json:7: bytes of external file 'f': 2 found where 3 should be"
      ),
      (.damaged(path: "b.json", lines: 7...7), "b.json:7: this line is not as it was written"),
      (
        .damaged(path: "b.json", lines: 7...9),
        "b.json:7: something from here to line 9 is not as it was written"
      ),
      (
        .contentDiffers(path: "b.json", line: 7, table: "t"),
        "b.json:7: the values of table 't' are not those that the store held"
      ),
      (
        .digestDiffers(path: "b.json", line: 7),
        "b.json:7: the digest is not the file's, which was changed after it was written"
      ),
      (.anotherBackup(path: "b.json"), "'b.json' is not the backup that was written"),
      (
        .unrestorableObject(path: "b.json", name: "i", Self.full),
        "b.json: 'i' cannot be made again: database or disk is full"
      ),
      (
        .unrestorableRow(path: "b.json", line: 7, table: "t", Self.full),
        "b.json:7: table 't' does not take this row: database or disk is full"
      ),
      (
        .restoredDiffers(.object(name: "i")),
        "the restored store differs from the backup in the definition of 'i'"
      ),
      (
        .restoredDiffers(.table("t")),
        "the restored store differs from the backup in the values of table 't'"
      ),
      (
        .restoredDiffers(.integrity("row 1 missing")),
        "the restored store fails SQLite's own check: row 1 missing"
      ),
    ] as [(ArchiveError, String)])
  func `every failure has its sentence`(error: ArchiveError, message: String) {
    #expect(error.message == message)
    #expect(error.description == message)
  }
}
