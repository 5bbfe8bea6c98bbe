import StoreLayout
import StoreVerification
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct FileFindingTests {
  private static let cover = PropertyName("Book", "cover")

  /// A store with two books that share a cover, and one with a cover of its own.
  private func store() throws -> (TestStore, ExternalFolder, names: [String]) {
    let store = try TestStore(
      """
      schema: Covers
      version: 1.0.0
      entities:
        Book: {attributes: {cover: {type: data, optional: true, storage: external}}}
      """)
    let folder = ExternalFolder(ofStoreAt: store.path)
    let names = [try folder.write([1, 2, 3]), try folder.write([])]
    try store.execute(
      "INSERT INTO Book VALUES (1, '\(names[0])'), (2, '\(names[0])'), (3, '\(names[1])'), (4, NULL)"
    )
    return (store, folder, names)
  }

  @Test func `existing files that are unchanged are no finding`() throws {
    #expect(try store().0.findings() == [])
  }

  @Test func `a missing file is reported for every object that has it`() throws {
    let (store, folder, names) = try store()
    try FileManager.default.removeItem(atPath: folder.path(of: names[0]))
    #expect(
      try store.findings() == [Finding(.missingFile(Self.cover), count: 2, examples: [1, 2])])
  }

  @Test func `a file that no object names is a warning`() throws {
    let (store, folder, _) = try store()
    try Data([9]).write(to: URL(filePath: folder.path(of: "notes.txt")))
    let report = try StoreVerifier.verify(storeAt: store.path)
    #expect(report.findings == [Finding(.strayFile(name: "notes.txt"))])
    #expect(report.isSound)
  }

  @Test func `a changed file is found, but not in a quick look`() throws {
    let (store, folder, names) = try store()
    try Data([1, 2, 4]).write(to: URL(filePath: folder.path(of: names[0])))
    #expect(
      try store.findings() == [Finding(.alteredFile(Self.cover), count: 2, examples: [1, 2])])
    #expect(try store.findings { $0.isQuick = true } == [])
  }

  @Test func `a value that would lead out of the folder is never followed`() throws {
    let (store, _, _) = try store()
    try store.execute("UPDATE Book SET cover = '../test.store' WHERE _id = 3")
    let stray = try store.findings()
    #expect(stray.first == Finding(.malformedFileName(Self.cover), count: 1, examples: [3]))
    #expect(stray.map(\.problem.code) == ["malformed-file-name", "stray-file"])
  }
}
