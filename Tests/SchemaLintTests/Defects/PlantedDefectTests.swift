import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import StoreLint
import TestSupport
import Testing

/// A correct model of a system has no findings, and a single mistake in it is found by one rule,
/// and no other.
struct PlantedDefectTests {
  @Test(arguments: PlantedDefect.System.allCases)
  func `a correct model of each system has no findings, with every rule on`(
    system: PlantedDefect.System
  ) throws {
    let folder = try TemporaryFolder()
    try system.write(to: folder)
    #expect(try PlantedDefect.findings(in: folder, levels: Self.everything) == [])
  }

  @Test(arguments: PlantedDefect.all)
  func `a planted defect is found, without any other finding`(defect: PlantedDefect) throws {
    let folder = try TemporaryFolder()
    try defect.system.write(to: folder)
    try defect.plant(in: folder)
    #expect(
      try PlantedDefect.findings(
        in: folder, levels: defect.levels, oldest: defect.oldest, synced: defect.isSynced)
        == Array(repeating: defect.rule.name, count: defect.count))
  }

  @Test func `a defect in a script is found, without any other finding`() {
    let sound =
      "CREATE TABLE new (id INTEGER);\nINSERT INTO new SELECT id FROM old;\nDROP TABLE old;"
    #expect(Linter.lint(script: sound, file: "script.sql") == [])
    for (rule, statement) in Self.scripts {
      #expect(
        Linter.lint(script: sound + "\n" + statement, file: "script.sql").map(\.code)
          == [rule.name])
    }
  }

  @Test func `there is a planted defect for every rule on models`() {
    let planted = Set(PlantedDefect.all.map(\.rule)).union(Self.scripts.map(\.0))
    let rules = RuleRegistry.rules.filter { !($0 is any SourceRule) }.map(\.id)
    #expect(Set(rules).subtracting(planted).sorted() == Self.elsewhere.sorted())
  }

  /// The rules whose own tests have the parts that a model alone lacks: a lock, a baseline.
  private static let elsewhere: [RuleID] = [ReleasedVersionEdited.id, StaleBaseline.id]

  private static let everything = Dictionary(
    RuleRegistry.rules.filter { RuleSettings().level(of: $0.id) == .off }
      .map(\.id).filter { !$0.name.hasPrefix("sync-") }.map { ($0, RuleSettings.Level.error) }
  ) { first, _ in first }

  private static let scripts: [(RuleID, String)] = [
    (PragmaInTransaction.id, "PRAGMA foreign_keys = OFF;"),
    (DeferIsNotOff.id, "PRAGMA defer_foreign_keys = ON;\nDROP TABLE book;"),
    (DeleteWithoutWhere.id, "DELETE FROM book;"),
    (RenameLiveTableFirst.id, "ALTER TABLE book RENAME TO book_old;\nCREATE TABLE book (id);"),
    (VacuumInMigration.id, "VACUUM;"),
  ]
}
