import Foundation
import Terminal
import Testing

struct AtomicFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "atomic-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func `a file is made or replaced, and nothing else is left in its folder`() throws {
    defer { removeFolder() }
    try AtomicFile.write("one", to: path("a.json"))
    try AtomicFile.write("two\n", to: path("a.json"))
    #expect(try text("a.json") == "two\n")
    #expect(try names() == ["a.json"])
  }

  @Test func `a replaced file keeps its permissions`() throws {
    defer { removeFolder() }
    try AtomicFile.write("one", to: path("a"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("a"))
    try AtomicFile.write("two", to: path("a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `a symbolic link stays one`() throws {
    defer { removeFolder() }
    try AtomicFile.write("one", to: path("a"))
    try FileManager.default.createSymbolicLink(atPath: path("b"), withDestinationPath: "a")
    try AtomicFile.write("two", to: path("b"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("b")) == "a")
    #expect(try text("a") == "two")
  }

  @Test func `what is no ordinary file is written to directly`() throws {
    defer { removeFolder() }
    try AtomicFile.write("lost", to: "/dev/null")
    #expect(throws: SystemError.self) { try AtomicFile.write("x", to: folder.path) }
  }

  @Test func `a failure names the file and the reason`() throws {
    defer { removeFolder() }
    do throws(SystemError) {
      try AtomicFile.write("x", to: "no-such-folder/a")
      Issue.record("there is no such folder")
    } catch {
      #expect(error.message == "cannot write to 'no-such-folder/a': no such file or directory")
    }
    do throws(SystemError) {
      try AtomicFile.write("x", to: "/dev/full")
      Issue.record("the device is full")
    } catch {
      #expect(error.message == "cannot write to '/dev/full': no space left on device")
    }
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }
}
