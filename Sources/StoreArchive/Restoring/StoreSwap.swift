internal import Files
internal import SQLite

/// Replaces an old store with a new one, and keeps the old one.
///
/// At every instant the place holds either the old store or the new one, each with all of its external files.
/// The new store's external files are added first. Then the database is exchanged in one step. The external
/// files of the old store alone are removed last.
///
/// The old store's own file gets the new content. Only a file that cannot be opened, or that has other names,
/// is replaced by a new file.
struct StoreSwap {
  let fresh: StoreFiles
  let place: StoreFiles

  /// The files that were replaced, by their present paths.
  struct Kept {
    /// The old store; nil if there was none.
    var store: String?
    /// The files that a deleted store had left behind.
    var leftovers: [String] = []
  }

  /// Exchanges the stores, and returns the present paths of the old one.
  func run(isReplacing: Bool) throws -> Kept {
    let isReplaced = isReplacing && place.occupant != nil
    var old = isReplaced && FileSystem.exists(place.path) ? try settleOld() : nil
    let kept = isReplaced ? try keepOld(&old) : Kept()
    let files = try ExternalFiles.names(in: fresh.externalFolder)
    let added = try moveExternalFiles(files)
    let folder = try SystemFile.reading(FilePath.folder(of: place.path))
    do {
      let isLasting = try exchange(with: old, isReplacing: isReplacing)
      // The new store is in its place, so that no error counts any more. If the folder cannot be flushed, a
      // power cut may bring the old store back, which then needs its files. No row names the files that stay,
      // and verify reports them.
      if isLasting, (try? folder.flush()) != nil { try? removeExternalFiles(except: Set(files)) }
    } catch {
      for name in added { try? FileSystem.remove(place.externalFolder + "/" + name) }
      // The copy is useful if the old store has changed.
      if let old, old.isSettled, let copy = kept.store { try? StoreFiles(copy).remove() }
      throw error
    }
    // Until the end, the old store stays locked.
    withExtendedLifetime(old) {}
    return kept
  }

  /// Moves the new store's content into the place, and returns whether it will last once the folder is
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

  /// Keeps the existing store; the lock on it is released if its own file must not be written.
  ///
  /// The copy has a draft name until it is complete: the database gets its final name after all its other
  /// files.
  private func keepOld(_ old: inout HeldStore?) throws -> Kept {
    let (kept, draft) = firstFreePlace()
    // A killed run may have left some files.
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
    // If the old store could not be opened, its log is kept with it.
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
    // A new store must not find another store's log.
    for log in logs { try FileSystem.remove(log) }
    try FileSystem.flushFolder(of: kept.path)
    return isStore
      ? Kept(store: kept.path)
      : Kept(leftovers: (kept.companions + [kept.externalFolder]).filter(FileSystem.exists))
  }

  /// The first number that no kept store has, as a path, and the path of its draft.
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

  /// Ensures that the old store is not in use, and that its file alone has its whole content.
  ///
  /// - Returns: the locked store; nil if it cannot be opened or written to.
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
      // A user who may not write to the file may still put another file in its place.
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

  /// Moves the new store's files into the folder, and returns the names that did not exist there.
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
  /// Whether the file itself is at fault, as in a store that is restored because it is damaged.
  fileprivate var isOfDamage: Bool {
    [.notADatabase, .corrupt, .inputOutput, .cannotOpen].contains(primaryCode)
  }
}
