import Foundation
import SchemaLint
import SchemaModel
import TestSupport
import Testing

/// The pages under `Documentation/rules`, which are made of the doc comments of the rules' types.
///
/// `RECORD=1 swift test --filter RulePageTests` writes them; the next build embeds them.
struct RulePageTests {
  private static let folder = BuiltProducts.repository.appending(path: "Documentation/rules")

  @Test func `every rule has a page, and no other page exists`() throws {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Self.record() }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path)) ?? []
    let rules = RuleRegistry.rules.map { "\($0.id).md" }
    #expect(names.sorted() == (rules + ["README.md"]).sorted(), "write them: RECORD=1 swift test …")
  }

  @Test(arguments: RuleRegistry.rules.map(\.id))
  func `a page has the text of its rule's comment, and is embedded in the program`(
    id: RuleID
  ) throws {
    let rule = try #require(RuleRegistry.rule(id))
    let page = try Self.page(of: rule)
    let file = try String(contentsOf: Self.folder.appending(path: "\(id).md"), encoding: .utf8)
    if file != page { Issue.record("\(id).md\n\(lineDifference(from: file, to: page))") }
    let carried = RulePage.text(of: rule)
    if carried != page { Issue.record("\(id)\n\(lineDifference(from: carried, to: page))") }
    #expect(try Self.comment(of: rule) == rule.page)
  }

  @Test func `the index lists every rule with its level`() throws {
    let file = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let index = try Self.index()
    if file != index { Issue.record("\(lineDifference(from: file, to: index))") }
  }

  @Test func `the embedded pages are the pages of all rules, in their order`() throws {
    let list = BuiltProducts.repository.appending(path: "Sources/CPages/rules.c")
    let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("#embed") }.map(String.init)
        == RuleRegistry.rules.map {
          "#embed \"../../Documentation/rules/\($0.id).md\" suffix(, 0,)"
        })
  }

  private static func record() throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for rule in RuleRegistry.rules {
      try Data(page(of: rule).utf8).write(to: folder.appending(path: "\(rule.id).md"))
    }
    try Data(index().utf8).write(to: folder.appending(path: "README.md"))
    Issue.record("recorded; look at the difference")
  }
}

// MARK: - What is written

extension RulePageTests {
  private static func page(of rule: any LintRule) throws -> String {
    """
    # \(rule.id)

    \(try comment(of: rule))

    Its usual level is **\(level(of: rule))**; `rules:` in `migrate.yml` sets another one.\(platform(of: rule))

    """
  }

  private static func platform(of rule: any LintRule) -> String {
    RuleRegistry.platformRules.contains(rule.id) ? " With `platform: none` it is off." : ""
  }

  private static func index() throws -> String {
    let chapters = try chapters.map { title, rules in
      try "## \(title)\n\n| rule | level | looks at | fix | |\n|---|---|---|---|---|\n"
        + rules.map(row).joined()
    }
    return """
      # Lint rules

      What `migrate lint` looks for, and how much it weighs where `rules:` in `migrate.yml` says
      nothing else. `migrate explain RULE` shows the same pages. A *safe* fix is made by `--fix`, an
      *unsafe* one, which changes what the model means, by `--fix --unsafe-fixes`. Fixes edit schema files.

      \(chapters.joined(separator: "\n"))
      """
  }

  private static let chapters: [(title: String, rules: [any LintRule])] = [
    ("On one version of a model", RuleRegistry.modelRules),
    ("On the step from one version to the next", RuleRegistry.changeRules),
    ("On all versions together", RuleRegistry.chainRules),
    ("On the SQL of migrations", RuleRegistry.sqlRules),
    ("On Swift source", RuleRegistry.rules.filter { $0 is any SourceRule }),
    ("On exceptions to the rules", RuleRegistry.hygieneRules),
  ]

  private static func row(_ rule: any LintRule) throws -> String {
    let summary = try comment(of: rule).prefix { $0 != "\n" }
    return "| [\(rule.id)](\(rule.id).md) | \(level(of: rule)) | \(subjects(of: rule)) "
      + "| \(try fix(of: rule)) | \(summary) |\n"
  }

  /// The languages that a rule looks at.
  private static func subjects(of rule: any LintRule) -> String {
    let files = rule is any SQLRule ? "SQL" : "YAML"
    return [
      looksAtSchemaFiles(rule) ? files : nil, looksAtSwift(rule) ? "Swift" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func looksAtSwift(_ rule: any LintRule) -> Bool {
    switch rule {
    case is any SourceRule, is any HygieneRule: true
    // Swift source has no existing tables.
    case is any ModelRule: rule.id != UnindexedForeignKey.id
    default:
      (RuleRegistry.changesInSwift + RuleRegistry.lastChangesInSwift
        + [LightweightNotInferred.id, ReleasedVersionEdited.id]).contains(rule.id)
    }
  }

  private static func looksAtSchemaFiles(_ rule: any LintRule) -> Bool {
    !(rule is any SourceRule) || rule is any ModelRule
  }

  /// How a rule corrects the example of its page: what its findings there say.
  private static func fix(of rule: any LintRule) throws -> String {
    guard looksAtSchemaFiles(rule) else { return "" }
    if let example = ruleExamples[rule.id] {
      let settings = RuleSettings(overrides: [rule.id: .error])
      let findings = Linter.report(on: [SchemaHistory([example.bad])], settings: settings).findings
      let fix = findings.first { $0.finding.rule == rule.id }?.finding.fix
      return fix.map { $0.safety == .safe ? "safe" : "unsafe" } ?? ""
    }
    let examples = PageExamples(of: rule)
    let marks = try examples.findings(in: examples.bad)
    return ["safe", "unsafe"].first { fix in marks.contains { $0.hasPrefix("  > \(fix):") } } ?? ""
  }

  private static func level(of rule: any LintRule) -> String {
    RuleSettings().level(of: rule.id).rawValue
  }

  /// The first doc comment of a rule's file, which is its type's.
  private static func comment(of rule: any LintRule) throws -> String {
    let name = RuleFile.typeName(rule.id.name) + ".swift"
    let file = try #require(try RuleFile.named(name, below: "Sources/SchemaLint/Rules"))
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("///") }.prefix { $0.hasPrefix("///") }
      .map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) }.joined(separator: "\n")
  }
}
