import Files
import TestSupport
import Testing

struct ScratchFolderTests {
  @Test func `a folder is deleted with its last owner`() throws {
    let place = try TemporaryFolder()
    var folder: ScratchFolder? = try ScratchFolder(in: place.path)
    let path = try #require(folder?.path)
    try AtomicFile.write("x", to: try #require(folder?.path(of: "file")))
    #expect(FileSystem.isFolder(path))
    folder = nil
    #expect(try FileSystem.names(in: place.path) == [])
  }

  @Test func `a killed process's folder is removed, and one in use or without a lock is not`()
    throws
  {
    let place = try TemporaryFolder()
    for name in ["migrate-abcdef", "migrate-ghijkl", "migrate-mnopqr", "other-abcdef"] {
      try FileSystem.makeFolders(place.path + "/" + name)
      try AtomicFile.write("x", to: place.path + "/" + name + "/file")
    }
    // The lock of the first ended with its process; the third one never had any.
    for name in ["migrate-abcdef.lock", "other-abcdef.lock", "migrate-notes.lock"] {
      try AtomicFile.write("", to: place.path + "/" + name)
    }
    let used = try SystemFile.exclusive(place.path + "/migrate-ghijkl.lock")
    let first = try ScratchFolder(in: place.path)
    let second = try ScratchFolder(in: place.path)
    let expected = [
      "migrate-ghijkl", "migrate-ghijkl.lock", "migrate-mnopqr", "migrate-notes.lock",
      "other-abcdef", "other-abcdef.lock",
    ]
    withExtendedLifetime((used, first, second)) {
      #expect(FileSystem.isFolder(first.path) && FileSystem.isFolder(second.path))
      let own = [first, second].flatMap {
        [FilePath.name(of: $0.path), FilePath.name(of: $0.path) + ".lock"]
      }
      let found = try? FileSystem.names(in: place.path).filter { !own.contains($0) }.sorted()
      #expect(found == expected)
    }
  }
}
