internal import Diagnostics
internal import SchemaModel

/// Makes diagnostics of findings: places in files, severities, and the effect on stores.
struct Locator {
  let chain: VersionChain
  let settings: RuleSettings

  /// A finding as it is reported; nil if its rule is off.
  ///
  /// Parts are located in the document. For a step, the data comes from stores of the source, which is the
  /// previous version.
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
        // A harmless finding does not need an edit that changes the meaning of the model.
        if finding.fix?.safety == .unsafe { finding.fix = nil }
      }
      notes.append(effect.note)
    }
    return JudgedFinding(
      finding,
      as: Diagnostic(
        code: finding.rule.name, severity: severity, finding.message.description,
        at: location(of: finding.place, in: document), notes: notes),
      version: finding.place.version ?? document?.schema.version)
  }

  /// A finding on a part that an earlier version's file declares, moved to the given version's own file.
  ///
  /// Nil for any other finding. A released file must not be edited. The place is therefore the first of these
  /// in the version's own file:
  /// - The place of a note.
  /// - The nearest part around the finding's part.
  /// - The version's number.
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

  /// The available stores of the version before a step.
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
