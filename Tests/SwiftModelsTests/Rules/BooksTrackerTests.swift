import Diagnostics
import Foundation
import SchemaLint
import SwiftModels
import Testing

/// An app for books that relates its objects before it inserts them, written out as a whole, and
/// the same app corrected.
struct BooksTrackerTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/BooksTracker")

  /// The settings in the app's `migrate.yml`.
  private static let raised: [RuleID: RuleSettings.Level] = [
    InsertBeforeRelate.id: .error, RelationshipInInitializer.id: .error,
    FactoryWithoutContext.id: .error,
  ]

  private func findings(in name: String) throws -> [String] {
    let folder = Self.folder.appending(path: name).path
    let source = SwiftSource(paths: [folder])
    #expect(source.paths.count == 5)
    #expect(source.problems == [])
    let settings = RuleSettings(overrides: Self.raised)
    let sites = source.findings(settings: settings).flatMap { finding in
      finding.places.map { place in
        let file = String(place.file.split(separator: "/").last ?? "")
        let severity = finding.severity == .error ? "" : "\(finding.severity) "
        return (file: file, line: place.line, text: "\(severity)\(finding.code)")
      }
    }
    return sites.sorted { ($0.file, $0.line) < ($1.file, $1.line) }.map {
      "\($0.file):\($0.line) \($0.text)"
    }
  }

  /// The marks at the ends of the lines: `// insert-before-relate`,
  /// `// note factory-without-context`.
  private func marks(in name: String) throws -> [String] {
    let folder = Self.folder.appending(path: name)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap {
      file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap { number, line in
          line.firstRange(of: "  // ").map { "\(file):\(number + 1) \(line[$0.upperBound...])" }
        }
    }
  }

  @Test func `each initializer, factory, call and line of a test is found, and nothing else`()
    throws
  {
    let marks = try marks(in: "Before")
    #expect(marks.count == 22)
    #expect(try findings(in: "Before") == marks)
  }

  @Test func `the corrected app has no findings`() throws {
    #expect(try marks(in: "After") == [])
    #expect(try findings(in: "After") == [])
  }
}
