internal import Files
internal import StoreLayout

/// The files that the objects of a store own at one instant of a repair.
struct OwnedFileNews {
  /// How many paths there are.
  let paths: Int64
  private let folder: String?
  private let survey: OwnedFileCheck.Survey

  /// The objects whose file is missing, or that the folder cannot be read.
  var missing: [Finding] { survey.missing }

  /// The files now; without a folder, only how many paths there are.
  init(_ store: UpkeepStore, _ files: OwnedFiles?) throws {
    paths = try store.layout.pathCount(on: store.connection)
    folder = files.map { FilePath.shortened($0.folder) }
    survey =
      try files.map {
        try OwnedFileCheck(connection: store.connection, layout: store.layout, files: $0)
          .reportedSurvey()
      } ?? .init()
  }

  /// The files that some object named at an earlier instant; nil without a folder.
  func unowned(since before: OwnedFileNews) -> UnownedFiles? {
    folder.map {
      UnownedFiles(Set(survey.unowned).subtracting(before.survey.unowned).sorted(), in: $0)
    }
  }
}
