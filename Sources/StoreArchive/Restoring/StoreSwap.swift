internal import Files
internal import SQLite

/// Puts a new store in the place of an old one, and keeps the old.
///
/// At every instant the place holds the old store or the new one, each with all of its external
/// files: what belongs to the new store is put next to the old one's first, the database is exchanged
/// as one, and what belongs to the old store alone goes away last. The old store's own file gets the
/// new content; only one that cannot be opened, or that has other names, gives way to a new file.
struct StoreSwap {
  let fresh: StoreFiles
  let place: StoreFiles

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
    var old = isReplaced && FileSystem.exists(place.path) ? try settleOld() : nil
    let kept = isReplaced ? try keepOld(&old) : Kept()
    let files = try ExternalFiles.names(in: fresh.externalFolder)
    let added = try moveExternalFiles(files)
    let folder = try SystemFile.reading(FilePath.folder(of: place.path))
    do {
      let isLasting = try exchange(with: old, isReplacing: isReplacing)
      // The new store is in its place, so nothing is a failure any more. Where that cannot be
      // flushed, a power cut may bring the old store back, which then needs its files. Those that
      // stay are named by no row, and verify tells of them.
      if isLasting, (try? folder.flush()) != nil { try? removeExternalFiles(except: Set(files)) }
    } catch {
      for name in added { try? FileSystem.remove(place.externalFolder + "/" + name) }
      // What is kept is of use where the old store is not as it was.
      if let old, old.isSettled, let copy = kept.store { try? StoreFiles(copy).remove() }
      throw error
    }
    // To the end nobody else uses it.
    withExtendedLifetime(old) {}
    return kept
  }

  /// Gives the place the new store's content; returns whether that is done for good once its folder is
  /// flushed.
  private func exchange(with old: HeldStore?, isReplacing: Bool) throws -> Bool {
    switch try old?.take(contentOf: fresh.path) {
    case .taken(let isLasting):
      try? fresh.remove()
      return isLasting
    case .unproven, nil: break
    }
    if isReplacing {
      try FileSystem.rename(fresh.path, to: place.path)
    } else if try !FileSystem.renameIfFree(fresh.path, to: place.path) {
      throw ArchiveError.exists(path: place.path)
    }
    return true
  }

  // MARK: The old store

  /// Keeps what there is; the old store is let go where its own file is not to be written to.
  ///
  /// It is kept under a name of its own until it is whole: the database gets its last name after all that
  /// belongs to it.
  private func keepOld(_ old: inout HeldStore?) throws -> Kept {
    let (kept, draft) = firstFreePlace()
    // A run that was killed may have left some of it.
    try kept.removeCompanions()
    try draft.remove()
    do {
      return try keepOld(&old, as: kept, draft)
    } catch {
      try? draft.remove()
      throw error
    }
  }

  private func keepOld(
    _ old: inout HeldStore?, as kept: StoreFiles, _ draft: StoreFiles
  ) throws -> Kept {
    let isStore = FileSystem.exists(place.path)
    if let held = old {
      try held.copy(to: draft.path)
      if held.hasOtherNames { old = nil }
    } else if isStore {
      try FileSystem.duplicate(place.path, as: draft.path)
    }
    // Where the old store could not be opened, its log stays with it.
    let logs = old == nil ? place.companions.filter(FileSystem.exists) : []
    for (log, copy) in zip(place.companions, draft.companions) where logs.contains(log) {
      try FileSystem.duplicate(log, as: copy)
    }
    try keepExternalFiles(in: draft)
    try FileSystem.flushFolder(of: draft.path)
    let companions = zip(
      [draft.externalFolder] + draft.companions, [kept.externalFolder] + kept.companions)
    for (part, name) in companions where FileSystem.exists(part) {
      try FileSystem.rename(part, to: name)
    }
    if isStore {
      try FileSystem.flushFolder(of: kept.path)
      try FileSystem.rename(draft.path, to: kept.path)
    }
    // A new store must not find the log of another one.
    for log in logs { try FileSystem.remove(log) }
    try FileSystem.flushFolder(of: kept.path)
    return isStore
      ? Kept(store: kept.path)
      : Kept(leftovers: (kept.companions + [kept.externalFolder]).filter(FileSystem.exists))
  }

  /// The first number that no kept store has, with the name of its draft.
  private func firstFreePlace() -> (kept: StoreFiles, draft: StoreFiles) {
    var number = 1
    while true {
      let candidate = StoreFiles("\(place.path).before-restore-\(number)")
      let draft = StoreFiles(candidate.path + ".partial")
      let isUnfinished = draft.occupant != nil && !FileSystem.exists(candidate.path)
      if candidate.occupant == nil || isUnfinished { return (candidate, draft) }
      number += 1
    }
  }

  /// Makes sure that nobody uses the old store, and that its file alone is all of it.
  ///
  /// - Returns: the store with a lock on it; nil where it cannot be opened or written to.
  private func settleOld() throws -> HeldStore? {
    do {
      return try HeldStore(at: place.path)
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

  // MARK: External files

  private func keepExternalFiles(in kept: StoreFiles) throws {
    let names = try ExternalFiles.regularNames(in: place.externalFolder)
    guard !names.isEmpty else { return }
    try FileSystem.makeFolder(kept.externalFolder)
    for name in names {
      try FileSystem.duplicate(
        place.externalFolder + "/" + name, as: kept.externalFolder + "/" + name)
    }
    try FileSystem.flushFolder(kept.externalFolder)
  }

  /// Returns the names that were not there before.
  private func moveExternalFiles(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    try FileSystem.makeFolder(place.externalFolder)
    let added = names.filter { !FileSystem.exists(place.externalFolder + "/" + $0) }
    for name in names {
      try FileSystem.rename(
        fresh.externalFolder + "/" + name, to: place.externalFolder + "/" + name)
    }
    try FileSystem.flushFolder(place.externalFolder)
    try FileSystem.removeFolder(fresh.externalFolder)
    return added
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
