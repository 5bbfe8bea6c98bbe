internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel

/// Checks whether released versions are unchanged.
enum LockPart {
  static func report(on model: LockedModel, _ check: ProjectCheck) -> ProjectReport.Part {
    let lost = check.pastLocks?.problems(of: model) ?? []
    let name = "\(model.name): locked versions"
    guard model.lockProblems.isEmpty else {
      return ProjectReport.Part(
        part: .lock, summary: "the lock cannot be read",
        cases: [CheckedCase(name, diagnostics: model.lockProblems)])
    }
    guard let lock = model.lock else {
      let missing = model.missingLock(knowing: check.context.oldestSupported[model.name])
      return ProjectReport.Part(
        part: .lock, summary: lost.isEmpty ? "nothing is locked" : "the lock is missing",
        cases: [
          CheckedCase(
            name,
            diagnostics: lost.isEmpty ? [missing] : lost.map { $0.weighing(missing.severity) })
        ],
        absence: "nothing locked yet")
    }
    let edits = model.edits()
    let comparison = model.comparison
    let cases = lock.released.map { released in
      let version = released.version
      let document = model.history[version]
      let found = edits.filter { $0.version == version }.map(\.problem)
      return CheckedCase(
        "\(model.name) \(version): as it was released", file: document?.file, diagnostics: found)
    }
    return ProjectReport.Part(
      part: .lock, summary: summary(lock, comparison),
      cases: (lost.isEmpty ? [] : [CheckedCase(name, diagnostics: lost)]) + cases)
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

extension Diagnostic {
  /// The problem with at least this weight.
  fileprivate func weighing(_ least: Severity) -> Diagnostic {
    var problem = self
    problem.severity = max(severity, least)
    return problem
  }
}

extension LockedModel {
  /// The finding that no version is locked, which is fine before the first release.
  fileprivate func missingLock(knowing oldest: Version?) -> Diagnostic {
    guard let oldest else {
      return Diagnostic(
        code: "missing-lock", severity: .warning,
        "nothing is locked of '\(name)', so nobody notices when a released version is edited",
        notes: [.init("once a version is released: 'migrate lock'")])
    }
    return Diagnostic(
      code: "missing-lock",
      "nothing is locked of '\(name)', of which version \(oldest) is in the field, as "
        + "'oldest-supported' says",
      at: history[oldest]?.sources.location(of: SchemaPath(["version"])),
      notes: [
        .init("take '\(lockPath)' back from version control, or write it: 'migrate lock'")
      ])
  }
}
