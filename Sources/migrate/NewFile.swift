internal import Diagnostics
internal import Files

/// A file that a command makes for the user to go on with.
struct NewFile {
  /// Where it is to stand.
  let path: String
  /// What is to stand in it.
  let text: String

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }

  /// Writes files, and the folders for them.
  ///
  /// Where a file exists and says something else, none of them is written, unless it is to be
  /// replaced.
  static func write(_ files: [NewFile], isReplacing: Bool) throws {
    let changed = try files.filter { file in
      guard FileSystem.exists(file.path) else { return true }
      return try FileSystem.contents(of: file.path) != Array(file.text.utf8)
    }
    let present = changed.filter { FileSystem.exists($0.path) }
    guard isReplacing || present.isEmpty else {
      throw Failure(
        .unable,
        present.map { file in
          Diagnostic(
            code: "file-exists", "'\(file.path)' exists and says something else",
            notes: [.init("replace it with --replace, or choose another folder with --output")])
        })
    }
    for file in changed {
      try FileSystem.makeFolders(FilePath.folder(of: file.path))
      try AtomicFile.write(file.text, to: file.path)
    }
  }

  /// Writes files, and the folders for them; none of them if any exists already.
  static func write(_ files: [NewFile]) throws {
    let present = files.filter { FileSystem.exists($0.path) }
    guard present.isEmpty else {
      throw Failure(.unable, present.map { Diagnostic(code: "file-exists", "'\($0.path)' exists") })
    }
    for file in files {
      try FileSystem.makeFolders(FilePath.folder(of: file.path))
      try AtomicFile.write(file.text, to: file.path)
    }
  }
}
