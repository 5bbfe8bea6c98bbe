internal import Diagnostics
internal import SchemaModel

/// Makes diagnostics of findings: the places of parts in files, severities, and what stores say.
struct Locator {
  let chain: VersionChain
  let settings: RuleSettings

  /// A finding as it is reported; nil where its rule is off.
  ///
  /// It speaks of parts of the document, and of the data of stores of the source, the version
  /// before, where it is about a step.
  func judged(
    _ finding: Finding, in document: SchemaDocument?, source: SchemaDocument? = nil
  ) -> JudgedFinding? {
    guard var severity = settings.severity(of: finding) else { return nil }
    var notes = finding.notes.map { note in
      Diagnostic.Note(
        note.message.description, at: note.place.flatMap { location(of: $0, in: document) })
    }
    var finding = finding
    if let effect = StoreEffect(of: finding, on: stores(of: source)) {
      if effect.isHarmless {
        severity = min(severity, .note)
        // What does no harm needs no edit that changes what the model means.
        if finding.fix?.safety == .unsafe { finding.fix = nil }
      }
      notes.append(.init(effect.words))
    }
    return JudgedFinding(
      finding,
      as: Diagnostic(
        code: finding.rule.name, severity: severity, finding.message.description,
        at: location(of: finding.place, in: document), notes: notes),
      version: finding.place.version ?? document?.schema.version)
  }

  /// A finding that comes with a version and is about a part which the file of an earlier one
  /// declares, at its place in the version's own file; nil for any other.
  ///
  /// What was released is not to be edited. So the place is that of a note, of the nearest part
  /// around it that the version speaks of, or of the version's number.
  func moved(_ judged: JudgedFinding, to document: SchemaDocument) -> JudgedFinding? {
    guard case .part(let path) = judged.finding.place, let there = judged.diagnostic.location,
      there.file != document.file, chain.documents.contains(where: { $0.file == there.file })
    else { return nil }
    let around = sequence(first: path, next: \.parent).compactMap {
      document.sources.exactLocation(of: $0)
    }
    let here = (judged.diagnostic.notes.compactMap(\.location) + around).first {
      $0.file == document.file
    }
    var judged = judged
    judged.diagnostic.location = here ?? document.sources.location(of: SchemaPath(["version"]))
    judged.diagnostic.notes.append(.init("'\(path)' is declared here", at: there))
    return judged
  }

  /// The stores at hand that have the version before a step.
  private func stores(of source: SchemaDocument?) -> [any StoreFacts] {
    chain.context.stores.filter {
      $0.schema == source?.schema.name && $0.version == source?.schema.version
    }
  }

  private func location(
    of place: Finding.Place, in document: SchemaDocument?
  ) -> SourceLocation? {
    switch place {
    case .part(let path): document?.sources.location(of: path)
    case .version(let version, let path):
      (chain.versions.first { $0.schema.version == version } ?? document)?.sources.location(
        of: path)
    case .location(let location): location
    }
  }
}
