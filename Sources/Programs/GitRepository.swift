package import Files

/// A git repository, opened for reading only.
package struct GitRepository: Sendable {
  /// The folder of the work tree, with all links followed.
  package let root: String
  private let git: String

  /// A file of a commit.
  package struct File: Hashable, Sendable {
    /// The path from the root of the repository.
    package let path: String
    /// Git's name of the content.
    let object: String
  }

  /// The repository whose work tree a folder is in.
  package init(containing folder: String) throws(GitError) {
    guard let git = Program.file(named: "git") else { throw .notInstalled }
    self.git = git
    let result = try Self.run(git, ["-C", folder, "rev-parse", "--show-toplevel"])
    let root = result.text.trimmingNewline
    guard result.status == 0, !root.isEmpty else {
      throw .noRepository(folder: folder, reason: result.reason)
    }
    self.root = root
  }

  /// The commit of a branch, a tag or another revision.
  package func commit(named name: String) throws(GitError) -> String {
    let result = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"])
    guard result.status == 0 else {
      let shallow = try run(["rev-parse", "--is-shallow-repository"]).text.trimmingNewline
      throw .unknownRevision(name, isShallow: shallow == "true")
    }
    return result.text.trimmingNewline
  }

  /// The last revision of the current branch that has a file: `HEAD`, or the one before the commit that
  /// deleted it, such as `1a2b3c4~1`; nil if the branch never had it.
  package func lastRevision(with path: String) throws(GitError) -> String? {
    let folder = FileSystem.resolved(FilePath.folder(of: path))
    let file =
      folder.hasPrefix("/")
      ? FilePath.join(folder, FilePath.name(of: path))
      : FilePath.join(FileSystem.resolved("."), path)
    func answer(_ words: [String]) throws(GitError) -> String {
      try run(["--literal-pathspecs"] + words + ["HEAD", "--", file]).text.trimmingNewline
    }
    if try !answer(["ls-tree"]).isEmpty { return "HEAD" }
    let commit = try answer(["rev-list", "-1", "--abbrev-commit"])
    return commit.isEmpty ? nil : commit + "~1"
  }

  /// The files of a commit without links, in the order of their paths.
  package func files(of commit: String) throws(GitError) -> [File] {
    let result = try run(["ls-tree", "-r", "-z", "--full-tree", commit])
    guard result.status == 0 else { throw .failed(reason: result.reason) }
    return result.output.split(separator: 0).compactMap { line in
      // A line such as '100644 blob 3b18e5…<tab>Schemas/V1.yaml'.
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard parts.count == 2, parts[0].starts(with: Array("100".utf8)) else { return nil }
      let facts = parts[0].split(separator: UInt8(ascii: " "))
      guard facts.count == 3 else { return nil }
      let path = String(decoding: parts[1], as: UTF8.self)
      // Git refuses to create such names, but a forged commit may have them.
      guard !path.split(separator: "/").contains("..") else { return nil }
      return File(path: path, object: String(decoding: facts[2], as: UTF8.self))
    }
  }

  /// Writes files into a folder, each under its path in the repository.
  package func export(_ files: [File], to folder: ScratchFolder) throws {
    let list = try ScratchFolder()
    let names = list.path(of: "objects")
    try AtomicFile.write(files.map { $0.object + "\n" }.joined(), to: names)
    let result = try run(["cat-file", "--batch"], input: names)
    guard result.status == 0 else { throw GitError.failed(reason: result.reason) }
    var contents = result.output[...]
    for file in files {
      guard let content = Self.nextObject(&contents) else {
        throw GitError.failed(reason: "it does not have '\(file.path)'")
      }
      let path = folder.path(of: file.path)
      try FileSystem.makeFolders(FilePath.folder(of: path))
      try AtomicFile.write(Array(content), to: path)
    }
  }

  /// Removes one object from the output of `git cat-file --batch`: a line with name, kind and size, the
  /// content, and a line feed.
  private static func nextObject(_ printed: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = printed.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = printed[..<end].split(separator: UInt8(ascii: " "))
    guard header.count == 3, let size = Int(String(decoding: header[2], as: UTF8.self)),
      end + 1 + size < printed.endIndex
    else { return nil }
    let content = printed[(end + 1)..<(end + 1 + size)]
    printed = printed[(end + size + 2)...]
    return content
  }
}

// MARK: - Running git

extension GitRepository {
  private func run(
    _ arguments: [String], input: String? = nil
  ) throws(GitError) -> Program.Result {
    try Self.run(git, ["-C", root] + arguments, input: input)
  }

  private static func run(
    _ git: String, _ arguments: [String], input: String? = nil
  ) throws(GitError) -> Program.Result {
    do throws(ProgramError) {
      return try Program.run(git, arguments, input: input, showingErrors: false)
    } catch {
      throw .failed(reason: error.message)
    }
  }
}

/// The reason why git could not answer a request.
package enum GitError: Error, Hashable, Sendable {
  /// Git is not on the search path.
  case notInstalled
  /// A folder is not in a repository that git accepts.
  case noRepository(folder: String, reason: String)
  /// The repository has no such commit; a shallow repository may only lack it locally.
  case unknownRevision(String, isShallow: Bool)
  /// Any other failure of git.
  case failed(reason: String)
}

extension Program.Result {
  fileprivate var text: String { String(decoding: output, as: UTF8.self) }

  /// The error message of the program, in one line.
  fileprivate var reason: String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "it ended with status \(status)" : lines.joined(separator: "; ")
  }
}

extension String {
  fileprivate var trimmingNewline: String { last == "\n" ? String(dropLast()) : self }
}
