internal import Files
internal import SQLiteStore

/// Puts a new store in the place of an old one, and keeps the old.
///
/// At every instant the place holds the old store or the new one, each with all of its external
/// files: what belongs to the new store is put beside the old one's first, the database file is
/// exchanged by one rename, and what belongs to the old store alone goes away last.
struct StoreSwap {
  private let fresh: StoreFiles
  private let place: StoreFiles

  init(from fresh: StoreFiles, to place: StoreFiles) {
    self.fresh = fresh
    self.place = place
  }

  /// What had to make way, and where it is now.
  struct Kept {
    /// The old store; nil where there was none.
    var store: String?
    /// What a store had left that was gone itself.
    var leftovers: [String] = []
  }

  /// Exchanges the stores; returns where the old one is kept.
  func run(isReplacing: Bool) throws -> Kept {
    let isReplaced = isReplacing && place.occupant != nil
    let old = isReplaced && FileSystem.exists(place.path) ? try settleOld() : nil
    let kept = isReplaced ? try keepOld(old) : Kept()
    let files = try ExternalFiles.names(in: fresh.externalFolder)
    try moveExternalFiles(files)
    let folder = try SystemFile.reading(FilePath.folder(of: place.path))
    if isReplacing {
      try FileSystem.rename(fresh.path, to: place.path)
    } else if try !FileSystem.renameIfFree(fresh.path, to: place.path) {
      throw ArchiveError.exists(path: place.path)
    }
    // The new store is in its place, so nothing is a failure any more. Where its name cannot be
    // flushed, a power cut may bring the old store back, which then needs its files. Those that stay
    // are named by no row, and verify tells of them.
    if (try? folder.flush()) != nil {
      try? old?.retire()
      try? removeExternalFiles(except: Set(files))
    }
    return kept
  }

  // MARK: The old store

  private func keepOld(_ old: RetiredStore?) throws -> Kept {
    let isStore = FileSystem.exists(place.path)
    let kept = firstFreePlace()
    if let old {
      try old.copy(to: kept.path)
    } else if isStore {
      try FileSystem.duplicate(place.path, as: kept.path)
    }
    // Where the old store could not be opened, its log stays with it; a new store must not find it.
    for (old, new) in zip(place.companions, kept.companions) where FileSystem.exists(old) {
      try FileSystem.rename(old, to: new)
    }
    try keepExternalFiles(in: kept)
    try FileSystem.flushFolder(of: kept.path)
    return isStore
      ? Kept(store: kept.path)
      : Kept(leftovers: (kept.companions + [kept.externalFolder]).filter(FileSystem.exists))
  }

  private func firstFreePlace() -> StoreFiles {
    var number = 1
    while true {
      let candidate = StoreFiles("\(place.path).before-restore-\(number)")
      if candidate.occupant == nil { return candidate }
      number += 1
    }
  }

  /// Makes sure that nobody uses the old store, and that its file alone is all of it.
  ///
  /// - Returns: the store with a lock on it; nil where it needs none, or cannot be opened.
  private func settleOld() throws -> RetiredStore? {
    do {
      try checkpointOld()
      return try RetiredStore(at: place.path)
    } catch let error as SQLiteError {
      guard error.isOfDamage else {
        throw [.busy, .locked].contains(error.primaryCode)
          ? ArchiveError.inUse(path: place.path) : .store(error)
      }
      return nil
    } catch is SystemError {
      // Who may not write to it may still put another one in its place.
      return nil
    }
  }

  private func checkpointOld() throws(SQLiteError) {
    let connection = try Connection(path: place.path, mode: .readWrite)
    // In WAL mode this needs that no other connection is open, not only that none is writing
    // (https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory).
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: External files

  private func keepExternalFiles(in kept: StoreFiles) throws {
    let names = try ExternalFiles.regularNames(in: place.externalFolder)
    guard !names.isEmpty else { return }
    try FileSystem.makeFolder(kept.externalFolder)
    for name in names {
      try FileSystem.duplicate(
        place.externalFolder + "/" + name, as: kept.externalFolder + "/" + name)
    }
  }

  private func moveExternalFiles(_ names: [String]) throws {
    guard !names.isEmpty else { return }
    try FileSystem.makeFolder(place.externalFolder)
    for name in names {
      try FileSystem.rename(
        fresh.externalFolder + "/" + name, to: place.externalFolder + "/" + name)
    }
    try FileSystem.flushFolder(place.externalFolder)
    try FileSystem.removeFolder(fresh.externalFolder)
  }

  private func removeExternalFiles(except names: Set<String>) throws {
    let all = try ExternalFiles.regularNames(in: place.externalFolder)
    for name in all where !names.contains(name) {
      try FileSystem.remove(place.externalFolder + "/" + name)
    }
  }
}

extension SQLiteError {
  /// Whether the file itself is at fault: a store that is restored because it is damaged.
  fileprivate var isOfDamage: Bool {
    [.notADatabase, .corrupt, .inputOutput, .cannotOpen].contains(primaryCode)
  }
}
