internal import Diagnostics
internal import SchemaModel

/// The versions of a model during an import, including invalid ones.
struct VersionCollection {
  private let name: String
  private let labels: [String]
  private let current: String?
  private var versions: [(document: SchemaDocument, label: String)] = []
  private var flawed: [(label: String, number: Version, problems: [Diagnostic])] = []
  private var remarks: [ImportRemark] = []

  /// A collection for versions with these labels, the oldest first, and with the label of the current
  /// version.
  init(name: String, labels: [String], current: String?) {
    (self.name, self.labels, self.current) = (name, labels, current)
  }

  /// The label of the last valid version that was added.
  var lastLabel: String? { versions.last?.label }

  /// Adds a version with its label and number, or its problems if it is invalid.
  mutating func add(
    _ document: SchemaDocument?, _ label: String, _ number: Version, _ log: ImportLog
  ) {
    if let document, log.problems.isEmpty {
      versions.append((document, label))
      remarks += log.remarks
    } else {
      flawed.append((label, number, log.problems))
    }
  }

  /// The valid versions.
  ///
  /// - Throws: The problems in the current version, in later versions, or in all versions together.
  func history(_ log: ImportLog) throws(DiagnosticsError) -> ImportedHistory {
    let newest = labels.firstIndex { $0 == current } ?? labels.count - 1
    let old = Set(labels.prefix(max(newest, 0)))
    let fatal = flawed.filter { versions.isEmpty || !old.contains($0.label) }
    log.report(fatal.flatMap(\.problems))
    let leftOut = flawed.filter { old.contains($0.label) }.map(isLeftOut)
    if !fatal.isEmpty, !versions.isEmpty { log.report(leftOut) }
    try log.throwProblems()
    var result = ImportedHistory(
      name: name, versions: RenamingIdentifiers.resolved(versions.map(\.document)),
      labels: versions.map(\.label),
      remarks: remarks + log.remarks)
    let marked = versions.first { $0.label == current }?.document
    result.current = marked?.schema.version
    if labels.count == 1 { result.current = versions.first?.document.schema.version }
    result.warnings = leftOut + [isNotLast].compactMap(\.self)
    return result
  }

  private func isLeftOut(
    _ label: String, _ number: Version, _ problems: [Diagnostic]
  ) -> Diagnostic {
    Diagnostic(
      code: "left-out-version", severity: .warning,
      "'\(label)' is left out: there is no schema file of version \(number)",
      at: problems.first?.location,
      notes: problems.map { .init($0.message, at: $0.location) }
        + [.init("the other versions are imported; correct this one, and import again")])
  }

  /// A warning that versions follow the current one, in the order of their names.
  private var isNotLast: Diagnostic? {
    guard let current, let place = labels.firstIndex(of: current), place < labels.count - 1 else {
      return nil
    }
    let later = labels[(place + 1)...].map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      code: "current-version-not-last", severity: .warning,
      "'\(current)' is the current version of '\(name)', and \(later) "
        + "\(place == labels.count - 2 ? "comes" : "come") after it",
      notes: [
        .init(
          "where stores of '\(current)' are newer, give the schema files other numbers in 'version:'; "
            + "a version that is not in use yet can stay")
      ])
  }
}
