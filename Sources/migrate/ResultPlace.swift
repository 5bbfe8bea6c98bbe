internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import SchemaLock
internal import SchemaYAML
internal import StoreArchive

/// Checks where `--output` may write a result.
///
/// A report may replace an older report, but never data.
enum ResultPlace {
  /// Refuses a file that is a store, a backup, a file of the project, or an input of the command.
  static func check(_ path: String, _ arguments: ParsedArguments) throws {
    guard let status = FileStatus(path: path), status.kind == .file else { return }
    let project = project(arguments)
    // The files that a schema file extends are next to it.
    let beside = arguments.words.filter(SchemaReader.isSchemaFile).map(FilePath.folder)
    let named = arguments.words + project.files
    if named.contains(where: { FileStatus(path: $0)?.identity == status.identity })
      || isInput(path, of: project.folders + arguments.words + beside) || isLocked(path)
    {
      throw Failure(
        unable: "file-exists", "'\(path)' is what the command is about, and is left as it is",
        notes: [.init("write the result to another file")])
    }
    let start = try FileSystem.firstBytes(16, of: path)
    if try start == Array("SQLite format 3\0".utf8) || BackupReader.isBackup(path) {
      throw Failure(
        unable: "file-exists", "'\(path)' is a store or a backup, and is left as it is")
    }
  }

  /// The option of the commands that read a baseline.
  private static let baseline = Option("baseline", .file(), help: "")

  /// The project's own files and folders, even if the command does not read them.
  ///
  /// Invalid settings are reported by the command itself.
  private static func project(
    _ arguments: ParsedArguments
  ) -> (files: [String], folders: [String]) {
    let named = arguments[CommonOptions.config]
    let configuration = try? Configuration.load(named)
    let known = arguments[baseline] ?? configuration?.baseline
    return (
      [named, configuration?.file, known].compactMap(\.self),
      [
        arguments[CommonOptions.schemas] ?? configuration?.schemas ?? Configuration.defaultSchemas
      ]
    )
  }

  /// Whether the file is a lock, or a schema file of a model with a lock.
  private static func isLocked(_ path: String) -> Bool {
    if FilePath.name(of: path) == LockFile.name { return true }
    guard [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) else { return false }
    let folder = FilePath.folder(of: FileSystem.resolved(path))
    return [folder, FilePath.folder(of: folder)].contains {
      FileSystem.exists(LockFile.path(inFolder: $0))
    }
  }

  /// Whether the file is a schema file, a test, a lock or a source file in one of the folders.
  private static func isInput(_ path: String, of folders: [String]) -> Bool {
    let isMeant =
      SchemaReader.isSchemaFile(named: path) || FilePath.name(of: path) == LockFile.name
      || [".swift", ".sql"].contains { path.lowercased().hasSuffix($0) }
    guard isMeant else { return false }
    let file = FileSystem.resolved(path)
    return folders.contains { folder in
      FileSystem.isFolder(folder) && file.hasPrefix(FileSystem.resolved(folder) + "/")
    }
  }
}
