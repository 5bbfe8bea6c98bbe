internal import Diagnostics
internal import Files
internal import SchemaModel

/// The file operations for reading schema files.
enum YAMLFiles {
  /// The path with all links followed, so that two names of one file have the same identity.
  static func identity(of path: String) -> String {
    FilePath.shortened(FileSystem.resolved(path))
  }

  /// The texts that replace the content of files while a closure runs, by the identities of the files.
  @TaskLocal static var edited: [String: [UInt8]] = [:]

  /// The bytes of a file.
  ///
  /// - Throws: why the file cannot be read; a file over the limit is not loaded.
  static func bytes(of path: String, limit: Int) throws(FileTrouble) -> [UInt8] {
    if !edited.isEmpty, let bytes = edited[identity(of: path)] { return bytes }
    guard let status = FileStatus(path: path) else {
      throw FileSystem.isHidden(path) ? .unreadable : .missing
    }
    guard status.kind == .file else { throw .notAFile }
    guard status.size <= Int64(limit) else { throw .tooLarge(Int(status.size)) }
    do throws(SystemError) {
      return try FileSystem.contents(of: path)
    } catch {
      throw .unreadable
    }
  }

  /// The reason why a folder cannot be listed; nil if it can.
  static func problem(listing folder: String) -> FileProblem? {
    guard FileSystem.isFolder(folder) || FileSystem.isHidden(folder) else {
      if FileSystem.exists(folder) { return .fileForFolder(folder) }
      let home = FilePath.folder(of: folder)
      let paths = Dictionary(
        names(in: home).map { ($0, home == "." ? $0 : FilePath.join(home, $0)) }
      ) { first, _ in first }.filter { FileSystem.isFolder($0.value) }
      let meant = nearest(to: FilePath.name(of: folder), among: paths.keys.sorted())
      return .missingFolder(folder, candidates: meant.flatMap { paths[$0] }.map { [$0] } ?? [])
    }
    do throws(SystemError) {
      _ = try FileSystem.listing(of: folder)
      return nil
    } catch {
      return .unreadableFolder(folder, because: error.reason)
    }
  }

  /// Whether versions in a folder are pinned, so that it must have had schema files.
  static func isLocked(_ folder: String) -> Bool {
    FileSystem.exists(FilePath.join(folder, ReleasedVersion.lockName))
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? FileSystem.listing(of: folder))?.names ?? []
  }

  /// The names of the schema files in a folder, sorted, including files that exist only as edits.
  static func schemaFiles(in folder: String) -> [String] {
    let names = names(in: folder).filter(isSchemaFile)
    if edited.isEmpty { return names }
    let home = identity(of: folder)
    let begun = edited.keys.filter { identity(of: FilePath.folder(of: $0)) == home }
      .map { FilePath.name(of: $0) }.filter(isSchemaFile)
    return Set(names + begun).sorted()
  }

  /// The schema files in a folder whose names are not UTF-8, as problems.
  static func illegibleSchemaFiles(in folder: String) -> [FileProblem] {
    illegible(in: folder) { !$0.isFolder && isSchemaFile($0.name) }
  }

  /// The folders in a folder whose names are not UTF-8, as problems.
  static func illegibleFolders(in folder: String) -> [FileProblem] {
    illegible(in: folder) { $0.isFolder && !$0.name.hasPrefix(".") }
  }

  private static func illegible(
    in folder: String, where isMeant: (FolderListing.Illegible) -> Bool
  ) -> [FileProblem] {
    ((try? FileSystem.listing(of: folder))?.illegible ?? []).filter(isMeant)
      .map { .illegibleName(FilePath.join(folder, $0.name)) }
  }

  private static func isSchemaFile(_ name: String) -> Bool {
    hasEnding(name) && !name.hasPrefix(".")
      && !["migrate.yml", "migrate.yaml"].contains(name.lowercased())
  }

  /// Whether a name has the ending of a YAML file, in any letter case.
  static func hasEnding(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}

/// The reason why a file cannot be read.
enum FileTrouble: Error {
  case missing, notAFile, unreadable
  case tooLarge(Int)
}
