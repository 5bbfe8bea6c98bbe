/// Files that objects own by their paths, in a folder of the app.
///
/// ```swift
/// let files = AppFiles(in: "Documents", names: ["audio/1.m4a"])
/// try BackupWriter.write(store, to: "library.json", appFiles: files)
/// ```
public struct AppFiles: Hashable, Sendable {
  /// The folder.
  public let folder: String
  /// The paths of the files relative to the folder, in the order of their bytes.
  public let names: [String]

  /// Files of a folder, by their paths relative to it.
  public init(in folder: String, names: [String]) {
    self.folder = folder
    self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
