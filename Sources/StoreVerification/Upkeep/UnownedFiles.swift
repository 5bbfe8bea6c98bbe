internal import Diagnostics

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
}

/// The move of such files out of the folder, to where they can be taken back from.
public struct UnownedFileMove: Hashable, Sendable {
  /// The files that were moved.
  public var files: UnownedFiles
  /// The new folder next to that of the app, with the same folders in it; nil where nothing was moved.
  public var place: String?
  /// The reasons why other files could not be moved.
  public var left: [String] = []

  /// A move of no file.
  public init(from folder: String) { files = UnownedFiles(folder: folder, names: [], bytes: 0) }
}
