import Diagnostics
import Foundation
import SchemaFixes
import SchemaLint
import SchemaModel
import SchemaYAML
import Testing

/// Laws of fixes, checked with the example of every rule's page.
struct FixRunTests {
  @Test func `these rules can fix the example of their page`() throws {
    let names = try RuleRegistry.rules.map(\.id.name).filter { name in
      guard let model = try Model(exampleOf: name, lineBreak: "\n") else { return false }
      defer { model.remove() }
      return !model.mend([.safe, .unsafe], rule: name).corrected.isEmpty
    }
    #expect(
      names == [
        "custom-without-assertion", "duplicate-index", "enum-case-removed", "implicit-delete-rule",
        "large-data-inline", "missing-inverse", "optional-made-required",
        "probable-rename", "relationship-in-initializer", "required-added-without-default",
        "required-to-one-nullified", "reserved-name", "stale-rename", "sync-deny", "sync-ordered",
        "sync-required-relationship", "sync-required-without-default", "unindexed-foreign-key",
        "unique-added", "unique-changed",
      ])
  }

  @Test func `a name that others keep is changed at both ends, and objects hold what they held`()
    throws
  {
    let base = """
      schema: Library
      version: 1.0.0
      entities:
        Book: # the only one
          attributes: {hash: int = 0}
          relationships:
            zone: {toOne: Club?, inverse: books, delete: nullify}
          indexes: [[zone]]
        Club:
          relationships:
            books: {toMany: Book, inverse: zone, delete: nullify}

      """
    let head = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes: {"hash": int = 0} # of the text
          relationships:
            zone: {toOne: Club?, inverse: books, delete: nullify}
        Club:
          relationships:
            books: {toMany: Book, inverse: zone, delete: nullify}

      """
    let model = try Model(texts: ["V1.yaml": base, "V2.yaml": head])
    defer { model.remove() }
    #expect(
      model.named(model.mend([.unsafe], rule: ReservedName.id.name).texts) == [
        "V2.yaml": """
        schema: Library
        version: 2.0.0
        entities:
          Book:
            attributes: {bookHash: {type: int, default: 0, renamedFrom: hash}} # of the text
            relationships:
              bookZone: {toOne: Club?, inverse: books, delete: nullify, renamedFrom: zone}
          Club:
            relationships:
              books: {toMany: Book, inverse: bookZone, delete: nullify}

        """
      ])
  }

  @Test func `an unneeded exception is removed, with its line if it has its own`() throws {
    let text = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            # migrate:ignore reserved-name -- it was called hash once
            title: string? # migrate:ignore case-collision -- and TITLE
            # The year.
            year: int?

      """
    let model = try Model(texts: ["V1.yaml": text])
    defer { model.remove() }
    #expect(
      model.named(model.mend([.safe]).texts) == [
        "V1.yaml": """
        schema: Library
        version: 1.0.0
        entities:
          Book:
            attributes:
              title: string?
              # The year.
              year: int?

        """
      ])
  }

  @Test func `a misspelt exception is corrected and keeps its reason, or stays unchanged`() throws {
    let text = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            # migrate:ignore reservd-name, no-such -- our own word
            hash: string?
            title: string? # migrate:ignore case-colision -- and TITLE

      """
    let model = try Model(texts: ["V1.yaml": text])
    defer { model.remove() }
    #expect(model.mend([.safe]).texts == [:])
    #expect(
      model.named(model.mend([.unsafe]).texts) == [
        "V1.yaml": text.replacing("reservd-", with: "reserved-").replacing("colis", with: "collis")
      ])
  }

  @Test func `two fixes of one migration do not contradict each other`() throws {
    let base = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {isbn: string, state: "enum(lent, lost)", title: string}

      """
    let head = """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes: {state: enum(lent)}
          unique: [[isbn]]

      """
    let model = try Model(texts: ["V1.yaml": base, "V2.yaml": head])
    defer { model.remove() }
    let run = model.mend([.safe, .unsafe])
    #expect(
      model.named(run.texts) == [
        "V2.yaml": head + """
          migration:
            kind: custom
            map:
              Book:
                state:
                  using: "iif(state IN ('lost'), 'lent', state)"
                dedupe: {by: [isbn], keep: first}
            after: [{expect: "SELECT count(*) FROM Book WHERE state IN ('lost')", equals: 0}]

          """
      ])
    #expect(run.state.report.findings == [])
  }

  @Test func `maps stand in the order in which their objects are needed`() throws {
    let base = """
      schema: Library
      version: 1.0.0
      entities:
        Work:
          attributes: {title: string?}
          relationships:
            editions: {toMany: Edition, inverse: work, delete: cascade}
        Edition:
          attributes: {workTitle: string?}
          relationships:
            work: {toOne: Work?, inverse: editions, delete: nullify}

      """
    let edition = """
          # the work that has this title
          Edition:
            work: {using: "(SELECT _id FROM Work WHERE Work.title = workTitle)"}

      """
    let work = "    Work:\n      title: {using: \"trim(title)\"}\n"
    let head = """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      migration:
        kind: custom
        map:

      """
    let tail = "  after:\n    - {count: Work}\n"
    let model = try Model(texts: ["V1.yaml": base, "V2.yaml": head + edition + work + tail])
    defer { model.remove() }
    let run = model.mend([.safe], rule: "insert-before-relate")
    #expect(model.named(run.texts) == ["V2.yaml": head + work + edition + tail])
    #expect(run.state.report.findings == [])
  }

  @Test(arguments: RuleRegistry.rules.map(\.id.name))
  func `a fixed finding is no longer found, and fixing again changes nothing`(name: String) throws {
    for lineBreak in ["\n", "\r\n"] {
      guard let model = try Model(exampleOf: name, lineBreak: lineBreak) else { return }
      defer { model.remove() }
      let run = model.mend([.safe, .unsafe], rule: name)
      for judged in run.corrected {
        #expect(!run.state.report.findings.contains { $0.finding == judged.finding })
      }
      #expect(model.unusable(run.state) <= model.unusable(model.lint([:])))
      let again = model.mend([.safe, .unsafe], rule: name, after: run.texts)
      #expect(again.texts == [:])
      // Every line ends as before.
      for text in run.texts.values {
        #expect(text.contains("\r\n") == (lineBreak == "\r\n"))
        #expect(text.replacing("\r\n", with: "").contains("\n") == (lineBreak == "\n"))
      }
      // Only the exceptions that are not needed lose their comments.
      let comments = model.texts.mapValues { $0.count { $0 == "#" } }
      let left = run.texts.mapValues { $0.count { $0 == "#" } }
      for (file, count) in left where name != "unused-suppression" {
        #expect(count >= comments[file] ?? 0)
      }
    }
  }

  @Test(arguments: RuleRegistry.rules.map(\.id.name))
  func `fixes add no new findings`(name: String) throws {
    guard let model = try Model(exampleOf: name, lineBreak: "\n") else { return }
    defer { model.remove() }
    for allowed: Set<TextFix.Safety> in [[.safe], [.safe, .unsafe]] {
      let run = model.mend(allowed, rule: name)
      #expect(model.newFindings(after: run.texts, of: name) == [])
    }
  }

  @Test func `safe fixes alone leave the findings that only unsafe fixes correct`() throws {
    let text = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          relationships:
            notes: {toMany: Note}
        Note:
          relationships:
            book: {toOne: Book?}

      """
    let model = try Model(texts: ["V1.yaml": text])
    defer { model.remove() }
    let safe = model.mend([.safe])
    #expect(
      safe.corrected.map(\.finding.rule.name) == ["implicit-delete-rule", "implicit-delete-rule"])
    #expect(
      model.named(safe.texts) == [
        "V1.yaml": text.replacing("Note}", with: "Note, delete: nullify}")
          .replacing("Book?}", with: "Book?, delete: nullify}")
      ])
    let all = model.mend([.safe, .unsafe])
    #expect(
      model.named(all.texts) == [
        "V1.yaml": text.replacing("Note}", with: "Note, delete: nullify, inverse: book}")
          .replacing("Book?}", with: "Book?, delete: nullify, inverse: notes}")
      ])
    #expect(all.state.diagnostics { model.read($0) } == [])
  }

  @Test func `duplicate indexes are removed where they are found, all in one run`() throws {
    let text = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            b: {type: string, optional: true, indexed: true}
            c: string?
          indexes:
            - [b]     # dup
            - [b, c]
            - [-b]

      """
    let model = try Model(texts: ["V1.yaml": text])
    defer { model.remove() }
    let found = model.lint([:], rule: "duplicate-index").diagnostics { text in model.read(text) }
    // The index over 'b' is one, declared in both ways.
    #expect(found.map { $0.location?.line } == [6, 11])
    #expect(found.map { $0.fix?.edits.map(\.start.line) } == [[6, 9], [11]])
    let run = model.mend([.unsafe], rule: "duplicate-index")
    #expect(
      model.named(run.texts) == [
        "V1.yaml": text.replacing(", indexed: true", with: "")
          .replacing("      - [b]     # dup\n", with: "").replacing("      - [-b]\n", with: "")
      ])
    #expect(run.corrected.count == 2)
    #expect(run.state.report.findings == [])
  }

  @Test func `two findings that one edit fixes are both fixed`() throws {
    let model = try Model(exampleOf: "missing-inverse", lineBreak: "\n")
    let found = try #require(model)
    defer { found.remove() }
    let count = found.lint([:], rule: "missing-inverse").report.findings.count
    let run = found.mend([.unsafe], rule: "missing-inverse")
    #expect(count == 2)
    #expect(run.corrected.count == 2)
    #expect(run.state.report.findings == [])
  }

  @Test func `a protected file stays unchanged`() throws {
    let model = try Model(exampleOf: "implicit-delete-rule", lineBreak: "\n")
    let found = try #require(model)
    defer { found.remove() }
    let run = found.mend([.safe], protecting: Set(found.texts.keys))
    #expect(run.texts == [:])
    #expect(run.withheld.map(\.finding.rule.name) == ["implicit-delete-rule"])
  }

  @Test func `a mistake is fixed where it stands, not in the version that inherits it`() throws {
    let base = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            cover: data? # the front

      """
    let later = "schema: Library\nversion: 2.0.0\nextends: V1.yaml\n"
    let model = try Model(texts: ["V1.yaml": base, "V2.yaml": later])
    defer { model.remove() }
    #expect(
      model.named(model.mend([.safe, .unsafe]).texts) == [
        "V1.yaml": base.replacing(
          "data?", with: "{type: data, optional: true, storage: external}")
      ])
  }

  @Test func `two models with the same names are each fixed in their own file`() throws {
    func text(_ name: String) -> String {
      """
      schema: \(name)
      version: 1.0.0
      entities:
        Book:
          attributes: {cover: data?}

      """
    }
    let texts = ["A.yaml": text("A"), "B.yaml": "# B\n" + text("B")]
    let run = FixRun(
      allowing: [.unsafe], read: { texts[$0] },
      lint: { edits in
        let documents = texts.keys.sorted().compactMap { file in
          try? SchemaReader.read(text: edits[file] ?? texts[file] ?? "", name: file)
        }
        let histories = documents.map { SchemaHistory([$0]) }
        return LintState(histories: histories, report: Linter.report(on: histories))
      })
    #expect(
      run.texts
        == texts.mapValues {
          $0.replacing("data?", with: "{type: data, optional: true, storage: external}")
        })
  }

  @Test func `a part that has another name where it stands is left alone`() throws {
    let base = """
      schema: Library
      version: 1.0.0
      entities:
        Tome:
          attributes: {bytes: data?}

      """
    let later = """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          renamedFrom: Tome
          attributes:
            cover: {type: data, optional: true, renamedFrom: bytes}

      """
    let model = try Model(texts: ["V1.yaml": base, "V2.yaml": later])
    defer { model.remove() }
    #expect(
      model.named(model.mend([.unsafe], rule: "large-data-inline").texts) == [
        "V2.yaml": later.replacing("bytes}", with: "bytes, storage: external}")
      ])
  }

  @Test func `two hundred mistakes in one file are all fixed`() throws {
    let attributes = (1...200).map { "      cover\($0)Image: data?\n" }.joined()
    let text =
      "schema: Library\nversion: 1.0.0\nentities:\n  Book:\n    attributes:\n" + attributes
    let model = try Model(texts: ["V1.yaml": text])
    defer { model.remove() }
    let run = model.mend([.safe, .unsafe])
    #expect(run.corrected.count == 200)
    #expect(run.state.diagnostics { model.read($0) } == [])
  }
}

/// Schema files in a folder of their own.
private struct Model {
  let folder: String
  let texts: [String: String]
  private let directory: URL

  init(texts: [String: String]) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    folder = directory.path
    var paths: [String: String] = [:]
    for (name, text) in texts {
      try Data(text.utf8).write(to: directory.appending(path: name))
      paths["\(folder)/\(name)"] = text
    }
    self.texts = paths
  }

  /// The first example of a rule's page; nil where it is no model in YAML.
  init?(exampleOf name: String, lineBreak: String) throws {
    guard let rule = RuleRegistry.rule(RuleID(name)) else { return nil }
    let blocks = rule.page.split(separator: "```yaml\n", omittingEmptySubsequences: false)
    guard blocks.count > 1, let example = blocks[1].split(separator: "\n```").first else {
      return nil
    }
    var versions: [[Substring]] = []
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# V"), line.hasSuffix(".yaml") {
        versions.append([])
      } else {
        if versions.isEmpty { versions.append([]) }
        versions[versions.count - 1].append(line)
      }
    }
    let files = versions.enumerated().map { position, lines in
      let head = ["schema: Library", "version: \(position + 1).0.0"].filter { key in
        !lines.contains { $0.hasPrefix(key.prefix { $0 != ":" } + ":") }
      }
      return (
        "V\(position + 1).yaml",
        (head + lines.map(String.init)).map { $0 + lineBreak }.joined()
      )
    }
    try self.init(texts: Dictionary(files) { first, _ in first })
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  func read(_ path: String) -> String? { texts[path] }

  /// Texts by the names of their files.
  func named(_ texts: [String: String]) -> [String: String] {
    Dictionary(texts.map { ($0.key.replacing(folder + "/", with: ""), $0.value) }) { $1 }
  }

  func mend(
    _ safeties: Set<TextFix.Safety>, rule: String? = nil, protecting: Set<String> = [],
    after edits: [String: String] = [:]
  ) -> FixRun {
    FixRun(
      allowing: safeties, protecting: protecting, read: { edits[$0] ?? texts[$0] },
      lint: { lint(edits.merging($0) { $1 }, rule: rule) })
  }

  /// The rules that find more after some edits than before, as often as they do.
  func newFindings(after edits: [String: String], of rule: String) -> [String] {
    func found(_ edits: [String: String]) -> [String] {
      lint(edits, isAlso: rule).report.findings.map(\.finding.rule.name).sorted()
    }
    return found(edits).difference(from: found([:])).insertions.compactMap { change in
      if case .insert(_, let text, _) = change { text } else { nil }
    }
  }

  /// How many problems make the model unusable.
  func unusable(_ state: LintState) -> Int { state.report.problems.count + state.unread.count }

  func lint(
    _ edits: [String: String], rule: String? = nil, isAlso extra: String? = nil
  ) -> LintState {
    SchemaReader.withEdits(edits) {
      var settings = RuleSettings(profile: .cloudkit)
      if let extra { settings.overrides[RuleID(extra)] = .error }
      for other in RuleRegistry.rules {
        if let rule { settings.overrides[other.id] = other.id.name == rule ? .error : .off }
      }
      if rule == nil { settings.profile = nil }
      do throws(DiagnosticsError) {
        let history = try SchemaReader.history(inDirectory: folder)
        var context = LintContext(texts: texts.merging(edits) { $1 })
        context.comments = { YAMLComments.starts(in: $0) }
        return LintState(
          histories: [history],
          report: Linter.report(on: [history], settings: settings, context: context))
      } catch {
        return LintState(
          histories: [], report: Linter.report(on: []),
          unread: error.diagnostics)
      }
    }
  }
}
