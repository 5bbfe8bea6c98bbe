import Diagnostics
import Foundation
import Reports
import SchemaYAML
import TestSupport
import Testing

struct SARIFReportTests {
  private let rule = ReportedRule(
    name: "missing-inverse", summary: "Flags it.", page: "Flags it.\n\n## Why\n\nIt hurts.",
    severity: .error)

  private func report(subjects: [String] = [], hasFailed: Bool = false) -> SARIFReport {
    SARIFReport(toolVersion: "1.2.3", rules: [rule], subjects: subjects, hasFailed: hasFailed)
  }

  private func tree(_ text: String) throws -> JSONTree {
    JSONTree(try YAMLDocument(parsing: text, name: "report.sarif").root)
  }

  private func run(_ text: String) throws -> JSONTree {
    try #require(tree(text)["runs"]?.elements.first)
  }

  private func checker() throws -> JSONSchemaChecker {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "SARIF/sarif-schema-2.1.0.json")
    return JSONSchemaChecker(root: try tree(String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: [
    [], SampleDiagnostics.ordinary, SampleDiagnostics.hostile, SampleDiagnostics.placeless,
  ])
  func `a log is valid by the schema of SARIF`(_ diagnostics: [Diagnostic]) throws {
    let checker = try checker()
    for hasFailed in [false, true] {
      for subjects in [[], ["a.store"]] {
        let text = report(subjects: subjects, hasFailed: hasFailed).text(of: diagnostics)
        #expect(checker.problems(of: try tree(text)) == [])
      }
    }
  }

  @Test func `the schema refuses a document that is not a log`() throws {
    let text = report().text(of: SampleDiagnostics.ordinary)
      .replacing("\"startLine\": 6", with: "\"startLine\": 0")
      .replacing("\"ruleId\"", with: "\"rule\"")
    let found = try checker().problems(of: try tree(text))
    #expect(
      found == [
        ".runs[0].results[0].locations[0].physicalLocation.region.startLine: minimum",
        ".runs[0].results[0].rule: type",
        ".runs[0].results[1].fixes[0].artifactChanges[0].replacements[0].deletedRegion.startLine: "
          + "minimum",
        ".runs[0].results[1].locations[0].physicalLocation.region.startLine: minimum",
        ".runs[0].results[1].rule: type",
        ".runs[0].results[2].rule: type",
      ])
  }

  @Test func `a result has its rule, its place, its remarks and its fix`() throws {
    let text = report().text(of: SampleDiagnostics.ordinary)
    let results = try #require(run(text)["results"]?.elements)
    let expected = """
      - ruleId: missing-inverse
        ruleIndex: 1
        level: error
        message: {text: "'Book.notes' has no inverse\\nadd one"}
        locations:
          - physicalLocation:
              artifactLocation: {uri: Schemas/V1.yaml}
              region: {startLine: 6, startColumn: 7}
        relatedLocations:
          - physicalLocation:
              artifactLocation: {uri: Schemas/V1.yaml}
              region: {startLine: 9, startColumn: 7}
            message: {text: it may be this one}
        partialFingerprints:
          primaryLocationLineHash: "0e7c2d59b8d7f3bf69b21b4c2f1f0a0a:1"
          finding/v1: "0e7c2d59b8d7f3bf69b21b4c2f1f0a0a:1"
      """
    let fingerprint = try #require(results[0]["partialFingerprints"]?["finding/v1"]?.text)
    let whole = expected.replacing("0e7c2d59b8d7f3bf69b21b4c2f1f0a0a:1", with: fingerprint)
    #expect(results[0] == (try tree(whole)).elements[0])
    #expect(
      results[1]["fixes"]
        == (try tree(
          """
          - description: {text: safe fix of implicit-delete-rule}
            artifactChanges:
              - artifactLocation: {uri: Schemas/V1.yaml}
                replacements:
                  - deletedRegion: {startLine: 6, startColumn: 28, endLine: 6, endColumn: 28}
                    insertedContent: {text: ", delete: nullify"}
            properties: {safety: safe}
          """)))
    #expect(
      try run(text)["tool"]?["driver"]?["rules"]
        == tree(
          """
          - {id: implicit-delete-rule}
          - id: missing-inverse
            shortDescription: {text: Flags it.}
            help:
              text: "Flags it.\\n\\n## Why\\n\\nIt hurts."
              markdown: "Flags it.\\n\\n## Why\\n\\nIt hurts."
            defaultConfiguration: {enabled: true, level: error}
          - {id: required-to-many}
          """))
  }

  @Test func `a fingerprint survives moved lines, and distinguishes equal findings`() throws {
    func prints(_ diagnostics: [Diagnostic]) throws -> [String] {
      try run(report().text(of: diagnostics))["results"]?.elements.compactMap {
        $0["partialFingerprints"]?["finding/v1"]?.text
      } ?? []
    }
    let first = SampleDiagnostics.ordinary[0]
    var moved = first
    moved.location?.line += 10
    #expect(try prints([first]) == prints([moved]))
    var other = first
    other.message += "!"
    #expect(Set(try prints([first, moved, other])).count == 3)
  }

  @Test func `an error that prevented the run is a notification`() throws {
    let run = try run(report(hasFailed: true).text(of: SampleDiagnostics.placeless))
    #expect(run["results"] == .array([]))
    #expect(
      run["invocations"]
        == (try tree(
          """
          - executionSuccessful: false
            toolExecutionNotifications:
              - descriptor: {id: missing-file}
                level: error
                message: {text: there is no file 'V1.yaml'}
          """)))
  }

  @Test func `paths are references to resources`() throws {
    func uri(_ file: String) throws -> String? {
      let diagnostic = Diagnostic(code: "a", "b", at: SampleDiagnostics.place(1, 1, file: file))
      return try run(report().text(of: [diagnostic]))["results"]?.elements.first?["locations"]?
        .elements.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.text
    }
    #expect(try uri("a b/c:d%é.yaml") == "a%20b/c%3Ad%25%C3%A9.yaml")
    #expect(try uri("/a/b.yaml") == "file:///a/b.yaml")
  }

  @Test func `a finding in a store has the store as its place`() throws {
    let run = try run(report(subjects: ["my.store"]).text(of: SampleDiagnostics.placeless))
    #expect(
      run["results"]?.elements.first?["locations"]
        == (try tree("- {physicalLocation: {artifactLocation: {uri: my.store}}}")))
  }
}
