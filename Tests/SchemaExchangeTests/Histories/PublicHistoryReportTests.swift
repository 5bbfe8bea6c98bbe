import Foundation
import SchemaExchange
import TestSupport
import Testing

/// The verdicts on the steps of public histories agree with the committed report.
@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct PublicHistoryReportTests {
  private static let file = BuiltProducts.repository
    .appending(path: "Tests/SchemaExchangeTests/Histories/PublicHistories.md")

  private static let report = Result {
    HistoryReport(
      try PublicHistoryTests.models.map { try PublicHistory(package: $0) }
        + PublicHistoryTests.roomFolders.map { try PublicHistory(room: $0) })
  }

  @Test func `the report on public histories is up to date`() throws {
    let text = try Self.report.get().text
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: Self.file)
      Issue.record("recorded; read the difference before it is committed")
    }
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(text == committed, "\(lineDifference(from: committed, to: text))")
  }

  @Test func `every step that was inferred is called lightweight`() throws {
    #expect(try Self.report.get().misjudged == [])
  }
}
