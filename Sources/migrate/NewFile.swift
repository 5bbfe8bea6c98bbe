internal import Diagnostics
internal import Files

/// A file that a command makes for the user to go on with.
struct NewFile {
  /// Where it is to stand.
  let path: String
  /// What is to stand in it.
  let text: String
  /// Whether it is no work of the user, so that one of another version of the tool is replaced.
  let isOfTool: Bool

  init(_ path: String, _ text: String, isOfTool: Bool = false) {
    self.path = path
    self.text = text
    self.isOfTool = isOfTool
  }

  /// Writes files, and the folders for them.
  ///
  /// Where a file exists and says something else, none of them is written, unless it is to be
  /// replaced.
  static func write(_ files: [NewFile], isReplacing: Bool, advice: String? = nil) throws {
    let changed = try files.filter { file in
      guard FileSystem.exists(file.path) else { return true }
      return try FileSystem.contents(of: file.path) != Array(file.text.utf8)
    }
    let present = changed.filter { !$0.isOfTool && FileSystem.exists($0.path) }
    guard isReplacing || present.isEmpty else {
      throw Failure(
        .unable,
        present.map { file in
          Diagnostic(
            code: "file-exists", "'\(file.path)' exists and says something else",
            notes: [advice, "replace it with --replace, or choose another folder with --output"]
              .compactMap { $0.map { .init($0) } })
        })
    }
    try writeAll(changed)
  }

  /// Writes files, and the folders for them; none of them if any exists already, which the advice
  /// is about.
  static func write(
    _ files: [NewFile], advice: String = "delete it first, or name another file"
  ) throws {
    let present = files.filter { !$0.isOfTool && FileSystem.exists($0.path) }
    guard present.isEmpty else {
      throw Failure(
        .unable,
        present.map {
          Diagnostic(code: "file-exists", "'\($0.path)' exists", notes: [.init(advice)])
        })
    }
    try writeAll(files)
  }

  /// Writes files; where one cannot be written, those that are new and their folders go again.
  private static func writeAll(_ files: [NewFile]) throws {
    var (folders, newFiles): ([String], [String]) = ([], [])
    do {
      for file in files {
        folders += try FileSystem.makeFolders(FilePath.folder(of: file.path))
        let isNew = !FileSystem.exists(file.path)
        try AtomicFile.write(file.text, to: file.path)
        if isNew { newFiles.append(file.path) }
      }
    } catch {
      // What cannot be removed either is named by the next run.
      for path in newFiles { try? FileSystem.remove(path) }
      FileSystem.removeEmptyFolders(folders)
      throw error
    }
  }
}
