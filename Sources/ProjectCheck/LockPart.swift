internal import Diagnostics
internal import Reports
internal import SchemaLock
internal import SchemaModel

/// Looks whether released versions are as they were released.
enum LockPart {
  static func report(on model: LockedModel) -> ProjectReport.Part {
    guard let lock = model.lock else {
      let name = "\(model.name): locked versions"
      return ProjectReport.Part(
        part: .lock, summary: "nothing is locked",
        cases: [CheckedCase(name, diagnostics: [model.missingLock])])
    }
    let edits = model.edits()
    let comparison = model.comparison
    let cases = lock.released.map { released in
      let version = released.version
      let document = model.history[version]
      // The findings name their version first.
      let found = edits.filter { $0.message.hasPrefix("version \(version) ") }
      return CheckedCase(
        "\(model.name) \(version): as it was released", file: document?.file, diagnostics: found)
    }
    return ProjectReport.Part(part: .lock, summary: summary(lock, comparison), cases: cases)
  }

  private static func summary(_ lock: LockFile, _ comparison: ReleaseComparison) -> String {
    let edited = (comparison.edits.map(\.released.version) + comparison.missing).sorted()
    let faithful = lock.entries.count - edited.count
    let open = comparison.unreleased.map { "\($0.schema.version)" }
    return Quantity.count(faithful, "version") + " as released"
      + (edited.isEmpty ? "" : ", \(edited.map(\.description).joined(separator: ", ")) edited")
      + (open.isEmpty ? "" : ", \(open.joined(separator: ", ")) not locked yet")
  }
}

extension LockedModel {
  /// That nothing is locked, which is well before the first release.
  fileprivate var missingLock: Diagnostic {
    Diagnostic(
      code: "missing-lock", severity: .warning,
      "nothing is locked of '\(name)', so nobody notices when a released version is edited",
      notes: [.init("once a version is released: 'migrate lock'")])
  }
}
