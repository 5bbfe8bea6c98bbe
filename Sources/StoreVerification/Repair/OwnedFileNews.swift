internal import Files
internal import StoreLayout

/// The files that the objects of a store own at one instant of a repair.
struct OwnedFileNews {
  /// The number of paths of owned files.
  let paths: Int64
  private let folder: String?
  private let survey: OwnedFileCheck.Survey

  /// The objects whose file is missing, or a finding that the folder cannot be read.
  var missing: [Finding] { survey.missing }

  /// The present files; without a folder, only the number of paths.
  init(_ store: UpkeepStore, _ files: OwnedFiles?) throws {
    paths = try store.layout.pathCount(on: store.connection)
    folder = files.map { FilePath.shortened($0.folder) }
    survey =
      try files.map {
        try OwnedFileCheck(connection: store.connection, layout: store.layout, files: $0)
          .reportedSurvey()
      } ?? .init()
  }

  /// The files that an object named at an earlier instant and no object names now; nil without a folder.
  func unowned(since before: OwnedFileNews) -> UnownedFiles? {
    folder.map {
      UnownedFiles(Set(survey.unowned).subtracting(before.survey.unowned).sorted(), in: $0)
    }
  }
}
