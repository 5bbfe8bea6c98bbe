internal import Diagnostics
internal import Programs
public import SchemaLint
public import SchemaModel

/// A model in Swift source that no schema file describes, although stores are released.
public struct UnversionedModel: Sendable {
  /// The newest version with a schema file; nil if the models are not known completely.
  public let newest: SchemaDocument?
  /// Whether the models belong in the newest version, because it is not released yet.
  public var isAmended = false
  /// The number of the next version, if a `VersionedSchema` has it.
  public let number: Version?
  /// The schema for the next version: the model in the source, with the parts that only schema files have.
  public let next: Schema
  /// The kind of the stage to the next version in the migration plan.
  ///
  /// Nil if the plan says nothing that a schema file can express.
  public let stage: MigrationDeclaration.Kind?
  /// The findings, one for each change.
  public let findings: [JudgedFinding]
}

extension SwiftSource {
  /// The models that differ from the newest released version and from all later ones, with their changes.
  ///
  /// Of the versions in the source, the newest one counts. Models that a container lists, but no version,
  /// count too.
  public func unversioned(
    since models: [ReleasedModel], settings: RuleSettings = RuleSettings()
  ) -> [UnversionedModel] {
    comparison(with: models, settings: settings).unversioned
  }

  /// The models that differ from the released ones, and the released ones that no file declares whole.
  public func comparison(
    with models: [ReleasedModel], settings: RuleSettings
  ) -> (unversioned: [UnversionedModel], uncompared: [UncomparedModel]) {
    guard !models.isEmpty else { return ([], []) }
    return DeepThread.value {
      let current = CurrentModels(program, released: models)
      let broken = Set(program.files.filter(\.isBroken).map(\.path))
      let unversioned =
        current.matches.filter { !$0.mayBeIn(broken) }
        .compactMap { self.unversioned($0, elsewhere: current.unseen, settings) }
        + current.undecided.map { undecided($0, settings) }
      // A file that was not read may declare what seems to be missing.
      let isRead = !problems.contains { $0.severity == .error }
      let isPinned = models.allSatisfy { $0.revision == nil }
      return (unversioned, isRead && isPinned ? current.uncompared(in: program) : [])
    }
  }

  private func unversioned(
    _ match: CurrentModels.Match, elsewhere unseen: Set<String>, _ settings: RuleSettings
  ) -> UnversionedModel? {
    let model = match.model
    let edits = model.edits(settings)
    if !edits.isEmpty {
      return UnversionedModel(
        newest: nil, number: nil, next: match.version.document.schema, stage: nil, findings: edits)
    }
    // The models are compared once the file has its base again.
    if model.draftStep?.missingBase != nil { return nil }
    let findings = UnversionedModelChange().findings(in: match, elsewhere: unseen)
      .compactMap { Linter.judged($0, settings: settings) }
    guard !findings.isEmpty, let newest = model.history.newest else { return nil }
    let declared = match.version.declaration.map { _ in match.version.document.schema.version }
    let number = declared.flatMap { $0 > newest.schema.version ? $0 : nil }
    // No version is begun that might miss unread or missing parts, or that would equal an existing version.
    let isAmended = model.draft != nil && number == nil
    let isKnown =
      match.obstacle(elsewhere: unseen) == nil && model.revision == nil
      && !model.describes(match.version, elsewhere: unseen)
    return UnversionedModel(
      newest: isKnown ? newest : nil, isAmended: isAmended,
      number: number,
      next: match.version.next(after: newest, elsewhere: unseen),
      stage: stage(
        to: match.version, after: isAmended ? model.history.versions.dropLast().last : newest),
      findings: findings)
  }

  /// The stage to a declared version in the plan, if it comes from the version with this schema file.
  private func stage(
    to version: SourceVersion, after file: SchemaDocument?
  ) -> MigrationDeclaration.Kind? {
    guard version.declaration != nil, let file else { return nil }
    let number = version.document.schema.version
    let before = SwiftSchemas.declared(in: program).last { $0.document.schema.version < number }
    guard before?.document.schema.version == file.schema.version else { return nil }
    return version.document.migration?.kind
  }

  /// A model that may belong to several released models, so that no version is begun.
  private func undecided(
    _ undecided: CurrentModels.Undecided, _ settings: RuleSettings
  ) -> UnversionedModel {
    UnversionedModel(
      newest: nil, number: nil, next: undecided.version.document.schema, stage: nil,
      findings: [UnversionedModelChange().finding(on: undecided)]
        .compactMap { Linter.judged($0, settings: settings) })
  }
}

extension FileFacts {
  /// Whether the file does not parse, so that its facts may be wrong.
  fileprivate var isBroken: Bool { problems.contains { $0.severity == .error } }
}

extension SourceVersion {
  /// The schema for the version after the newest one: the models, with the parts that only schema files have.
  func next(after newest: SchemaDocument, elsewhere unseen: Set<String>) -> Schema {
    let current = completed(by: newest.schema, elsewhere: unseen)
    var next = current.document.schema.completed(by: newest.schema)
    next.keepDefaults(current.unreadDefaults, of: newest.schema)
    return next
  }
}

extension CurrentModels.Match {
  /// Whether parts of the model are, or may be, in files that do not parse.
  ///
  /// Nothing is then known about the missing parts.
  fileprivate func mayBeIn(_ broken: Set<String>) -> Bool {
    guard !broken.isEmpty else { return false }
    let (schema, sources) = (version.document.schema, version.document.sources)
    let paths =
      schema.entities.map { SchemaPath.entity($0.name) }
      + schema.composites.map { SchemaPath(["composites", $0.name]) }
      + schema.enumerations.map { SchemaPath(["enums", $0.name]) }
    let released = model.history.newest?.schema.entities ?? []
    return released.contains { schema.entity(named: $0.name) == nil }
      || paths.contains { path in
        sources.location(of: path).map { broken.contains($0.file) } ?? false
      }
  }
}

extension Schema {
  /// Keeps an earlier version's defaults in place of those that cannot be read.
  fileprivate mutating func keepDefaults(_ unread: Set<SchemaPath>, of earlier: Schema) {
    for (place, entity) in entities.enumerated() {
      for (index, attribute) in entity.attributes.enumerated() {
        let path = SchemaPath.property(attribute.name, of: entity.name, .attributes)
        let known = earlier.entity(named: entity.name)?.attributes.first {
          $0.name == attribute.name && $0.type == attribute.type
        }
        guard unread.contains(path), let known else { continue }
        entities[place].attributes[index].defaultValue = known.defaultValue
      }
    }
  }
}
