internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration

extension RehearsalReport {
  /// The outcome of the rehearsal for a store.
  func outcome(of path: String) -> Outcome {
    var outcome = Outcome(members: members)
    switch ending {
    case .alreadyCurrent(let version):
      outcome.lastLine = LastLine(
        MigrationOutcome.alreadyCurrent(version).standing(of: path), of: path)
    case .migrated(let summary):
      outcome.text = text(summary)
      outcome.lastLine = LastLine(
        StoreStanding(
          "'\(path)' is version \(summary.source), nothing was written to it",
          next: "migrate apply \(path.shellWord)"), of: path)
    case .failed(let error):
      // A rollback of the copy does not affect the store.
      let status = ExitStatus(rawValue: error.exitStatus) ?? .unable
      outcome.status = [.rolledBack, .needsAttention].contains(status) ? .findings : status
      outcome.findings = error.diagnostics(of: path)
      outcome.lastLine = LastLine(Self.rehearsing(error.standing(of: path), path), of: path)
    }
    return outcome
  }

  /// The next command, with the rehearsal in place of the migration.
  private static func rehearsing(_ standing: StoreStanding, _ path: String) -> StoreStanding {
    let attempt = "migrate apply \(path.shellWord)"
    guard let command = standing.nextCommand, command.hasPrefix(attempt) else { return standing }
    var standing = standing
    standing.nextCommand =
      "migrate rehearse \(path.shellWord)" + command.dropFirst(attempt.count)
    return standing
  }

  private func text(_ summary: MigrationSummary) -> String {
    let speed = rowsPerSecond.map { ", \(Quantity.grouped(Int($0))) rows a second" } ?? ""
    let lines =
      [
        "would migrate from \(summary.source) to \(summary.target)",
        "\(Quantity.count(summary.rowsRewritten, "row")) written anew, "
          + "\(Quantity.count(summary.rowsProved, "row")) proved",
        "time: \(Self.words(seconds))\(speed)",
        "room: \(Quantity.bytes(peakRoom)) at most, besides the "
          + "\(Quantity.bytes(storeSize)) of the store",
      ] + summary.sentences
    return lines.map { $0 + "\n" }.joined()
  }

  /// Seconds with two decimal digits.
  private static func words(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }
}

extension RehearsalReport {
  private var members: [JSONValue.Member] {
    [
      .init("succeeds", .bool(summary != nil || isCurrent)),
      .init("source", JSONValue(summary.map { "\($0.source)" })),
      .init("target", JSONValue(summary.map { "\($0.target)" })),
      .init("rowsRewritten", summary.map { .integer($0.rowsRewritten) } ?? .null),
      .init("rowsProved", summary.map { .integer($0.rowsProved) } ?? .null),
      .init("rowsPerSecond", rowsPerSecond.map { .number($0) } ?? .null),
      .init("effects", .list(summary?.effects ?? [], \.value)),
      .init("seconds", .number(seconds)),
      .init("storeSize", .integer(storeSize)),
      .init("peakRoom", .integer(peakRoom)),
    ]
  }

  private var summary: MigrationSummary? {
    if case .migrated(let summary) = ending { summary } else { nil }
  }

  private var isCurrent: Bool {
    if case .alreadyCurrent = ending { true } else { false }
  }
}
