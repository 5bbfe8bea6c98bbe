internal import Digests
internal import Files

extension ExternalFolder {
  private static let partialSuffix = ".partial"
  private static let pieceSize = 1 << 20

  /// Stores bytes, and returns the name to put into the row.
  ///
  /// The folder is created if it is missing. When this returns, the complete file is on the disk. The file
  /// never has its name without all of its content, so a row may name it at once.
  public func write(_ bytes: [UInt8]) throws -> String {
    let name = try keep(bytes).name
    try flush()
    return name
  }

  /// Stores bytes in a file whose name a row may have after the next ``flush()``.
  ///
  /// A damaged file of that name, with other bytes than it says, is replaced.
  ///
  /// Nothing waits for the disk if `isFlushed` is false: that is for a copy that is made again after a power
  /// cut.
  ///
  /// - Returns: The name, and whether no file had it before.
  package func keep(
    _ bytes: [UInt8], isFlushed: Bool = true
  ) throws -> (name: String, isNew: Bool) {
    let name = Digest.of(bytes).hexadecimal
    let isNew = !FileSystem.exists(path(of: name))
    if isNew || !isIntact(name) {
      try replace(name, isFlushed: isFlushed) { draft in try draft.write(bytes) }
    }
    return (name, isNew)
  }

  /// Stores a copy of a file of another folder, as ``keep(_:)`` stores bytes.
  ///
  /// It is copied piece by piece, so that its size does not matter.
  ///
  /// - Returns: Whether no file had its name before.
  /// - Throws: ``ExternalFileError`` if its bytes do not match its name: then nothing is stored.
  package func keep(_ name: String, of other: ExternalFolder) throws -> Bool {
    let isNew = !FileSystem.exists(path(of: name))
    guard isNew || !isIntact(name) else { return false }
    let source = try SystemFile.reading(other.path(of: name))
    try replace(name) { draft in
      var digest = Digest(.sha256)
      while case let piece = try source.read(upTo: Self.pieceSize), !piece.isEmpty {
        digest.update(piece)
        try draft.write(piece)
      }
      guard digest.finalize().hexadecimal == name else {
        throw ExternalFileError(name: name, reason: "is not what its name says")
      }
    }
    return isNew
  }

  /// Whether ``prove(_:)`` finds no problem with a file: whatever it is, writing the file again solves it.
  package func isIntact(_ name: String) -> Bool {
    do { try prove(name) } catch { return false }
    return true
  }

  private func replace(
    _ name: String, isFlushed: Bool = true, _ write: (SystemFile) throws -> Void
  ) throws {
    if !FileSystem.isFolder(path) { try FileSystem.makeFolders(path) }
    let file = path(of: name)
    let partial = file + Self.partialSuffix
    let draft = try SystemFile.exclusive(partial)
    do {
      try write(draft)
      if isFlushed { try draft.flush() }
      try FileSystem.rename(partial, to: file)
    } catch {
      // A partial file that stays is overwritten when its file is written again.
      try? FileSystem.remove(partial)
      throw error
    }
  }

  /// Waits until the folder's entries, and its own entry, are on the disk.
  package func flush() throws {
    try FileSystem.flushFolder(path)
    try FileSystem.flushFolder(of: path)
  }

  /// Removes files that were not completed.
  package func removePartials() throws {
    for name in try names() where name.hasSuffix(Self.partialSuffix) {
      try FileSystem.remove(path(of: name))
    }
  }
}
