internal import Diagnostics
internal import SchemaModel
internal import Threads

/// One hop with everything that stages are built from.
struct PlannedHop {
  var hop: MigrationHop
  let mapping: Mapping
  let requirements: [Requirement]
  /// The checks before the hop, with their places in the schema file.
  let checksBefore: [StageCheck]
  /// The checks after the hop, with their places in the schema file.
  let checksAfter: [StageCheck]
  /// The problems that keep the hop from being planned.
  let problems: [Diagnostic]
  /// The mapping's entities by name.
  let mappings: [String: EntityMapping]
  /// The target names of the source's entities, except for removed ones.
  let heirs: [String: String]
  /// The correspondence between the parts of the source and of the target.
  let correspondence: SchemaCorrespondence

  /// A hop as `migrate` carries it out, or as the platform of the model does, if it has one.
  ///
  /// The ways through many versions share their hops, so the last few planned hops are kept.
  init(
    from source: SchemaDocument, to target: SchemaDocument, allowedDrops: Set<String>,
    onPlatform: Bool = false
  ) {
    let question = Question(
      source: source, target: target, allowedDrops: allowedDrops, onPlatform: onPlatform)
    self = Self.known.value(for: question) { Self(planning: question) }
  }

  /// The inputs of planning a hop.
  private struct Question: Equatable {
    let source: SchemaDocument
    let target: SchemaDocument
    let allowedDrops: Set<String>
    let onPlatform: Bool
  }

  private static let known = Shelf<Question, PlannedHop>(room: 128)

  private init(planning question: Question) {
    let (source, target) = (question.source, question.target)
    let found = ClassifiedHop(
      from: source, to: target, allowedDrops: question.allowedDrops, onPlatform: question.onPlatform
    )
    hop = MigrationHop(
      source: source.schema.version, target: target.schema.version, changes: found.changes,
      classification: found.classification,
      keepsVersionHashes: source.schema.keepsVersionHashes(in: target.schema, after: found.changes),
      declaration: target.migration, hasPlatform: target.schema.hasPlatform)
    (mapping, requirements) = MappingInference.infer(found.correspondence, document: target)
    mappings = Dictionary(
      mapping.entities.map { ($0.entity, $0) }, uniquingKeysWith: { $1 })
    heirs = found.correspondence.targetNames
    correspondence = found.correspondence
    problems = found.problems
    (checksBefore, checksAfter) = (
      target.checks("before", \.before), target.checks("after", \.after)
    )
  }
}

extension SchemaDocument {
  fileprivate func checks(
    _ key: String, _ list: KeyPath<MigrationDeclaration, [MigrationDeclaration.Check]>
  ) -> [StageCheck] {
    let checks = migration?[keyPath: list] ?? []
    return checks.enumerated().map { position, check in
      let path = SchemaPath(["migration", key, "\(position)"])
      return StageCheck(check, at: sources.exactLocation(of: path))
    }
  }
}

/// The classified changes of one hop, and the problems that keep it from being planned.
struct ClassifiedHop {
  let correspondence: SchemaCorrespondence
  let changes: [PlannedChange]
  let classification: Classification
  let ambiguities: Ambiguities
  let problems: [Diagnostic]

  init(
    from source: SchemaDocument, to target: SchemaDocument, allowedDrops: Set<String>,
    onPlatform: Bool = false
  ) {
    correspondence = SchemaCorrespondence(from: source, to: target)
    let found = SchemaDiff.changes(by: correspondence)
    let classifier = ChangeClassifier(
      correspondence, declaration: target.migration,
      isOfPlatform: onPlatform && target.schema.hasPlatform)
    let declared = Self.declaredChanges(correspondence, target, besides: found)
    changes = (declared.isEmpty ? found : (found + declared).sorted())
      .map { classifier.planned($0) }
    let isCustom = changes.contains { $0.classification == .custom }
    let isDeclared = target.migration.map { $0.declaresWork || $0.kind == .custom } ?? false
    classification = isCustom || isDeclared ? .custom : .lightweight
    ambiguities = Ambiguities(
      among: found, by: correspondence, in: target, after: source, allowedDrops: allowedDrops)
    // Code or a mapping model of the app may match things, whatever their names are.
    let isLeftToApp =
      onPlatform && target.schema.hasPlatform && target.migration?.leavesWorkUnsaid ?? false
    problems =
      Self.versionProblems(source, target)
      + (isLeftToApp ? [] : correspondence.problems + ambiguities.diagnostics)
      + DeclarationProblems(correspondence, target: target).diagnostics
      + KindAssertion(of: changes, classified: classification, document: target).diagnostics
  }

  /// The declared changes to existing values and links that no difference includes.
  private static func declaredChanges(
    _ correspondence: SchemaCorrespondence, _ target: SchemaDocument,
    besides differences: [SchemaChange]
  ) -> [SchemaChange] {
    let rewritings = Rewritings(correspondence, document: target)
    return rewritings.all.filter { change, each in
      each.contains { !$0.keepsValue }
        && rewritings.teller(of: change, among: differences) == nil
    }.map(\.change)
      + LinksLeftBehind.changes(of: correspondence, declaration: target.migration)
  }

  private static func versionProblems(
    _ source: SchemaDocument, _ target: SchemaDocument
  ) -> [Diagnostic] {
    let (old, new) = (source.schema, target.schema)
    if old.name != new.name {
      return [
        Diagnostic(
          code: "different-schema", "'\(new.name)' is another schema than '\(old.name)'",
          at: target.sources.location(of: SchemaPath(["schema"])))
      ]
    }
    guard new.version <= old.version else { return [] }
    return [
      Diagnostic(
        code: "version-order", "version \(new.version) does not come after \(old.version)",
        at: target.sources.location(of: SchemaPath(["version"])),
        notes: [.init("write a higher number than \(old.version) here")])
    ]
  }
}

extension Schema {
  /// Whether every entity has the same version hash in another version; nil if that is unknown.
  ///
  /// If a hash is unknown, a change that hashes cover still shows that they differ. Equality is claimed only
  /// for known hashes.
  func keepsVersionHashes(
    in other: Schema, after changes: [PlannedChange]
  ) -> Bool? {
    keepsVersionHashes(in: other) ?? (changes.contains { $0.isHashNeutral == false } ? false : nil)
  }
}
