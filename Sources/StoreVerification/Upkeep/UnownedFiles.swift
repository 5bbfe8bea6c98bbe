internal import Files

/// Files in the folder of an app that no object names.
public struct UnownedFiles: Hashable, Sendable {
  /// The folder of the app.
  public var folder: String
  /// The paths of the files, relative to the folder, sorted.
  public var names: [String]
  /// The size of the files, in bytes.
  public var bytes: Int64
}

extension UnownedFiles {
  /// Files of a folder, with their size.
  init(_ names: [String], in folder: String) {
    self.init(folder: folder, names: names, bytes: FileSystem.size(of: names, in: folder))
  }
}

/// The move of such files to a new folder, from which they can be taken back.
public struct UnownedFileMove: Hashable, Sendable {
  /// The files that were moved.
  public var files: UnownedFiles
  /// The new folder next to the app's folder, with the same subfolders; nil if nothing was moved.
  public var place: String?
  /// The reasons why other files could not be moved.
  public var left: [String] = []

  /// Moves files to a new folder, whose name is the base name with the first free number, inside a
  /// transaction that locks out writers.
  init(of names: [String], in folder: String, to base: String) throws {
    files = UnownedFiles([], in: folder)
    guard !names.isEmpty else { return }
    var number = 1
    while FileSystem.exists("\(base)-\(number)") { number += 1 }
    let place = "\(base)-\(number)"
    var made = try FileSystem.makeFolders(place)
    var (moved, changed): ([String], Set<String>) = ([], [place])
    for name in names {
      let (path, target) = (FilePath.join(folder, name), FilePath.join(place, name))
      do throws(SystemError) {
        made += try FileSystem.makeFolders(FilePath.folder(of: target))
        try FileSystem.rename(path, to: target)
        moved.append(name)
        changed.formUnion([FilePath.folder(of: path), FilePath.folder(of: target)])
      } catch {
        // The app may have deleted the file in the meantime.
        if FileSystem.exists(path) { left.append(error.message) }
      }
    }
    FileSystem.removeEmptyFolders(made)
    guard !moved.isEmpty else { return }
    files.names = moved
    files.bytes = FileSystem.size(of: moved, in: place)
    self.place = place
    for folder in changed.sorted() { try FileSystem.flushFolder(folder) }
    try FileSystem.flushFolder(of: place)
  }
}
