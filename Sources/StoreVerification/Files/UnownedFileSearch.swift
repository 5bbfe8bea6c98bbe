internal import Files
internal import SQLite
internal import StoreLayout

/// Finds the files in the folder of an app that no object of a store names, and moves them aside.
struct UnownedFileSearch {
  private let check: OwnedFileCheck
  private let folder: String

  /// Nil where no attribute holds paths: then every file would be one that no object names.
  init?(_ store: UpkeepStore, _ files: OwnedFiles) {
    check = OwnedFileCheck(connection: store.connection, layout: store.layout, files: files)
    folder = FilePath.shortened(files.folder)
    guard check.isPossible else { return nil }
  }

  /// The files now.
  func files() throws -> UnownedFiles { files(named: try check.survey().unowned, in: folder) }

  private func files(named names: [String], in folder: String) -> UnownedFiles {
    let bytes = names.reduce(0) { $0 + (FileSystem.size(of: FilePath.join(folder, $1)) ?? 0) }
    return UnownedFiles(folder: self.folder, names: names, bytes: bytes)
  }

  /// Moves the files to a new folder next to that of the app, inside a transaction that keeps writers out.
  func move() throws -> UnownedFileMove {
    let names = try check.survey().unowned
    var move = UnownedFileMove(from: folder)
    guard !names.isEmpty else { return move }
    let place = unusedPlace
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
        if FileSystem.exists(path) { move.left.append(error.message) }
      }
    }
    FileSystem.removeEmptyFolders(made)
    guard !moved.isEmpty else { return move }
    move.files = files(named: moved, in: place)
    move.place = place
    for folder in changed.sorted() { try FileSystem.flushFolder(folder) }
    try FileSystem.flushFolder(of: place)
    return move
  }

  /// A name next to the folder itself, whatever links lead to it, that nothing has yet.
  private var unusedPlace: String {
    let destination = FileSystem.destination(of: folder)
    let isNamed = ![".", ".."].contains(FilePath.name(of: destination))
    let base =
      isNamed
      ? destination
      : FilePath.join(destination, "../" + FilePath.name(of: FileSystem.resolved(destination)))
    var number = 1
    while FileSystem.exists("\(base).unowned-\(number)") { number += 1 }
    return "\(base).unowned-\(number)"
  }
}
