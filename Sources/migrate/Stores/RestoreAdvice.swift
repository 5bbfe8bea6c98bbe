internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import StoreMigration

/// The advice to restore a backup, with the newest backup next to the store.
///
/// A backup never replaces a store that only the app may write, because the result is a store in our own
/// layout.
struct RestoreAdvice {
  private let store: String

  /// The newest backup next to the store.
  private var backup: String? { BackupPlace.newest(besideStore: store) }

  /// Whether Core Data or SwiftData wrote the store, or may have written it.
  private var isOfPlatform: Bool {
    StoreFile.isOfPlatform(store) || FileSystem.exists(CoreDataFiles.support(ofStoreAt: store))
  }

  /// The command with a placeholder for the backup.
  private static let placeholder = "migrate restore BACKUP "

  /// The command that copies the readable part of a damaged file.
  ///
  /// SQLite's shell writes to a file that it opens, so it gets a copy. Its `.recover` needs a table that many
  /// distributions leave out. Its `.dump` ends with a rollback if it finds damage.
  static func copying(_ store: String) -> String {
    let files = [store, store + "-wal"].filter(FileSystem.exists).map(\.shellWord)
    let folders = [store, "saved.store"].map { CoreDataFiles.support(ofStoreAt: $0) }
    let external =
      FileSystem.exists(folders[0])
      ? " && cp -R \(folders.map(\.shellWord).joined(separator: " "))" : ""
    let copy = "salvage/\(FilePath.name(of: store))".shellWord
    return "mkdir salvage && cp \(files.joined(separator: " ")) salvage/ && sqlite3 \(copy) .dump "
      + "| sed '$s/^ROLLBACK/COMMIT/' | sqlite3 saved.store" + external
  }

  /// The advice for a store; it is read only if a text asks for advice.
  init(of store: String) { self.store = store }

  /// The command that replaces the store by a backup.
  private var overwriting: String { "\(Self.placeholder)\(store.shellWord) --replace" }

  /// The advice for a damaged store of an app.
  private var anotherCopy: String {
    "get the file from the device again, with its '-wal' and its folder "
      + "'\(FilePath.name(of: CoreDataFiles.support(ofStoreAt: store)))'"
  }

  /// Replaces the placeholder `BACKUP` in the texts by the newest backup.
  ///
  /// If there is no backup, advice for a damaged file is added.
  func given(_ diagnostics: inout [Diagnostic], _ line: inout LastLine?) {
    for index in diagnostics.indices {
      for note in diagnostics[index].notes.indices {
        diagnostics[index].notes[note].message = named(diagnostics[index].notes[note].message)
      }
    }
    if line?.standing.nextCommand == overwriting, isOfPlatform {
      line?.standing.preparation = anotherCopy
      line?.standing.nextCommand = "migrate status \(store.shellWord)"
    }
    if let next = line?.standing.nextCommand { line?.standing.nextCommand = named(next) }
    let isDamaged = diagnostics.contains {
      ["illegible-catalog", "damaged-store"].contains($0.code)
    }
    guard isDamaged, backup == nil else { return }
    if let damage = diagnostics.lastIndex(where: { $0.code == "illegible-catalog" }) {
      diagnostics[damage].notes.append(
        .init(
          "no backup lies next to it: 'migrate create new.store' makes an empty store, and SQLite's shell "
            + "copies the rows of each table: sqlite3 new.store \"ATTACH '\(store)' AS old; "
            + "INSERT INTO main.TABLE SELECT * FROM old.TABLE\""))
    }
    guard let damage = diagnostics.lastIndex(where: { $0.code == "damaged-store" }) else { return }
    let copying = Self.copying(store)
    diagnostics[damage].notes += [
      .init(
        "no backup lies next to it; SQLite's shell copies what can be read, with an error for each part that "
          + "cannot: \(copying)"),
      .init(
        "'migrate verify saved.store' then counts what was copied; how much there was is not known"),
    ]
    if line?.standing.nextCommand?.contains(Self.placeholder) ?? false {
      line?.standing.nextCommand = copying
    }
  }

  private func named(_ text: String) -> String {
    let text =
      text.contains(overwriting) && isOfPlatform
      ? "\(anotherCopy); a backup becomes a store of 'migrate' elsewhere: \(Self.placeholder)NEWSTORE"
      : text
    guard text.contains(Self.placeholder), let backup else { return text }
    return text.replacing(Self.placeholder, with: "migrate restore \(backup.shellWord) ")
  }
}

extension Outcome {
  /// The outcome, with the newest backup of the store in its advice.
  func advisingRestore() -> Outcome {
    guard let store = lastLine?.store else { return self }
    var outcome = self
    RestoreAdvice(of: store).given(&outcome.findings, &outcome.lastLine)
    return outcome
  }
}

extension Failure {
  /// The failure, with the newest backup of the store in its advice.
  func advisingRestore() -> Failure {
    guard let store = lastLine?.store else { return self }
    var failure = self
    RestoreAdvice(of: store).given(&failure.diagnostics, &failure.lastLine)
    return failure
  }
}
