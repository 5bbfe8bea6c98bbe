internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

/// The findings of the rules on models in source.
struct ModelFindings {
  /// The findings.
  var all: [JudgedFinding] = []
  /// The deletions that make some findings harmful.
  var harms: [Diagnostic: DeletionHarm] = [:]
  /// The place of the version that a finding concerns; missing for models that no version lists.
  var versions: [Diagnostic: SourceLocation] = [:]
  /// The previous names of each entity's properties.
  var properties: [String: [String: String]] = [:]
}

extension SwiftSource {
  /// The findings of the rules on models in the newest version and in the live models.
  ///
  /// Previous versions are released and cannot be corrected. Findings that the newest locked version has too
  /// are notes, except for findings about synchronisation, which may be new in the container. Rules that only
  /// matter for stores of this tool are skipped, because the source belongs to the platform.
  func modelFindings(_ settings: RuleSettings, since models: [ReleasedModel]) -> ModelFindings {
    let schemas = schemas()
    let newest = schemas.newest.map { (Optional($0.version), $0.before?.document.schema) }
    let versions = newest + [(schemas.undeclared, nil)]
    let places = settings.profile == nil ? SyncedModels(program).places : []
    var result = ModelFindings()
    for case (let version?, let before) in versions {
      let synced = version.entities(declaredAt: places)
      let released = ReleasedModel.meant(by: version.document.schema, among: models)?.document
      let known =
        released.map { Self.findings(in: $0, settings, synced: synced).map(\.withoutMessage) } ?? []
      let found = modelFindings(
        in: version, since: [before, released?.schema].compactMap(\.self), settings, synced: synced
      ).map { judged in
        guard let released, known.contains(judged.withoutMessage) else { return judged }
        // A container that synchronises such a version loads for nobody, so it was not released with it.
        let isSynced = RuleRegistry.syncRules.contains(judged.finding.rule)
        let isOpen =
          version.declaration != nil && released.schema.version < version.document.schema.version
        if isSynced, isOpen { return judged }
        var note = judged.asNote(ofReleased: released.schema.version)
        if isSynced { note.diagnostic.severity = judged.diagnostic.severity }
        return note
      }
      for judged in found {
        result.harms[judged.diagnostic] = DeletionHarm(
          of: judged.finding, in: version.document.schema)
        result.versions[judged.diagnostic] = version.declaration?.location
      }
      result.all += found
      result.properties.merge(
        version.document.schema.entities.map { ($0.name, $0.namesBefore) }
      ) { first, _ in first }
    }
    return result
  }

  private func modelFindings(
    in version: SourceVersion, since before: [Schema], _ settings: RuleSettings,
    synced: Set<String>
  ) -> [JudgedFinding] {
    let schema = version.document.schema
    let told = Self.findings(in: version.document, settings, synced: synced).map { judged in
      var judged = judged.inSwift(of: schema)
      if judged.sharesAnInverse(in: version.document.sources) {
        judged.diagnostic.severity = settings.limited(
          judged.diagnostic.severity, to: .warning, of: judged.finding.rule)
      }
      return judged
    }
    let found = told.filter { judged in
      // A rule on source reports its own findings.
      !(RuleRegistry.rule(judged.finding.rule) is any SourceRule) && !judged.isOtherEnd(of: told)
    }
    let missing = MissingDefaults(in: found, of: schema, since: before)
    return found.filter { $0.finding.rule != RequiredWithoutDefault.id } + missing.findings
  }

  /// The findings of the rules on models in a version, with rules on synchronisation for these entities.
  private static func findings(
    in document: SchemaDocument, _ settings: RuleSettings, synced: Set<String>
  ) -> [JudgedFinding] {
    let findings = Linter.report(on: [SchemaHistory([document])], settings: settings).findings
    guard !synced.isEmpty else { return findings }
    var withSync = settings
    withSync.profile = .cloudkit
    let others = Linter.report(on: [SchemaHistory([document])], settings: withSync).findings
    func isSynced(_ judged: JudgedFinding) -> Bool { judged.entity.map(synced.contains) ?? false }
    return findings.filter { !isSynced($0) } + others.filter(isSynced)
  }
}

extension SourceVersion {
  /// The names of the entities whose classes are declared at these places.
  fileprivate func entities(declaredAt places: Set<SourceLocation>) -> Set<String> {
    Set(
      document.schema.entities.map(\.name).filter { name in
        document.sources.location(of: .entity(name)).map(places.contains) ?? false
      })
  }
}

extension Entity {
  /// The names of the entity's properties, with their previous names.
  fileprivate var namesBefore: [String: String] {
    let names =
      attributes.map { ($0.name, $0.renamedFrom) } + relationships.map { ($0.name, $0.renamedFrom) }
    return names.reduce(into: [:]) { $0[$1.0] = $1.1 ?? $1.0 }
  }
}

extension JudgedFinding {
  /// The entity that the finding concerns.
  var entity: String? {
    guard case .part(let path) = finding.place, path.components.count > 1,
      path.components[0] == "entities"
    else { return nil }
    return path.components[1]
  }
}

extension JudgedFinding {
  /// The rule and the place, without the message, which a released model does not have in Swift.
  fileprivate var withoutMessage: Finding { Finding(finding.rule, .init(""), at: finding.place) }

  /// Whether several relationships name one property as their inverse, which names none itself.
  ///
  /// Models in Apple's samples do this, and their stores can be opened.
  fileprivate func sharesAnInverse(in sources: SourceMap) -> Bool {
    guard finding.rule == InverseMismatch.id, case .part(let inverse)? = finding.notes.first?.place
    else { return false }
    return sources.exactLocation(of: inverse.appending("inverse")) == nil
  }

  /// Whether the finding is about a missing inverse that an earlier finding on the other end covers.
  ///
  /// In Swift, an inverse at one end is enough.
  fileprivate func isOtherEnd(of found: [JudgedFinding]) -> Bool {
    guard finding.rule == MissingInverse.id, let other = finding.notes.first?.place else {
      return false
    }
    return found.contains {
      $0.finding.rule == MissingInverse.id && $0.finding.place == other
        && $0.finding.notes.first?.place == finding.place && $0.precedes(self)
    }
  }

  private func precedes(_ other: JudgedFinding) -> Bool {
    guard let here = diagnostic.location, let there = other.diagnostic.location else {
      return false
    }
    return (here.file, here.line, here.column) < (there.file, there.line, there.column)
  }
}

/// The required attributes of a model without a declared default, reported once for each class.
///
/// The initializer does not matter: the platform has no value for the objects of a released model. An
/// attribute that was released with the model needs no default any more.
private struct MissingDefaults {
  private(set) var findings: [JudgedFinding] = []

  init(in found: [JudgedFinding], of schema: Schema, since before: [Schema]) {
    let places = found.filter { $0.finding.rule == RequiredWithoutDefault.id }.map {
      ($0.finding.place, $0)
    }
    let byPlace = Dictionary(places) { first, _ in first }
    for entity in schema.entities {
      let known = before.flatMap { $0.entity(named: entity.name)?.attributes.map(\.name) ?? [] }
      func judged(_ attribute: Attribute) -> JudgedFinding? {
        byPlace[.part(.property(attribute.name, of: entity.name, .attributes))]
      }
      let missing = entity.attributes.filter { attribute in
        !known.contains(attribute.name) && judged(attribute) != nil
      }
      guard let first = missing.first, var judged = judged(first) else { continue }
      judged.diagnostic.message = Self.message(missing, entity.name)
      // A default is a single value, the same for all stored objects.
      let plain = missing.first { !schema.isKey($0.name, of: entity.name) }
      judged.diagnostic.notes = [
        .init(
          plain.map {
            "write it in the declaration: '\($0.declarationInSwift)'; a released model may get the "
              + "default, which changes no version hash"
          }
            ?? "as a key no default fits it: where the model is released, add it as an optional, and "
            + "give each object a value of its own in a custom stage")
      ]
      findings.append(judged)
    }
  }

  private static func message(_ attributes: [Attribute], _ entity: String) -> String {
    let names = attributes.map { "'\(entity).\($0.name)'" }
    let have = names.count == 1 ? "has" : "have"
    let listed = names.count < 4 ? names : names.prefix(2) + ["\(names.count - 2) more"]
    let subject =
      listed.count == 1
      ? listed[0] : listed.dropLast().joined(separator: ", ") + " and " + listed[listed.count - 1]
    return "\(subject) \(have) no default in the declaration: what the initializer sets reaches no "
      + "object that is stored already, so a released model cannot get such an attribute later"
  }
}

extension Schema {
  /// Whether an attribute alone is a unique key of its entity.
  func isKey(_ attribute: String, of entity: String) -> Bool {
    self.entity(named: entity)?.uniquenessConstraints.contains([attribute]) ?? false
  }
}

extension Attribute {
  /// The declaration with an example default, in Swift.
  var declarationInSwift: String {
    switch type {
    case .string: "var \(name): String = \"\""
    case .int16: "var \(name): Int16 = 0"
    case .int32: "var \(name): Int32 = 0"
    case .int64: "var \(name): Int = 0"
    case .bool: "var \(name): Bool = false"
    case .float: "var \(name): Float = 0"
    case .double: "var \(name): Double = 0"
    case .decimal: "var \(name): Decimal = 0"
    case .date: "var \(name): Date = Date.now"
    case .uuid: "var \(name): UUID = UUID()"
    case .data: "var \(name): Data = Data()"
    case .array: "var \(name): […] = []"
    case .url, .transformable, .enumeration, .composite: "var \(name): … = …"
    }
  }
}
