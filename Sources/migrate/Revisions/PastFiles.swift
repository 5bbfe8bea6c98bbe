internal import Diagnostics
internal import Files
internal import Programs
internal import ProjectCheck
internal import SchemaLock
internal import SchemaYAML

/// The files of a project as they were at a revision of its repository, in a folder of their own.
struct PastFiles {
  /// By what names files go.
  let names: Names
  /// The paths of all files that the revision has, from the root of the repository.
  let known: Set<String>
  private let folder: ScratchFolder

  /// Takes out the schema files with their locks, wherever they are, for they may extend each other;
  /// scripts in SQL; and the Swift files below some paths.
  init(at revision: String, beside path: String, source: [String]) throws {
    do {
      let near = FileSystem.isFolder(path) ? path : FilePath.folder(of: path)
      let repository = try GitRepository(containing: FileSystem.exists(near) ? near : ".")
      let files = try repository.files(of: repository.commit(named: revision))
      folder = try ScratchFolder()
      names = Names(root: repository.root, folder: folder.path)
      known = Set(files.map(\.path))
      let roots = try source.map(names.checked)
      try repository.export(files.filter { Self.isWanted($0.path, source: roots) }, to: folder)
    } catch let error as GitError {
      throw Failure(error)
    }
  }

  private static func isWanted(_ path: String, source roots: [String]) -> Bool {
    if path.hasSuffix(".sql") { return true }
    if path.hasSuffix(".swift") {
      return roots.contains { $0.isEmpty || path == $0 || path.hasPrefix($0 + "/") }
    }
    return SchemaReader.isSchemaFile(named: path)
      || FilePath.name(of: path) == LockFile.name
  }

  /// Where a file or a folder was taken out to; nil where the revision has none there.
  ///
  /// - Throws: that the path is outside of the repository.
  func path(_ path: String) throws -> String? {
    let copy = FilePath.join(folder.path, try names.checked(path))
    return FileSystem.exists(copy) ? copy : nil
  }
}

extension PastFiles {
  /// Where folders were taken out to with schema files that are gone by now, and are in none of some
  /// paths: those may be the same files, elsewhere.
  ///
  /// - Throws: that one of the paths is outside of the repository.
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
  /// What was pinned; a lock that could not be read then says nothing.
  var locks: [PastLocks.Item] {
    known.filter { FilePath.name(of: $0) == LockFile.name }.sorted().compactMap { name in
      let copy = FilePath.folder(of: FilePath.join(folder.path, name))
      guard let lock = try? LockFile.read(inFolder: copy, of: nil) else { return nil }
      let path = FilePath.join(names.root, name)
      return PastLocks.Item(
        path: name, folder: FilePath.folder(of: path), isThere: FileSystem.exists(path), lock: lock)
    }
  }
}

extension PastLocks {
  /// The locks that the last commit has of these folders and that do not exist any more; nil where all exist, or
  /// git knows of no commit.
  init?(deletedFrom folders: [String]) {
    let lost = folders.filter { !FileSystem.exists(LockFile.path(inFolder: $0)) }
    // Without a repository there is nothing to take back.
    guard let first = lost.first,
      let past = try? PastFiles(at: "HEAD", beside: first, source: [])
    else { return nil }
    let real = Set(lost.map(FileSystem.resolved))
    self.init(at: "HEAD", past.locks.filter { real.contains(FileSystem.resolved($0.folder)) })
  }
}

extension PastFiles {
  /// The names of files: now, at the revision, and from the root of the repository, which is the
  /// same at both times.
  struct Names {
    /// The root of the repository.
    let root: String
    /// Where the files of the revision are.
    let folder: String

    /// The name from the root; of a file that is not in the repository, its whole path.
    func fromRoot(_ path: String) -> String {
      if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
      let whole = Self.whole(path)
      if whole == root { return "" }
      return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : whole
    }

    /// The same.
    ///
    /// - Throws: that the path is outside of the repository.
    func checked(_ path: String) throws -> String {
      let name = fromRoot(path)
      guard !name.hasPrefix("/") else {
        throw Failure(
          unable: "no-repository", "'\(path)' is not in the repository '\(root)'",
          notes: [.init("check each repository by itself")])
      }
      return name
    }

    /// Where a file of now was taken out to, if there was one; one that is not in the repository
    /// stays where it is.
    func then(_ path: String) -> String { FilePath.join(folder, fromRoot(path)) }

    private static func whole(_ path: String) -> String {
      let real = FileSystem.resolved(path)
      return real.hasPrefix("/") ? real : FilePath.join(FileSystem.resolved("."), path)
    }
  }
}

extension Failure {
  /// What git cannot tell.
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
