import Files
import Foundation
import TestSupport
import Testing

struct SystemFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is written and read in pieces`() throws {
    let file = try SystemFile.new(folder.path("a"))
    try file.write(Array("one ".utf8))
    try file.write(Array("two".utf8))
    try file.flush()
    #expect(try file.size() == 7)
    let reader = try SystemFile.reading(folder.path("a"))
    #expect(try reader.read(upTo: 4) == Array("one ".utf8))
    #expect(try reader.readToEnd() == Array("two".utf8))
    #expect(try reader.read(upTo: 4) == [])
  }

  @Test func `a pipe is refused rather than waited for`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(throws: SystemError(.open, folder.path("pipe"), code: ESPIPE)) {
      try SystemFile.reading(folder.path("pipe"))
    }
    #expect(
      SystemError(.open, "pipe", code: ESPIPE).message
        == "cannot open 'pipe': it is a pipe, not a file")
  }

  @Test func `a new file needs a free name, and a broken link takes one`() throws {
    try folder.link("a", to: "gone")
    #expect(throws: SystemError(.create, folder.path("a"), code: EEXIST)) {
      try SystemFile.new(folder.path("a"))
    }
    #expect(try folder.names == ["a"])
  }

  @Test func `an exclusive file begins empty`() throws {
    let file = try SystemFile.exclusive(folder.write("left by a killed run", to: "a"))
    try file.write(Array("new".utf8))
    #expect(try folder.text("a") == "new")
  }

  @Test func `a file that another process uses exclusively is left alone`() throws {
    let file = try SystemFile.exclusive(folder.path("a"))
    try file.write(Array("mine".utf8))
    #expect(throws: SystemError(.lock, folder.path("a"), code: EWOULDBLOCK)) {
      try SystemFile.exclusive(folder.path("a"))
    }
    #expect(try folder.text("a") == "mine")
  }

  @Test func `a file with a second name is not emptied`() throws {
    try FileSystem.duplicate(folder.write("finished", to: "a"), as: folder.path("b"))
    let file = try SystemFile.exclusive(folder.path("a"))
    try file.write(Array("new".utf8))
    #expect(try folder.text("a") == "new")
    #expect(try folder.text("b") == "finished")
  }

  @Test func `an exclusive file is not created through a link`() throws {
    try folder.write("elsewhere", to: "a")
    try folder.link("b", to: "a")
    #expect(throws: SystemError(.create, folder.path("b"), code: ELOOP)) {
      try SystemFile.exclusive(folder.path("b"))
    }
    #expect(try folder.text("a") == "elsewhere")
  }

  @Test func `a lock keeps others out until its file is closed`() throws {
    let path = folder.path("a")
    do {
      let file = try SystemFile.forLock(path)
      #expect(try file.lock(.shared))
      #expect(try SystemFile.reading(path).lock(.shared))
      #expect(try !SystemFile.forLock(path).lock(.exclusive))
    }
    #expect(try SystemFile.forLock(path).lock(.exclusive))
  }

  @Test func `a file knows whether its name still leads to it`() throws {
    let file = try SystemFile.forLock(folder.path("a"))
    #expect(file.isNamed)
    try FileSystem.remove(folder.path("a"))
    #expect(!file.isNamed)
    try folder.write("another", to: "a")
    #expect(!file.isNamed)
  }

  @Test func `a borrowed file is left open`() throws {
    let file = try SystemFile.new(folder.path("a"))
    let handle = try #require(FileHandle(forWritingAtPath: folder.path("a")))
    for text in ["one ", "two"] {
      try SystemFile.borrowed(descriptor: handle.fileDescriptor, path: "a").write(Array(text.utf8))
    }
    #expect(try file.size() == 7)
    #expect(try folder.text("a") == "one two")
  }
}
