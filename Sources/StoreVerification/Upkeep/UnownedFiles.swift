internal import Files

/// Files in the folder of an app that no object names.
public struct UnownedFiles: Hashable, Sendable {
  /// The folder of the app.
  public var folder: String
  /// The paths of the files from there, sorted.
  public var names: [String]
  /// How many bytes they have.
  public var bytes: Int64

  /// Files from their parts.
  public init(folder: String, names: [String], bytes: Int64) {
    self.folder = folder
    self.names = names
    self.bytes = bytes
  }

  /// Files of a folder, with the bytes that they have.
  init(_ names: [String], in folder: String) {
    self.init(folder: folder, names: names, bytes: FileSystem.size(of: names, in: folder))
  }
}

/// The move of such files out of the folder, to where they can be taken back from.
public struct UnownedFileMove: Hashable, Sendable {
  /// The files that were moved.
  public var files: UnownedFiles
  /// The new folder next to that of the app, with the same folders in it; nil where nothing was moved.
  public var place: String?
  /// The reasons why other files could not be moved.
  public var left: [String] = []

  /// Moves files to a folder that gets the first free number behind a name, inside a transaction that
  /// keeps writers out.
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
        // The app may have deleted it in the meantime.
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
