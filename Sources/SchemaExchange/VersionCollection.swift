internal import Diagnostics
internal import SchemaModel

/// The versions of a model as they are imported one after the other, some of them with mistakes.
struct VersionCollection {
  private let name: String
  private let labels: [String]
  private let current: String?
  private var versions: [(document: SchemaDocument, label: String)] = []
  private var flawed: [(label: String, number: Version, problems: [Diagnostic])] = []
  private var remarks: [ImportRemark] = []

  /// The versions of these names, the oldest first, of which one is said to be the current one.
  init(name: String, labels: [String], current: String?) {
    (self.name, self.labels, self.current) = (name, labels, current)
  }

  /// The label of the version that was added last.
  var lastLabel: String? { versions.last?.label }

  /// Adds a version, or what is wrong with it, with the number that it has.
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

  /// The versions that could be read.
  ///
  /// - Throws: what is wrong with the current version or a later one, or with all of them together.
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

  /// That versions come after the current one, in the order of their names.
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
