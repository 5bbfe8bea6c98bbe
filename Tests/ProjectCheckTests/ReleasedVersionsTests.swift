import Diagnostics
import ProjectCheck
import Reports
import SchemaLint
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreTesting
import TestSupport
import Testing

/// A check concerns versions that are not released yet.
struct ReleasedVersionsTests {
  private static let book = "entities: {Book: {attributes: {title: string = \"\"}}}"
  private static let failing = """
    entities: {Book: {attributes: {year: int?}}}
    migration: {after: [{expect: "SELECT count(*) FROM Book", equals: 0}]}
    """
  private static let unplannable =
    "entities: {Book: {attributes: {name: {type: string, optional: true, renamedFrom: titel}}}}"

  private static let found =
    "V2.yaml:5: a store does not come to 2.0.0: the after check does not hold: "
    + "'SELECT count(*) FROM Book' is 4, and should be 0 [failed-check]"

  @Test func `a migration that fails between locked versions is a warning`() throws {
    let project = try Project(
      Self.book, Self.failing, "entities: {Book: {attributes: {pages: int?}}}")
    #expect(try project.severities(.fixtures) == ["error: \(Self.found)"])
    try project.lock(1, 2)
    #expect(try project.severities(.fixtures) == ["warning: \(Self.found)"])
  }

  @Test func `a migration that fails to a version that is not locked is an error`() throws {
    let project = try Project(
      Self.book, "entities: {Book: {attributes: {year: int?}}}",
      Self.failing.replacing("year", with: "pages"))
    try project.lock(1, 2)
    #expect(
      try project.severities(.fixtures) == [
        "error: " + Self.found.replacing("V2", with: "V3").replacing("2.0.0", with: "3.0.0")
      ])
  }

  @Test func `a step that cannot be planned is a note between locked versions, with a warning`()
    throws
  {
    let platform = try Project(Self.book, Self.unplannable)
    try platform.lock(1, 2)
    // What is refused here, the platform infers.
    #expect(try platform.severities(.hops).map { $0.prefix { $0 != ":" } } == ["note"])
    let plain = "platform: none\n"
    let project = try Project(plain + Self.book, plain + Self.unplannable)
    #expect(try project.severities(.hops).map { $0.prefix { $0 != ":" } } == ["error"])
    try project.lock(1, 2)
    #expect(try project.severities(.hops).map { $0.prefix { $0 != ":" } } == ["warning", "note"])
    let findings = try ProjectCheck().run([project.schemas]).findings
    let found = findings.first { $0.code == "stuck-stores" }
    #expect(
      found?.message
        == "stores of 1.0.0 do not reach 2.0.0: both are released, and the migration between them is refused"
    )
    #expect(
      found?.notes.map(\.message) == [
        "no new version repairs this; once no older store is left, write 'oldest-supported: {Library: "
          + "2.0.0}' in migrate.yml"
      ])
  }

  @Test func `a custom migration is skipped where only the app knows what is renamed`() throws {
    let project = try Project(Self.book, Self.unplannable + "\nmigration: {kind: custom}")
    #expect(try project.severities(.hops) == [])
    #expect(try project.severities(.fixtures) == [])
    let cases = try ProjectCheck().run([project.schemas]).models.flatMap(\.parts).flatMap(\.cases)
    #expect(cases.compactMap(\.skipReason) == ["only the app knows what has another name"])
  }

  @Test func `an edited version no longer counts as released`() throws {
    let project = try Project(Self.book, Self.failing)
    try project.lock(1, 2)
    try project.write(Self.failing.replacing("int?", with: "double?"), version: 2)
    #expect(try project.severities(.fixtures) == ["error: \(Self.found)"])
  }

  @Test func `versions that are no longer in the field are not tried`() throws {
    let project = try Project(
      Self.book, Self.failing, "entities: {Book: {attributes: {pages: int?}}}")
    let path = project.folder.path("Fixtures/field.store")
    try project.folder.write("", to: "Fixtures/none")
    let document = try SchemaReader.read(file: project.schemas + "/V1.yaml")
    try SampleStore.create(at: path, of: document, objects: 4, seed: 1)
    var check = ProjectCheck()
    check.fixtures = FixtureFolder(project.folder.path("Fixtures"))
    check.context.oldestSupported = ["Library": Version(2)]
    #expect(
      try project.check(.lint, .hops, .fixtures, with: check) == [
        "lint: no findings", "hops: 1 migration: 1 lightweight",
        "fixtures: 3 trials with sample data, 1 with fixtures, 1 skipped",
      ])
    check.parts = [.fixtures]
    let cases = try check.run([project.schemas]).models.flatMap(\.parts).flatMap(\.cases)
    #expect(
      cases.compactMap(\.skipReason) == ["it is version 1.0.0, which is no longer in the field"])
  }

  @Test(arguments: ["swiftdata", "coredata", "none"])
  func `a default that only the app computes fails nothing where a platform migrates`(
    platform: String
  ) throws {
    let project = try Project(
      "platform: \(platform)\n\(Self.book)",
      "entities: {Book: {attributes: {status: string = computed()}}}")
    let report = try project.check(.fixtures)
    let summary = "fixtures: 3 trials with sample data, 0 with fixtures, 1 "
    if platform == "none" {
      #expect(report.first == summary + "failed")
      #expect(report.count == 2)
    } else {
      #expect(report == [summary + "skipped"])
    }
  }
}

/// A baseline leaves out its own findings, of any part, and no others.
struct PartsBaselineTests {
  private static let book = "entities: {Book: {attributes: {title: string = \"\"}}}"
  private static let failing = """
    entities: {Book: {attributes: {year: int?}}}
    migration: {after: [{expect: "SELECT count(*) FROM Book", equals: 0}]}
    """

  @Test func `findings of every part are listed, and left out the next time`() throws {
    let project = try Project(Self.book, Self.failing)
    try project.lock(1)
    try project.write("entities: {Book: {attributes: {title: string?}}}", version: 1)
    try project.folder.write(
      "cases: [{name: a, from: 1.0.0, rows: {Book: [{}]}, expect: [{count: Book, equals: 2}]}]",
      to: "Library/tests/books.yaml")
    var check = ProjectCheck()
    let report = try check.run([project.schemas])
    #expect(report.findings.contains { $0.severity == .error })
    let baseline = Baseline(report.baseline)
    #expect(
      Set(baseline.entries.map(\.part)) == ["lock", nil, "fixtures", "tests"])
    check.context.baseline = try Baseline(text: baseline.text, file: "baseline.txt")
    let again = try check.run([project.schemas])
    #expect(again.findings == [])
    #expect(again.baseline.count == report.baseline.count)
  }

  @Test func `a fixture that fails in a later version too is still the same`() throws {
    let project = try Project(Self.book, Self.failing)
    var check = ProjectCheck()
    check.parts = [.fixtures]
    let entries = try check.run([project.schemas]).baseline
    #expect(
      entries == [
        .init(
          part: "fixtures", rule: "failed-check", file: project.schemas + "/V2.yaml",
          subject: "SELECT count(*) FROM Book")
      ])
    check.context.baseline = Baseline(entries)
    try project.write("entities: {Book: {attributes: {pages: int?}}}", version: 3)
    #expect(
      try project.check(.fixtures, with: check) == [
        "fixtures: 6 trials with sample data, 0 with fixtures, 2 failed, 1 excepted"
      ])
  }

  @Test func `a baseline line without its finding is a warning, in the parts that are checked`()
    throws
  {
    let project = try Project(Self.book)
    var check = ProjectCheck()
    check.context.baseline = try Baseline(
      text: "fixtures:failed-check\t\(project.schemas)/V1.yaml\tBook\n", file: "baseline.txt")
    #expect(try project.check(.hops, with: check) == ["hops: one version"])
    #expect(
      try project.check(.fixtures, with: check) == [
        "fixtures: 1 trial with sample data, 0 with fixtures",
        "baseline.txt:1: 'fixtures:failed-check' finds nothing any more at 'Book' of "
          + "'Library/V1.yaml' [stale-baseline]",
      ])
    // Findings of the other parts do not concern lint.
    #expect(try project.check(.lint, with: check) == ["lint: no findings"])
  }
}

extension Project {
  /// The findings of the check in one part, each with its severity and its line.
  fileprivate func severities(_ part: CheckPart) throws -> [String] {
    var check = ProjectCheck()
    check.parts = [part]
    let severities = try check.run([schemas]).findings.map { "\($0.severity)" }
    return try zip(severities, self.check(part).dropFirst()).map { "\($0): \($1)" }
  }
}
