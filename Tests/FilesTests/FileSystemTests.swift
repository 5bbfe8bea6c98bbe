import Files
import Foundation
import TestSupport
import Testing

struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Questions

  @Test func `a link that leads nowhere exists, and has no status`() throws {
    try folder.link("a", to: "gone")
    #expect(FileSystem.exists(folder.path("a")))
    #expect(FileStatus(path: folder.path("a")) == nil)
    #expect(FileStatus(path: folder.path("a"), followingLinks: false)?.kind == .other)
    #expect(!FileSystem.exists(folder.path("gone")))
  }

  @Test func `a status distinguishes files, folders and other kinds, through links`() throws {
    try folder.write("four", to: "a")
    try folder.link("b", to: "a")
    let status = try #require(FileStatus(path: folder.path("b")))
    #expect(status == FileStatus(path: folder.path("a")))
    #expect(status.kind == .file)
    #expect(status.size == 4)
    #expect(status.links == 1)
    #expect(FileStatus(path: folder.url.path)?.kind == .directory)
    #expect(FileStatus(path: "/dev/null")?.kind == .other)
    #expect(FileSystem.isFolder(folder.url.path))
    #expect(!FileSystem.isFolder(folder.path("a")))
    #expect(FileSystem.size(of: folder.path("a")) == 4)
    #expect(FileSystem.size(of: folder.path("c")) == nil)
  }

  @Test func `a read-only file is not writable for any user`() throws {
    try folder.write("", to: "a")
    #expect(FileSystem.isWritable(folder.path("a")))
    try folder.setPermissions(0o444, of: "a")
    #expect(!FileSystem.isWritable(folder.path("a")))
    #expect(FileSystem.isReadable(folder.path("a")))
    #expect(!FileSystem.isWritable(folder.path("gone")))
  }

  @Test func `a read-only folder is writable for the superuser alone`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: false)
    try folder.setPermissions(0o555, of: "sub")
    #expect(FileSystem.isWritable(folder.path("sub")) == (geteuid() == 0))
    try folder.setPermissions(0o755, of: "sub")
  }

  @Test func `all names of a file resolve to one`() throws {
    try folder.write("", to: "a")
    try folder.link("b", to: "a")
    #expect(FileSystem.resolved(folder.path("b")) == FileSystem.resolved(folder.path("a")))
    #expect(FileSystem.resolved(folder.path("gone")) == folder.path("gone"))
  }

  @Test func `files of one folder are on one disk, which has room`() throws {
    #expect(FileSystem.areOnOneDisk(folder.path("a"), folder.path("b")))
    #expect(!FileSystem.areOnOneDisk(folder.path("a"), "/dev/null"))
    #expect(!FileSystem.areOnOneDisk(folder.path("a"), folder.path("gone/b")))
    #expect((FileSystem.freeSpace(beside: folder.path("a")) ?? 0) > 0)
    #expect(FileSystem.freeSpace(beside: folder.path("gone/a")) == nil)
  }

  @Test func `a link leads to a path that begins where its own does`() throws {
    try folder.write("", to: "a")
    try folder.link("b", to: "a")
    try folder.link("c", to: "./b")
    try folder.link("d", to: folder.path("a"))
    try folder.link("e", to: "e")
    #expect(FileSystem.destination(of: folder.path("c")) == folder.path + "/./a")
    #expect(FileSystem.destination(of: folder.path("d")) == folder.path("a"))
    #expect(FileSystem.destination(of: folder.path("a")) == folder.path("a"))
    #expect(FileSystem.destination(of: "no/such") == "no/such")
    #expect(FileSystem.destination(of: folder.path("e")) == folder.path("e"))
  }

  // MARK: Content

  @Test func `a file with more bytes than allowed is refused, even an endless one`() throws {
    let path = try folder.write("four", to: "a")
    #expect(try FileSystem.contents(of: path, upTo: 4) == Array("four".utf8))
    #expect(throws: SystemError(.read, path, code: EFBIG)) {
      try FileSystem.contents(of: path, upTo: 3)
    }
    #expect(throws: SystemError(.read, "/dev/zero", code: EFBIG)) {
      try FileSystem.contents(of: "/dev/zero", upTo: 1 << 20)
    }
  }

  @Test func `a file is read whole or from its start`() throws {
    let long = String(repeating: "0123456789", count: 60_000)
    try folder.write(long, to: "a")
    #expect(try FileSystem.contents(of: folder.path("a")) == Array(long.utf8))
    #expect(try FileSystem.firstBytes(3, of: folder.path("a")) == Array("012".utf8))
    #expect(try FileSystem.contents(of: folder.write("", to: "b")) == [])
    #expect(try FileSystem.firstBytes(3, of: folder.path("b")) == [])
    #expect(throws: SystemError(.open, folder.path("gone"), code: ENOENT)) {
      try FileSystem.contents(of: folder.path("gone"))
    }
    #expect(throws: SystemError(.read, folder.url.path, code: EISDIR)) {
      try FileSystem.contents(of: folder.url.path)
    }
  }

  @Test func `a file whose size is not known beforehand is read whole`() throws {
    let lines = String(decoding: try FileSystem.contents(of: "/dev/null"), as: UTF8.self)
    #expect(lines == "")
    #if os(Linux)
      #expect(try FileSystem.contents(of: "/proc/self/status").starts(with: "Name:".utf8))
      #expect(try FileSystem.contents(of: "/proc/self/status").count > 100)
    #endif
  }

  @Test(arguments: [("a", "a", true), ("a", "b", false), ("a", "ab", false), ("", "", true)])
  func `files are equal that hold the same bytes`(one: String, two: String, equal: Bool) throws {
    let paths = (try folder.write(one, to: "1"), try folder.write(two, to: "2"))
    #expect(try FileSystem.areEqual(paths.0, paths.1) == equal)
  }

  // MARK: Acts

  @Test func `a file is renamed over another`() throws {
    try FileSystem.rename(folder.write("new", to: "a"), to: folder.write("old", to: "b"))
    #expect(try folder.names == ["b"])
    #expect(try folder.text("b") == "new")
    #expect(throws: SystemError(.rename, folder.path("a"), code: ENOENT)) {
      try FileSystem.rename(folder.path("a"), to: folder.path("b"))
    }
  }

  @Test func `a file is renamed only where the name is free`() throws {
    try folder.write("new", to: "a")
    try folder.link("b", to: "gone")
    #expect(try !FileSystem.renameIfFree(folder.path("a"), to: folder.path("b")))
    #expect(try FileSystem.renameIfFree(folder.path("a"), to: folder.path("c")))
    #expect(try folder.names == ["b", "c"])
    #expect(try folder.text("c") == "new")
  }

  @Test func `a file gets a second name only where the name is free`() throws {
    try FileSystem.duplicate(folder.write("one", to: "a"), as: folder.path("b"))
    #expect(try folder.text("b") == "one")
    #expect(throws: SystemError(.create, folder.path("b"), code: EEXIST)) {
      try FileSystem.duplicate(folder.path("a"), as: folder.path("b"))
    }
  }

  @Test func `a file is removed if it exists`() throws {
    try FileSystem.remove(folder.write("", to: "a"))
    try FileSystem.remove(folder.path("a"))
    #expect(try folder.names == [])
    #expect(throws: SystemError.self) { try FileSystem.remove(folder.url.path) }
  }

  // MARK: Folders

  @Test func `names are in the order of their bytes`() throws {
    for name in ["b", "a", "ä", "B", ".a"] { try folder.write("", to: name) }
    #expect(try FileSystem.names(in: folder.url.path) == [".a", "B", "a", "b", "ä"])
    #expect(throws: SystemError(.read, folder.path("gone"), code: ENOENT)) {
      try FileSystem.names(in: folder.path("gone"))
    }
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is listed as illegible`() throws {
      try folder.write("", to: "b")
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      let script = "cd \"$0\"; : >\"$(printf 'a\\377')\"; mkdir \"$(printf '\\303')\""
      shell.arguments = ["-c", script, folder.path]
      try shell.run()
      shell.waitUntilExit()
      let listing = try FileSystem.listing(of: folder.path)
      #expect(listing.names == ["b"])
      #expect(listing.illegible.map(\.name) == ["\\xc3", "a\\xff"])
      #expect(listing.illegible.map(\.isFolder) == [true, false])
      let error = SystemError.illegibleName(folder.path + "/\\xc3")
      #expect(throws: error) { try FileSystem.names(in: folder.path) }
      #expect(error.message == "cannot read '\(folder.path)/\\xc3': its name is not UTF-8")
    }
  #endif

  @Test func `all folders of a path are created, or none`() throws {
    try folder.write("", to: "a/file")
    #expect(try FileSystem.makeFolders(folder.path("a/b/c")) == ["a/b", "a/b/c"].map(folder.path))
    #expect(try FileSystem.makeFolders(folder.path("a/b/c")) == [])
    let long = String(repeating: "x", count: 300)
    #expect(throws: SystemError(.create, folder.path("d/e/\(long)"), code: ENAMETOOLONG)) {
      try FileSystem.makeFolders(folder.path("d/e/\(long)"))
    }
    #expect(try folder.names == ["a"])
    FileSystem.removeEmptyFolders(["a", "a/b", "a/b/c"].map(folder.path))
    #expect(try FileSystem.names(in: folder.path("a")) == ["file"])
  }

  @Test func `a folder is created if it does not exist`() throws {
    try FileSystem.makeFolder(folder.path("a"))
    try FileSystem.makeFolder(folder.path("a"))
    try FileSystem.makeFolders(folder.path("b/c/d"))
    try FileSystem.flushFolder(of: folder.path("b/c/d"))
    #expect(FileSystem.isFolder(folder.path("b/c/d")))
    #expect(throws: SystemError(.create, folder.path("e"), code: ENOTDIR)) {
      try FileSystem.makeFolder(folder.write("", to: "e"))
    }
    #expect(throws: SystemError(.create, folder.path("gone/f"), code: ENOENT)) {
      try FileSystem.makeFolder(folder.path("gone/f"))
    }
  }

  @Test func `a folder is removed with its files, but not with other folders in it`() throws {
    try FileSystem.makeFolder(folder.path("a"))
    try folder.write("", to: "a/b")
    try FileSystem.removeFolder(folder.path("a"))
    try FileSystem.removeFolder(folder.path("a"))
    #expect(try folder.names == [])
    try FileSystem.makeFolders(folder.path("a/b"))
    #expect(throws: SystemError.self) { try FileSystem.removeFolder(folder.path("a")) }
    #expect(try folder.names == ["a"])
  }
}
