import Foundation
import StoreArchive
import SQLite
import Testing

/// Files that objects own by their paths, in a backup and back.
struct AppFileTests {
  private let bench: Workbench
  private let store: String
  /// A long file goes over several lines, and an empty one has a line, too.
  private static let files: [String: [UInt8]] = [
    "one.m4a": [1], "2026/the second.m4a": (0..<500_000).map { UInt8(truncatingIfNeeded: $0 * 7) },
    "2026/empty": [], "é/\"q\".m4a": [2, 3],
  ]

  init() throws {
    bench = try Workbench()
    store = try bench.makeStore("s.db", "CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
    for folder in ["App/2026", "App/é", "Back"] {
      try FileManager.default.createDirectory(
        atPath: bench[folder], withIntermediateDirectories: true)
    }
    for (name, bytes) in Self.files { _ = try bench.write(bytes, to: "App/" + name) }
  }

  private func backUp(_ names: [String], as name: String = "b.json") throws -> String {
    try BackupWriter.write(
      StoreFile.open(path: store, for: .reading), to: bench[name],
      appFiles: AppFiles(in: bench["App"], names: names))
    return bench[name]
  }

  private func restore(_ backup: String, isRehearsal: Bool = false) throws -> Restorer.Outcome {
    try Restorer.restore(
      backup: backup, to: bench["r.db"], isRehearsal: isRehearsal, appFolder: bench["Back"])
  }

  /// The files of a folder, hidden ones included.
  private func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: bench[folder]) {
      var isFolder: ObjCBool = false
      let whole = bench[folder] + "/" + path
      if FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder), !isFolder.boolValue
      {
        files[path] = try bench.bytes(whole)
      }
    }
    return files
  }

  @Test(arguments: ["b.json", "b.json.gz"])
  func `files come back as they were, packed or not`(name: String) throws {
    let backup = try backUp(Array(Self.files.keys), as: name)
    let contents = try BackupReader.verify(backup)
    #expect((contents.externalFiles, contents.appFiles) == (0, 4))
    #expect(try restore(backup).appFilesWritten == 4)
    #expect(try files(in: "Back") == Self.files)
    #expect(try content(of: bench["r.db"]) == content(of: store))
  }

  @Test func `a backup without such files has the bytes that it always had`() throws {
    let backup = try bench.backUp(store, as: "plain.json")
    #expect(try bench.bytes(backUp([])) == bench.bytes(backup))
    #expect(try bench.text(backup).contains("\"external\": [\n],\n"))
  }

  @Test func `the record of a file names the file by its path`() throws {
    let lines = try bench.text(backUp(["one.m4a", "2026/empty"])).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("{\"path\"") } == [
        #"{"path":"2026/empty","bytes":0,"base64":""},"#,
        #"{"path":"one.m4a","bytes":1,"base64":"AQ=="}"#,
      ])
  }

  @Test func `an equal file is kept, and a file that differs prevents the restore`() throws {
    let backup = try backUp(["one.m4a", "2026/empty"])
    _ = try bench.write([1], to: "Back/one.m4a")
    #expect(try restore(backup).appFilesWritten == 1)
    try FileManager.default.removeItem(atPath: bench["r.db"])
    try FileManager.default.removeItem(atPath: bench["Back/2026"])
    _ = try bench.write([9], to: "Back/one.m4a")
    #expect(throws: ArchiveError.differingFile(path: bench["Back/one.m4a"], count: 1)) {
      try restore(backup)
    }
    #expect(try files(in: "Back") == ["one.m4a": [9]])
    #expect(try !bench.names.contains("r.db"))
  }

  @Test func `a rehearsal writes no file, and reports what would prevent the restore`() throws {
    let backup = try backUp(["one.m4a"])
    _ = try restore(backup, isRehearsal: true)
    #expect(try files(in: "Back") == [:])
    try FileManager.default.createDirectory(
      atPath: bench["Back/one.m4a"], withIntermediateDirectories: true)
    #expect(throws: ArchiveError.differingFile(path: bench["Back/one.m4a"], count: 1)) {
      try restore(backup, isRehearsal: true)
    }
  }

  @Test func `no link is followed out of the folder`() throws {
    let backup = try backUp(["2026/empty"])
    try FileManager.default.createDirectory(
      atPath: bench["Elsewhere"], withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bench["Back/2026"], withDestinationPath: bench["Elsewhere"])
    #expect(throws: ArchiveError.outsideFolder(path: bench["Back/2026/empty"])) {
      try restore(backup)
    }
    #expect(try files(in: "Elsewhere") == [:])
    #expect(try !bench.names.contains("r.db"))
  }

  @Test(arguments: ["../x", "/x", "a//b", "a/./b", "", "a/..", "..", "a/", #"a\u0000b"#])
  func `a path that leads out of the folder is refused`(path: String) throws {
    let text = try bench.text(backUp(["one.m4a"]))
    let forged = try bench.write(
      text.replacing(#"{"path":"one.m4a""#, with: #"{"path":"\#(path)""#).utf8, to: "forged.json")
    let line = text.split(separator: "\n").firstIndex { $0.hasPrefix(#"{"path""#) }.map { $0 + 1 }
    #expect(
      throws: ArchiveError.malformed(
        path: forged, line: line ?? 0, column: 9,
        expected: "the path of a file that stays in its folder")
    ) { try restore(forged) }
    #expect(try files(in: "Back") == [:])
  }

  @Test func `an external file after a file of the app is refused`() throws {
    let text = try bench.text(backUp(["one.m4a"]))
    let record = #"{"path":"one.m4a","bytes":1,"base64":"AQ=="}"#
    let forged = try bench.write(
      text.replacing(record, with: record + ",\n" + #"{"file":"z","bytes":0,"base64":""}"#).utf8,
      to: "forged.json")
    #expect(throws: ArchiveError.self) { try BackupReader.verify(forged) }
  }
}
