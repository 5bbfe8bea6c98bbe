internal import Diagnostics
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// Looks whether every version can be reached from every earlier one, and how.
enum HopPart {
  static func report(on model: LockedModel, _ matrix: HopMatrix) -> ProjectReport.Part {
    let versions = model.history.versions
    let cases = zip(versions, versions.dropFirst()).map { source, target in
      CheckedCase(
        "\(model.name): \(source.schema.version) to \(target.schema.version)", file: target.file,
        diagnostics: matrix.problems[target.schema.version] ?? [])
    }
    return ProjectReport.Part(part: .hops, summary: summary(matrix, model), cases: cases)
  }

  private static func summary(_ matrix: HopMatrix, _ model: LockedModel) -> String {
    guard !matrix.ways.isEmpty else { return "one version" }
    let verdicts = HopMatrix.Verdict.allCases.compactMap { verdict in
      let count = matrix.ways.count { $0.verdict == verdict }
      let hasPlatform = model.history.newest?.schema.hasPlatform ?? true
      return count == 0 ? nil : "\(count) \(verdict.words(hasPlatform))"
    }
    return Quantity.count(matrix.ways.count, "way") + ": " + verdicts.joined(separator: ", ")
  }
}

extension HopMatrix.Verdict {
  /// The verdict in the text of a report.
  fileprivate func words(_ hasPlatform: Bool) -> String {
    self != .same
      ? rawValue : hasPlatform ? "with the same version hashes" : "with the same tables"
  }
}
