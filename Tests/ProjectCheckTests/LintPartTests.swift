import Diagnostics
import ProjectCheck
import SQLite
import SchemaLint
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreTesting
import TestSupport
import Testing

/// Lint within a check has the same information as lint alone, and the data of the fixtures.
struct LintPartTests {
  private static let book = "entities: {Book: {attributes: {title: string, pages: int?}}}"
  private static let drop = "removed: {attributes: [Book.pages]}"
  private static let dropFound =
    "V2.yaml:4: the values of 'Book.pages' are lost in 2.0.0 [drop-attribute]"

  @Test func `a fixture without such values makes a finding about data a note`() throws {
    #expect(
      try Self.judged(by: "UPDATE Book SET pages = NULL") == [
        "lint: 1 note", Self.dropFound, "  no object in 'Fixtures/field.store' is affected",
      ])
  }

  @Test func `a fixture with such values says how many objects are affected`() throws {
    #expect(
      try Self.judged(by: "UPDATE Book SET pages = 7 * (_id < 3)") == [
        "lint: 1 error", Self.dropFound,
        "  4 objects in 'Fixtures/field.store' are affected, such as 0, 7",
      ])
  }

  @Test func `a fixture without objects of the entity proves nothing about them`() throws {
    #expect(
      try Self.judged(by: "DELETE FROM Book") == [
        "lint: 1 error", Self.dropFound,
        "  if it has another name now, write 'renamedFrom: pages' at the new name; if the loss is "
          + "meant, write '# migrate:ignore drop-attribute -- reason' at the end of the line; 'migrate "
          + "plan' and 'migrate apply' then take '--allow drop-attribute:Book.pages'",
      ])
  }

  @Test func `an exception for the folder of several models is used where one model needs it`()
    throws
  {
    let project = try Project(Self.book, Self.drop)
    try project.folder.write(
      "schema: Shop\nversion: 1.0.0\nentities: {Item: {attributes: {name: string?}}}\n",
      to: "Shop/V1.yaml")
    var check = ProjectCheck()
    check.parts = [.lint]
    check.context.pathSuppressions = [Self.exception(for: "drop-attribute", in: project)]
    let report = try check.run([project.schemas, project.folder.path("Shop")])
    #expect(report.findings == [])
    #expect(
      report.models.flatMap(\.parts).map(\.summary) == ["no findings, 1 excepted", "no findings"])
  }

  @Test(arguments: [
    ("", nil, nil),
    (" # migrate:ignore drop-attribute -- nobody reads it", "nobody reads it", "V2.yaml:4"),
    (" # migrate:ignore drop-attribute", "no reason is given", "V2.yaml:4"),
    (" # migrate:ignore drop-entity -- a reason for another rule", nil, nil),
  ])
  func `an exception to a loss is known with its reason and its place`(
    _ comment: String, _ reason: String?, _ place: String?
  ) throws {
    let project = try Project(Self.book, Self.drop + comment)
    var check = ProjectCheck()
    check.parts = [.lint]
    let part = try #require(try check.run([project.schemas]).models.first?.parts.first)
    let note = part.approvals[Version(2)]?["Book.pages"]
    #expect(note?.message == reason)
    #expect(
      note?.location.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line)" } == place)
    #expect(part.excepted.map(\.notes.last) == [note].compactMap(\.self))
  }

  @Test func `a baseline is the reason for its findings`() throws {
    let project = try Project(Self.book, Self.drop)
    var check = ProjectCheck()
    check.parts = [.lint]
    check.context.baseline = Baseline(try check.run([project.schemas]).baseline)
    let part = try #require(try check.run([project.schemas]).models.first?.parts.first)
    #expect(part.approvals == [Version(2): ["Book.pages": .init("it is in the baseline")]])
  }

  @Test func `an unused exception is reported at its own place, and not for a model`() throws {
    let project = try Project(Self.book)
    var check = ProjectCheck()
    check.context.pathSuppressions = [Self.exception(for: "missing-inverse", in: project)]
    let found = try project.check(.lint, with: check)
    #expect(found.count == 2)
    #expect(found.first == "lint: no findings")
    #expect(found.last?.hasPrefix("migrate.yml:2: ") == true)
    #expect(found.last?.hasSuffix("[unused-suppression]") == true)
  }

  @Test func `a baseline and an earlier time leave findings out, which are counted`() throws {
    let project = try Project(Self.book, Self.drop)
    var check = ProjectCheck()
    check.context.baseline = Baseline([
      .init(
        rule: "drop-attribute", file: project.schemas + "/V2.yaml",
        subject: "removed.entities.Book.attributes.pages")
    ])
    #expect(try project.check(.lint, with: check) == ["lint: no findings, 1 excepted"])
    check.context.baseline = nil
    check.parts = [.lint]
    check.context.past = PastFindings(
      try check.run([project.schemas]).findings, name: { $0 }, wasThere: { _ in true },
      isThere: { _ in true })
    #expect(try project.check(.lint, with: check) == ["lint: no findings, 1 older"])
  }

  @Test func `the query plans of declared queries are checked with SQLite`() throws {
    let project = try Project(
      """
      entities: {Book: {attributes: {title: string}}}
      queries: {titles: {from: Book, where: "title = 'Emma'"}}
      """)
    let found = try project.check(.lint)
    #expect(found.first == "lint: 1 warning")
    #expect(found.last?.hasSuffix("[unindexed-query]") == true)
  }

  /// What is found, with the last note of each finding, where a fixture of the first version has
  /// four books that this was done to.
  private static func judged(by edit: String) throws -> [String] {
    let project = try Project(book, drop)
    let path = project.folder.path("Fixtures/field.store")
    try project.folder.write("", to: "Fixtures/none")
    let document = try SchemaReader.read(file: project.schemas + "/V1.yaml")
    try SampleStore.create(at: path, of: document, objects: 4, seed: 1)
    try Connection(path: path, mode: .readWrite).execute("\(raw: edit)")
    var check = ProjectCheck()
    check.fixtures = FixtureFolder(project.folder.path("Fixtures"))
    let summaries = try project.check(.lint, with: check)
    check.parts = [.lint]
    let notes = try check.run([project.schemas]).findings.compactMap(\.notes.last?.message)
    return summaries + notes.map { "  " + project.shortened($0) }
  }

  private static func exception(for rule: String, in project: Project) -> Suppression {
    Suppression(
      path: project.folder.path, text: "\(rule) -- a test",
      at: SourceLocation(file: "migrate.yml", line: 2, column: 3))
  }
}
