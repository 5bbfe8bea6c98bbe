import Foundation
import SQLiteStore
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
    #expect(try folder.read("another") == nil)
  }

  @Test func `what cannot be written says why`() throws {
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

  @Test func `a link to a store leads to the folder beside the store itself`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "library.store")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.store"), withDestinationPath: "library.store")
    let name = try ExternalFolder(ofStoreAt: folder.path("library.store")).write([1, 2, 3])
    #expect(try ExternalFolder(ofStoreAt: folder.path("link.store")).read(name) == [1, 2, 3])
  }
}
