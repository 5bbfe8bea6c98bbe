internal import Diagnostics
internal import Files

/// A file that a command creates for the user.
struct NewFile {
  /// The path of the file.
  let path: String
  /// The content of the file.
  let text: String
  /// Whether the file belongs to the tool and not to the user, so that a file of another tool version is
  /// replaced.
  let isOfTool: Bool

  init(_ path: String, _ text: String, isOfTool: Bool = false) {
    self.path = path
    self.text = text
    self.isOfTool = isOfTool
  }

  /// Writes files and their folders.
  ///
  /// If a file exists with other content, nothing is written unless `isReplacing` is true.
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
            notes: ["replace it with --replace, or choose another folder with --output", advice]
              .compactMap { $0.map { .init($0) } })
        })
    }
    try writeAll(changed)
  }

  /// Writes files and their folders.
  ///
  /// If a file exists already, nothing is written, and the error contains the advice.
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

  /// Writes files; if one cannot be written, new files and their folders are removed again.
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
      // A file that cannot be removed either is reported by the next run.
      for path in newFiles { try? FileSystem.remove(path) }
      FileSystem.removeEmptyFolders(folders)
      throw error
    }
  }
}
