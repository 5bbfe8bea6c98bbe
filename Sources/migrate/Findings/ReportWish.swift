internal import ArgumentParsing
internal import Reports

/// A request for an additional report: `junit=report.xml`.
struct ReportWish: Sendable {
  /// The format.
  var format: ReportFormat
  /// The file; nil for the standard output.
  var file: String?

  /// Reads `FORMAT` or `FORMAT=FILE`; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = parts.first.flatMap({ ReportFormat(rawValue: String($0)) }) else {
      return nil
    }
    self.format = format
    if parts.count == 2 {
      guard !parts[1].isEmpty else { return nil }
      file = parts[1] == "-" ? nil : String(parts[1])
    }
  }
}

extension ValueKind where Value == ReportWish {
  /// A format, and the file of the report.
  static var report: Self {
    let names = ReportFormat.allCases.map(\.rawValue)
    return Self(
      "FORMAT[=FILE]",
      expectation:
        "one of \(names.joined(separator: ", ")), and '=FILE' unless it is to be printed",
      choices: names, completion: .choices, read: { ReportWish($0) },
      write: { $0.format.rawValue + ($0.file.map { "=" + $0 } ?? "") })
  }
}
