import Foundation
import StoreLayout
import TestSupport
import Testing

struct ExternalFolderTests {
  private let place: TemporaryFolder
  private let folder: ExternalFolder

  init() throws {
    place = try TemporaryFolder()
    folder = ExternalFolder(ofStoreAt: place.path("app/library.store"))
  }

  @Test func `bytes are kept once, under their SHA-256, and nothing else is left`() throws {
    #expect(try folder.names() == [])
    let name = try folder.write(Array("abc".utf8))
    #expect(name == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(try folder.write(Array("abc".utf8)) == name)
    let empty = try folder.write([])
    #expect(try folder.names() == [name, empty].sorted())
    #expect(try folder.read(name) == Array("abc".utf8))
    #expect(try folder.read(empty) == [])
  }

  @Test func `a file of another folder is kept by its bytes, and only if it is whole`() throws {
    let other = ExternalFolder(ofStoreAt: place.path("other.store"))
    // More than one piece.
    let bytes = [UInt8](repeating: 7, count: (1 << 20) + 5)
    let name = try other.write(bytes)
    #expect(try folder.keep(name, of: other))
    #expect(try folder.read(name) == bytes)
    #expect(try !folder.keep(name, of: other))
    try Data([1]).write(to: URL(filePath: folder.path(of: name)))
    #expect(try !folder.keep(name, of: other))
    #expect(try folder.read(name) == bytes)
    let damaged = try other.write([1, 2, 3])
    try Data([1]).write(to: URL(filePath: other.path(of: damaged)))
    #expect(throws: ExternalFileError.self) { try folder.keep(damaged, of: other) }
    #expect(try folder.names() == [name])
  }

  @Test func `a file that is missing, damaged or outside the folder is never read as a value`()
    throws
  {
    let name = try folder.write([1, 2, 3])
    func problem(_ name: String) -> String? {
      do { _ = try folder.read(name) } catch { return "\(error)" }
      return nil
    }
    #expect(problem(name) == nil)
    try Data([1]).write(to: URL(filePath: folder.path(of: name)))
    #expect(problem(name) == "the external file '\(name)' is not what its name says")
    try FileManager.default.removeItem(atPath: folder.path(of: name))
    #expect(
      problem(name) == "the external file '\(name)' cannot be read: no such file or directory")
    #expect(
      problem("../library.store")
        == "the external file '../library.store' has a name that is no SHA-256")
  }

  @Test func `bytes replace a file of their name that holds something else`() throws {
    let name = try folder.write([1, 2, 3])
    let file = URL(filePath: folder.path(of: name))
    try Data([1]).write(to: file)
    #expect(try folder.write([1, 2, 3]) == name)
    #expect(try folder.read(name) == [1, 2, 3])
    try FileManager.default.removeItem(at: file)
    let elsewhere = place.path("elsewhere")
    try Data([9]).write(to: URL(filePath: elsewhere))
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: elsewhere)
    #expect(try folder.write([1, 2, 3]) == name)
    #expect(try folder.read(name) == [1, 2, 3])
    #expect(try Data(contentsOf: URL(filePath: elsewhere)) == Data([9]))
    #expect(try folder.names() == [name])
  }

  @Test func `a failed write has its reason`() throws {
    let parent = URL(filePath: folder.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.path))
    do {
      _ = try folder.write([1])
      Issue.record("a file is where the folder should be")
    } catch {
      #expect("\(error)" == "cannot create '\(folder.path)': not a directory")
    }
  }

  @Test func `a link to a store leads to the folder next to the store itself`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "library.store")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.store"), withDestinationPath: "library.store")
    let name = try ExternalFolder(ofStoreAt: folder.path("library.store")).write([1, 2, 3])
    #expect(try ExternalFolder(ofStoreAt: folder.path("link.store")).read(name) == [1, 2, 3])
  }
}
