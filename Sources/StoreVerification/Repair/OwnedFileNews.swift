internal import Files
internal import SQLite
internal import StoreLayout

/// The files that the objects of a store own at one instant of a repair.
struct OwnedFileNews {
  /// How many paths there are.
  let paths: Int64
  /// The objects whose file is missing, or that the folder cannot be read.
  let missing: [Finding]
  private let folder: String?
  private let unowned: [String]

  /// The files now; without a folder, only how many paths there are.
  init(_ store: UpkeepStore, _ files: OwnedFiles?) throws {
    paths = try store.layout.pathCount(on: store.connection)
    let check = files.map {
      OwnedFileCheck(connection: store.connection, layout: store.layout, files: $0)
    }
    folder = files?.folder
    guard let check, check.isPossible else {
      (missing, unowned) = ([], [])
      return
    }
    do {
      let survey = try check.survey()
      (missing, unowned) = (survey.missing, survey.unowned)
    } catch let error as SystemError {
      (missing, unowned) = ([Finding(.unreadableFolder(reason: error.message))], [])
    }
  }

  /// The files that some object named at an earlier instant; nil without a folder.
  func unowned(since before: OwnedFileNews) -> UnownedFiles? {
    guard let folder else { return nil }
    let names = Set(unowned).subtracting(before.unowned).sorted()
    let bytes = names.reduce(0) { $0 + (FileSystem.size(of: FilePath.join(folder, $1)) ?? 0) }
    return UnownedFiles(folder: FilePath.shortened(folder), names: names, bytes: bytes)
  }
}
