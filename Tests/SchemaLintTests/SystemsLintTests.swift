import Diagnostics
import Foundation
import SchemaLint
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The models of the repository, the sound ones and those that shipped with mistakes.
struct SystemsLintTests {
  @Test(arguments: ["Epilogue", "EpilogueCache", "NowThatIKnowMore", "Study"])
  func `a sound model has no findings`(_ model: String) throws {
    #expect(try Self.findings(model) == [])
  }

  @Test func `every relationship of TwinMind 1 lacks its inverse and its delete rule`() throws {
    #expect(
      try Self.findings("TwinMind") == [
        "V1.yaml: implicit-delete-rule", "V1.yaml: missing-inverse",
        "V1.yaml: implicit-delete-rule", "V1.yaml: missing-inverse",
        "V1.yaml: implicit-delete-rule", "V1.yaml: missing-inverse",
        "V1.yaml: implicit-delete-rule", "V1.yaml: missing-inverse",
      ])
  }

  @Test func `the initializers of BooksTracker 1 relate objects that are not inserted`() throws {
    #expect(
      try Self.findings("BooksTracker") == [
        "V1.yaml: relationship-in-initializer", "V1.yaml: relationship-in-initializer",
        "V1.yaml: relationship-in-initializer",
      ])
  }

  /// The file and the rule of every finding, over all versions.
  private static func findings(_ model: String) throws -> [String] {
    let history = try RepositorySchemas.history(of: model)
    return Linter.report(on: [history]).diagnostics.map { finding in
      let file = finding.location.map { URL(filePath: $0.file).lastPathComponent } ?? "nowhere"
      return "\(file): \(finding.code)"
    }
  }
}
