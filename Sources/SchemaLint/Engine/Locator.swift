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
    guard var severity = settings.level(of: finding.rule).severity else { return nil }
    if let heaviest = finding.heaviest { severity = min(severity, heaviest) }
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
      version: version(of: finding.place) ?? document?.schema.version)
  }

  /// The version that a place names.
  private func version(of place: Finding.Place) -> Version? {
    switch place {
    case .version(let version, _): version
    case .part, .location: nil
    }
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
      chain.versions.first { $0.schema.version == version }?.sources.location(of: path)
    case .location(let location): location
    }
  }
}
