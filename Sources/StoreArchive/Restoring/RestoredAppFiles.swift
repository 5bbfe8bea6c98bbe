internal import Files
internal import SQLite

/// The files of an app from a backup, which stay in a hidden folder until the store is proven, and only then
/// get their names.
///
/// No file is ever replaced, and nothing is written outside the folder of the app.
final class RestoredAppFiles {
  private let folder: String
  /// The hidden folder, in which the files have numbers as names.
  private let draft: String
  private var file: SystemFile?
  private var paths: [String] = []
  /// The files and folders that were created so far, so that they can be removed again.
  private var (placed, made): ([String], [String]) = ([], [])

  /// - Throws: ``ArchiveError/outsideFolder(path:)`` if the hidden folder is a link.
  init(in folder: String, ofStoreAt store: String) throws {
    self.folder = FilePath.shortened(folder)
    draft = FilePath.join(folder, ".\(FilePath.name(of: store)).restoring-files")
    // A killed run may have left some files.
    try removeDraft()
  }

  /// Takes the next piece of a file.
  func take(_ piece: ExternalFileParser.Piece) throws {
    if piece.offset == 0 {
      try end()
      try FileSystem.makeFolder(draft)
      file = try SystemFile.new(path(ofDraft: paths.count))
      paths.append(piece.file)
    }
    try unsafe piece.bytes.withUnsafeBytes { try unsafe file?.write($0) }
  }

  private func path(ofDraft number: Int) -> String { FilePath.join(draft, "\(number)") }

  private func end() throws {
    try file?.flush()
    file = nil
  }

  /// Checks that every file can get its name.
  ///
  /// - Throws: ``ArchiveError/differingFile(path:count:)``, ``ArchiveError/outsideFolder(path:)``.
  func check() throws {
    try end()
    var differing: [String] = []
    for (number, name) in paths.enumerated() where try !isFree(name) && !isPresent(name, number) {
      differing.append(name)
    }
    guard let first = differing.first else { return }
    throw ArchiveError.differingFile(
      path: FilePath.join(folder, first), count: Int64(differing.count))
  }

  private func isFree(_ name: String) throws -> Bool {
    let path = FilePath.join(folder, name)
    guard !FileSystem.exists(path) else { return false }
    var parent = FilePath.folder(of: path)
    while !FileSystem.exists(parent), parent != folder { parent = FilePath.folder(of: parent) }
    try checkIsInside(parent, path)
    return FileSystem.isFolder(parent)
  }

  /// Whether the backup's file already exists in the folder.
  private func isPresent(_ name: String, _ number: Int) throws -> Bool {
    let path = FilePath.join(folder, name)
    guard FileStatus(path: path)?.kind == .file else { return false }
    try checkIsInside(path, path)
    return try FileSystem.areEqual(path, self.path(ofDraft: number))
  }

  private func checkIsInside(_ place: String, _ path: String) throws {
    let (root, end) = (FileSystem.resolved(folder), FileSystem.resolved(place))
    guard end == root || end.hasPrefix(root == "/" ? root : root + "/") else {
      throw ArchiveError.outsideFolder(path: path)
    }
  }

  /// Gives the files their names, and returns the number of new files.
  func place() throws -> Int64 {
    for (number, name) in paths.enumerated() {
      let path = FilePath.join(folder, name)
      if try isFree(name) {
        made += try FileSystem.makeFolders(FilePath.folder(of: path))
        if try FileSystem.renameIfFree(self.path(ofDraft: number), to: path) {
          placed.append(path)
          continue
        }
      }
      guard try isPresent(name, number) else {
        throw ArchiveError.differingFile(path: path, count: 1)
      }
    }
    for folder in Set(placed.map(FilePath.folder)).sorted() { try FileSystem.flushFolder(folder) }
    try removeDraft()
    return Int64(placed.count)
  }

  /// Removes the files and folders that were placed.
  func undo() {
    for path in placed { try? FileSystem.remove(path) }
    FileSystem.removeEmptyFolders(made)
    try? removeDraft()
  }

  /// Removes the hidden folder.
  func removeDraft() throws {
    guard let kind = FileStatus(path: draft, followingLinks: false)?.kind else { return }
    guard kind == .directory else { throw ArchiveError.outsideFolder(path: draft) }
    try FileSystem.removeFolder(draft)
  }
}
