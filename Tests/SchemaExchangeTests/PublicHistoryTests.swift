import Diagnostics
import Foundation
import SchemaExchange
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Laws for every public history that is available.
@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct PublicHistoryTests {
  static let models = Corpora.paths(below: "xcdatamodeld", endingWith: ".xcdatamodeld")
  static let databases =
    Corpora.paths(below: "sqlite", endingWith: ".sqlite")
    + Corpora.paths(below: "sqlite", endingWith: ".db")
  static let roomFolders = [
    "room/home-assistant+android/common/schemas/"
      + "io.homeassistant.companion.android.database.AppDatabase",
    "room/Automattic+pocket-casts-android/modules/services/model/schemas/"
      + "au.com.shiftyjelly.pocketcasts.models.db.AppDatabase",
  ]

  @Test(arguments: models + databases + roomFolders)
  func `an imported history reads back from schema files as it was`(_ source: String) throws {
    let history = try ModelSource.history(of: Corpora.path(source))
    #expect(!history.versions.isEmpty)
    #expect(history.versions.count == history.labels.count)
    // Long histories take long to read: every tenth version will do, and the newest.
    let step = history.versions.count > 20 ? 10 : 1
    for document in history.versions.reversed().enumerated().filter({ $0.offset % step == 0 })
      .map(\.element)
    {
      let text = SchemaWriter.yaml(of: document)
      #expect(try SchemaReader.read(text: text, name: "V.yaml").schema == document.schema)
    }
  }

  struct RoomCase: Sendable, CustomTestStringConvertible {
    var folder: String
    var versions: Int
    /// Versions that say the hash of the one before although their tables differ: their files were
    /// edited by hand, or are wrong.
    var mislabelled: [Version] = []
    var testDescription: String { folder.split(separator: ".").last.map(String.init) ?? folder }
  }

  static let roomCases = [
    RoomCase(folder: roomFolders[0], versions: 30),
    RoomCase(folder: roomFolders[1], versions: 91, mislabelled: [Version(131)]),
  ]

  @Test(arguments: roomCases)
  func `versions of Room differ where their identity hashes do`(_ room: RoomCase) throws {
    let versions = try RoomImporter.history(of: Corpora.path(room.folder)).versions
    #expect(versions.count == room.versions)
    var mislabelled: [Version] = []
    for (before, after) in zip(versions, versions.dropFirst()) {
      var (old, new) = (before.schema, after.schema)
      #expect(old.version < new.version)
      let hasSameHash = old.documentation == new.documentation
      (old.version, old.documentation) = (new.version, new.documentation)
      if hasSameHash, old != new { mislabelled.append(new.version) }
      if !hasSameHash { #expect(old != new, "\(new.version)") }
    }
    #expect(mislabelled == room.mislabelled)
  }

  @Test func `every remark on a public history is known, and has its place in files`() throws {
    for source in Self.models + Self.databases + Self.roomFolders {
      let remarks = try ModelSource.history(of: Corpora.path(source)).remarks
      #expect(remarks.filter { $0.subject == .unknown } == [], "\(source)")
      guard !Self.databases.contains(source) else { continue }
      #expect(remarks.filter { $0.location == nil } == [], "\(source)")
    }
  }
}
