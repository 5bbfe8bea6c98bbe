import Foundation
import TestSupport
import Testing

/// Public databases and exported schemas, if they lie next to the repository: a project can begin
/// with them, without an error of a platform's rules.
@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct PublicSchemaTests {
  @Test(arguments: [
    "lerocha+chinook-database/ChinookDatabase/DataSources/Chinook_Sqlite.sqlite",
    "lerocha+chinook-database/ChinookDatabase/DataSources/Chinook_Sqlite_AutoIncrementPKs.sqlite",
    "imba-tjd+northwind-SQLite3/Northwind_small.sqlite",
  ])
  func `a database is imported, locked and checked without an error`(_ name: String) throws {
    let workshop = try Workshop()
    let database = Corpora.path("sqlite/\(name)")
    #expect(try workshop.migrate("import", database, "--name", "Public").status == 0)
    #expect(try workshop.migrate("lock").status == 0)
    let check = try workshop.migrate("check")
    #expect(check.status == 0, "\(check.output)\(check.error)")
  }

  /// The errors are about data that is lost, whichever tool migrates.
  private static let errorsOnData: Set = [
    "drop-entity", "drop-attribute", "drop-relationship", "entity-vanishes-between",
    "lossy-type-change", "optional-made-required", "probable-rename", "rename-case-only",
    "required-added-without-default", "unique-added", "unique-changed",
  ]

  @Test(arguments: [
    "home-assistant+android/common/schemas/io.homeassistant.companion.android.database.AppDatabase",
    "Automattic+pocket-casts-android/modules/services/model/schemas/"
      + "au.com.shiftyjelly.pocketcasts.models.db.AppDatabase",
  ])
  func `a history of Room's is linted without an error of a platform's`(_ name: String) throws {
    let workshop = try Workshop()
    let schemas = Corpora.path("room/\(name)")
    #expect(try workshop.migrate("import", schemas, "--name", "Public").status == 0)
    let lint = try workshop.migrate("lint", "--format", "json").output
    let lines = lint.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let errors = zip(lines, lines.dropFirst()).filter { $0.1 == "\"severity\": \"error\"," }
      .map { String($0.0.dropFirst("\"code\": \"".count).dropLast("\",".count)) }
    #expect(Set(errors).subtracting(Self.errorsOnData) == [])
    #expect(!lint.contains("latform"), "a finding speaks of the platform")
  }
}
