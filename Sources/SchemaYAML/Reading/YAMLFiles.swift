internal import Diagnostics
internal import Files
internal import SchemaModel

/// What reading schema files asks of the disk.
enum YAMLFiles {
  /// The file itself, whatever links lead to it, so that two names of one file are known as one.
  static func identity(of path: String) -> String {
    FilePath.shortened(FileSystem.resolved(path))
  }

  /// What some files are taken to say while a closure runs, by their identities.
  @TaskLocal static var edited: [String: [UInt8]] = [:]

  /// The bytes of a file.
  ///
  /// - Throws: why they cannot be had; a file over the limit is not loaded.
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

  /// Why it cannot be known what a folder holds; nil where it can.
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

  /// Whether versions in a folder are pinned, so that there are schema files of them.
  static func isLocked(_ folder: String) -> Bool {
    FileSystem.exists(FilePath.join(folder, ReleasedVersion.lockName))
  }

  /// The names in a folder, sorted; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? FileSystem.listing(of: folder))?.names ?? []
  }

  /// The names of the schema files in a folder, sorted; those that are only taken to be there, too.
  static func schemaFiles(in folder: String) -> [String] {
    let names = names(in: folder).filter(isSchemaFile)
    if edited.isEmpty { return names }
    let home = identity(of: folder)
    let begun = edited.keys.filter { identity(of: FilePath.folder(of: $0)) == home }
      .map { FilePath.name(of: $0) }.filter(isSchemaFile)
    return Set(names + begun).sorted()
  }

  /// The schema files in a folder that have no name to be read by, as problems.
  static func illegibleSchemaFiles(in folder: String) -> [FileProblem] {
    illegible(in: folder) { !$0.isFolder && isSchemaFile($0.name) }
  }

  /// The folders in a folder that have no name to be looked into by, as problems.
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

  /// Whether a name ends as those of YAML files do, in whatever case.
  static func hasEnding(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}

/// Why a file's bytes cannot be had.
enum FileTrouble: Error {
  case missing, notAFile, unreadable
  case tooLarge(Int)
}
