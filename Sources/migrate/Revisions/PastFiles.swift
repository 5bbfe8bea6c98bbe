internal import Diagnostics
internal import Files
internal import Programs
internal import ProjectCheck
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// The files of a project at a revision of its repository, in a separate folder.
struct PastFiles {
  /// The conversion between the names of files.
  let names: Names
  /// The paths of all files in the revision, from the root of the repository.
  let known: Set<String>
  /// The folder with the exported files.
  let folder: ScratchFolder
  /// The revision, as typed.
  let revision: String

  /// Exports files of the revision: all schema files with their locks, because they may extend each other,
  /// SQL scripts, and the Swift files and Core Data models below some paths; or only the locks.
  init(
    at revision: String, beside path: String, source: [String], onlyLocks: Bool = false
  ) throws {
    self.revision = revision
    do {
      let near = FileSystem.isFolder(path) ? path : FilePath.folder(of: path)
      let repository = try GitRepository(containing: FileSystem.exists(near) ? near : ".")
      let files = try repository.files(of: repository.commit(named: revision))
      folder = try ScratchFolder()
      names = Names(root: repository.root, folder: folder.path)
      known = Set(files.map(\.path))
      let roots = try source.map(names.checked)
      try repository.export(
        files.filter { file in
          onlyLocks
            ? FilePath.name(of: file.path) == LockFile.name
            : Self.isWanted(file.path, source: roots)
        }, to: folder)
    } catch let error as GitError {
      throw Failure(error)
    }
  }

  private static func isWanted(_ path: String, source roots: [String]) -> Bool {
    if path.hasSuffix(".sql") { return true }
    if path.hasSuffix(".swift") || path.contains(".xcdatamodel") {
      return roots.contains { $0.isEmpty || path == $0 || path.hasPrefix($0 + "/") }
    }
    return SchemaReader.isSchemaFile(named: path)
      || FilePath.name(of: path) == LockFile.name
  }

  /// The exported path of a file or a folder; nil if the revision does not have it.
  ///
  /// - Throws: an error if the path is outside of the repository.
  func path(_ path: String) throws -> String? {
    let copy = FilePath.join(folder.path, try names.checked(path))
    return FileSystem.exists(copy) ? copy : nil
  }
}

extension PastFiles {
  /// The exported folders with schema files that were deleted since, outside of some paths: the files may
  /// have been moved to these paths.
  ///
  /// - Throws: an error if one of the paths is outside of the repository.
  func foldersOfGoneSchemas(outside paths: [String]) throws -> [String] {
    let covered = try paths.map(names.checked)
    let gone = known.filter { file in
      SchemaReader.isSchemaFile(named: file)
        && !covered.contains { $0.isEmpty || file == $0 || file.hasPrefix($0 + "/") }
        && !FileSystem.exists(FilePath.join(names.root, file))
    }
    return Set(gone.map { FilePath.folder(of: FilePath.join(folder.path, $0)) }).sorted()
  }
}

extension PastFiles {
  /// The pinned content at the revision; an unreadable lock is left out.
  var locks: [PastLocks.Item] {
    known.filter { FilePath.name(of: $0) == LockFile.name }.sorted().compactMap { name in
      let copy = FilePath.folder(of: FilePath.join(folder.path, name))
      guard let lock = try? LockFile.read(inFolder: copy, of: nil) else { return nil }
      let path = FilePath.join(names.root, name)
      return PastLocks.Item(
        path: name, folder: FilePath.folder(of: path), isThere: FileSystem.exists(path), lock: lock,
        revision: revision)
    }
  }
}

extension PastLocks {
  /// The locks of these folders in the last commit, or in an older one, that no longer exist.
  init(deletedFrom folders: [String], inHistory: Bool = false) {
    self.init(
      folders.filter { !FileSystem.exists(LockFile.path(inFolder: $0)) }.flatMap { folder in
        // Without a repository there is nothing to restore.
        guard let repository = try? GitRepository(containing: folder),
          let revision = try? repository.lastRevision(with: LockFile.path(inFolder: folder)),
          inHistory || revision == "HEAD",
          let past = try? PastFiles(at: revision, beside: folder, source: [], onlyLocks: true)
        else { return [Item]() }
        let real = FileSystem.resolved(folder)
        return past.locks.filter { FileSystem.resolved($0.folder) == real }.map { item in
          var item = item
          item.severity = revision == "HEAD" ? .error : .warning
          return item
        }
      })
  }

  /// The locks of these folders in the last commit that pin a version which the file no longer pins.
  init(shortenedIn folders: [String]) {
    let locked = folders.filter { FileSystem.exists(LockFile.path(inFolder: $0)) }
    // Without a repository or a commit there is nothing to compare with.
    guard let first = locked.first,
      let past = try? PastFiles(at: "HEAD", beside: first, source: [], onlyLocks: true)
    else {
      self.init([])
      return
    }
    let real = Set(locked.map { FileSystem.resolved($0) })
    self.init(
      past.locks.filter { item in
        // A lock that cannot be read is reported by itself.
        guard real.contains(FileSystem.resolved(item.folder)),
          let now = try? LockFile.read(inFolder: item.folder, of: nil)
        else { return false }
        return item.lock.released.contains { now[$0.version] == nil }
      })
  }
}

extension Diagnostic {
  /// The diagnostic, whose command that takes a deleted file back names a revision that has the file.
  fileprivate var namingRevision: Diagnostic {
    var result = self
    result.notes = notes.map { note in
      guard let command = note.message.firstRange(of: "git checkout HEAD -- ") else { return note }
      let file = String(note.message[command.upperBound...])
      let path = file.hasPrefix("'") ? String(file.dropFirst().dropLast()) : file
      // Of a folder with its lock, the schema files were deleted.
      let pinned = try? LockFile.read(inFolder: path, of: nil)?.released.first?.version.fileName
      let lost = pinned.map { FilePath.join(path, $0) } ?? path
      let folder = FilePath.folder(of: lost)
      // Without a repository, the reader knows what to do instead.
      guard
        let repository = try? GitRepository(containing: FileSystem.exists(folder) ? folder : "."),
        let revision = try? repository.lastRevision(with: lost)
      else { return note }
      var note = note
      note.message.replaceSubrange(command, with: "git checkout \(revision) -- ")
      return note
    }
    return result
  }
}

extension Outcome {
  /// The outcome, with revisions that have the deleted files in its advice.
  func namingRevisions() -> Outcome {
    var outcome = self
    outcome.findings = findings.map(\.namingRevision)
    return outcome
  }
}

extension Failure {
  /// The failure, with revisions that have the deleted files in its advice.
  func namingRevisions() -> Failure {
    var failure = self
    failure.diagnostics = diagnostics.map(\.namingRevision)
    return failure
  }
}

extension PastFiles {
  /// The names of files: now, at the revision, and relative to the root of the repository.
  struct Names {
    /// The root of the repository.
    let root: String
    /// The folder with the files of the revision.
    let folder: String

    /// The path from the root of the repository; the absolute path of a file outside of the repository.
    func fromRoot(_ path: String) -> String {
      if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
      let whole = Self.whole(path)
      if whole == root { return "" }
      return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : whole
    }

    /// The path from the root of the repository.
    ///
    /// - Throws: an error if the path is outside of the repository.
    func checked(_ path: String) throws -> String {
      let name = fromRoot(path)
      guard !name.hasPrefix("/") else {
        throw Failure(
          unable: "no-repository", "'\(path)' is not in the repository '\(root)'",
          notes: [.init("check each repository by itself")])
      }
      return name
    }

    /// The exported path of a current file; a file outside of the repository keeps its path.
    func then(_ path: String) -> String { FilePath.join(folder, fromRoot(path)) }

    private static func whole(_ path: String) -> String {
      let real = FileSystem.resolved(path)
      return real.hasPrefix("/") ? real : FilePath.join(FileSystem.resolved("."), path)
    }
  }
}

extension Failure {
  /// The failure for an error of git.
  fileprivate init(_ error: GitError) {
    switch error {
    case .notInstalled:
      self.init(
        unable: "missing-program", "there is no 'git' on the search path to ask for the revision",
        notes: [.init("install git, or leave '--since' out")])
    case .noRepository(let folder, let reason):
      self.init(
        unable: "no-repository", "'\(folder)' is in no git repository, which would have revisions",
        notes: [.init("git says: \(reason)")])
    case .unknownRevision(let name, let isShallow):
      self.init(
        unable: "unknown-revision", "the repository has no revision '\(name)'",
        notes: [.init(isShallow ? Self.shallowAdvice : Self.nameAdvice)])
    case .failed(let reason):
      self.init(unable: "git-failed", "git failed: \(reason)")
    }
  }

  private static let nameAdvice = "name a commit, a branch or a tag; 'git branch -a' lists branches"
  private static let shallowAdvice =
    "this clone is shallow and may only lack it: 'git fetch --unshallow' brings the rest, as does "
    + "'fetch-depth: 0' of actions/checkout"
}
