import Files
import Foundation
import Programs
import TestSupport
import Testing

struct GitRepositoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "-q", "-b", "main")
    try git("config", "user.email", "a@b.c")
    try git("config", "user.name", "A")
  }

  @Test func `the files of a commit are written out as they were`() throws {
    let content = "a\u{0}b\nblob 3\n"
    try folder.write(content, to: "one two/ä\n.yaml")
    try folder.write("", to: "empty")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "empty")
    try commit("first")
    try folder.write("later", to: "empty")
    let repository = try GitRepository(containing: folder.path)
    let files = try repository.files(of: try repository.commit(named: "main"))
    #expect(files.map(\.path) == ["empty", "one two/ä\n.yaml"])
    let copy = try ScratchFolder()
    try repository.export(files, to: copy)
    #expect(try FileSystem.contents(of: copy.path(of: "one two/ä\n.yaml")) == Array(content.utf8))
    #expect(try FileSystem.contents(of: copy.path(of: "empty")) == [])
  }

  @Test func `many large files come through`() throws {
    for number in 0..<40 {
      try folder.write(String(repeating: "\(number)\n", count: 20_000), to: "\(number).txt")
    }
    try commit("many")
    let repository = try GitRepository(containing: folder.path)
    let files = try repository.files(of: "HEAD")
    let copy = try ScratchFolder()
    try repository.export(files, to: copy)
    for file in files {
      #expect(try FileSystem.areEqual(copy.path(of: file.path), folder.path(file.path)))
    }
  }

  @Test func `a repository is found from a folder in it, and by links`() throws {
    try folder.write("x", to: "a/b/c")
    let root = try GitRepository(containing: folder.path).root
    #expect(root == FileSystem.resolved(folder.path))
    #expect(try GitRepository(containing: folder.path("a/b")).root == root)
  }

  @Test func `the last revision with a file is the one before the commit that deleted it`() throws {
    try folder.write("x", to: "one two/a*")
    try folder.write("x", to: "b")
    try commit("first")
    let repository = try GitRepository(containing: folder.path)
    let path = folder.path("one two/a*")
    #expect(try repository.lastRevision(with: path) == "HEAD")
    try FileManager.default.removeItem(atPath: folder.path("one two"))
    #expect(try repository.lastRevision(with: path) == "HEAD")
    try commit("second")
    try folder.write("y", to: "b")
    try commit("third")
    let revision = try #require(try repository.lastRevision(with: path))
    #expect(try repository.commit(named: revision) == repository.commit(named: "main~2"))
    #expect(try repository.lastRevision(with: folder.path("never")) == nil)
  }

  @Test func `branches, tags and commits are revisions, and nothing else is`() throws {
    try folder.write("x", to: "a")
    try commit("first")
    try git("tag", "v1")
    let repository = try GitRepository(containing: folder.path)
    let commit = try repository.commit(named: "main")
    #expect(try repository.commit(named: "v1") == commit)
    #expect(try repository.commit(named: String(commit.prefix(8))) == commit)
    for name in ["none", "main:a", "--all", "main^", "", "main\n"] {
      #expect(throws: GitError.unknownRevision(name, isShallow: false)) {
        try repository.commit(named: name)
      }
    }
  }

  @Test func `a folder outside of every repository is an error with git's message`() throws {
    let other = try TemporaryFolder()
    #expect {
      try GitRepository(containing: other.path)
    } throws: { error in
      guard case .noRepository(other.path, let reason) = error as? GitError else { return false }
      return reason.contains("not a git repository")
    }
  }

  private func commit(_ message: String) throws {
    try git("add", ".")
    try git("commit", "-qm", message)
  }

  private func git(_ words: String...) throws {
    let git = try #require(Program.file(named: "git"))
    let result = try Program.run(git, ["-C", folder.path] + words, showingErrors: false)
    try #require(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
  }
}
