public import Diagnostics
internal import Programs
public import SchemaModel

/// The versions of a model that Swift source declares.
///
/// ```swift
/// let schemas = SwiftSchemas(reading: files, name: "Library")
/// schemas.versions.map(\.schema.version) // 1.0.0, 2.0.0: one `VersionedSchema` each
/// schemas.live // the `@Model` classes that no version lists
/// ```
public struct SwiftSchemas: Sendable {
  /// The versions that are declared, in ascending order, with what only source knows of them.
  let declared: [SourceVersion]
  /// The models that no version lists, with what only source knows of them.
  let undeclared: SourceVersion?
  /// What could not be read, by place; of models that no version lists only where there are no
  /// versions.
  public internal(set) var problems: [Diagnostic]

  /// The versions that are declared, in ascending order.
  ///
  /// A stage that runs code is custom: what the code does is not known here.
  public var versions: [SchemaDocument] { declared.map(\.document) }
  /// The types that declare them, in the same order.
  public var labels: [String] { declared.compactMap { $0.declaration?.name } }
  /// Where these types are, in the same order.
  public var places: [SourceLocation] { declared.compactMap { $0.declaration?.location } }
  /// The model classes that no version lists; nil where there are none.
  ///
  /// Where the source declares no versions at all, this is version 1.0.0.
  public var live: SchemaDocument? { undeclared?.document }
  /// All that is there: the versions, then the models that no version lists.
  public var documents: [SchemaDocument] { versions + (live.map { [$0] } ?? []) }

  /// The versions that a program declares, in ascending order.
  ///
  /// Models that no version lists are not read for them: there may be many.
  static func declared(in program: SourceProgram) -> [SourceVersion] {
    DeepThread.value {
      var reading = SchemaReading(program, name: SchemaName())
      return reading.versions()
    }
  }

  /// Models that no version lists: for each of several lists those to which it leads; nil where
  /// versions have all of them.
  static func undeclared(
    _ program: SourceProgram, _ lists: [[SourceProgram.TypeID]]
  ) -> [SourceVersion?] {
    var reading = SchemaReading(program, name: SchemaName())
    _ = reading.versions()
    return lists.map { reading.live($0, number: nil) }
  }

  /// What makes models unusable that could be read, by place; of models that no version lists only
  /// where there are no versions.
  ///
  /// What follows from a problem that is told already is left out.
  public var faults: [Diagnostic] {
    let versions = declared.isEmpty ? [undeclared].compactMap(\.self) : declared
    let told = Set(problems.lazy.filter { $0.severity == .error }.compactMap(\.location))
    let faults = Set(versions.flatMap(\.faults))
    return faults.filter { fault in fault.location.map { !told.contains($0) } ?? true }.sorted()
  }

  /// The versions and the live models of a program; of the latter those to which these lead, if
  /// some are given.
  init(
    _ program: SourceProgram, name: SchemaName = SchemaName(),
    models: [SourceProgram.TypeID]? = nil, number: Version? = nil
  ) {
    var reading = SchemaReading(program, name: name)
    declared = reading.versions()
    undeclared = reading.live(models, number: number)
    problems = reading.problems
  }
}

/// What a model is called that Swift source declares.
public struct SchemaName: Sendable {
  /// What it is called in any case; nil to call it after its migration plan.
  public var given: String?
  /// What it is called where no plan has a name for it.
  public var otherwise: String

  /// A name, or what stands in for one.
  public init(_ given: String? = nil, otherwise: String = "Models") {
    (self.given, self.otherwise) = (given, otherwise)
  }
}

/// Reads all versions of a model out of a program.
private struct SchemaReading {
  private let program: SourceProgram
  private let declared: [VersionedSchemaFacts]
  private let plans: [MigrationPlanFacts]
  private let name: String
  private var found: Set<Diagnostic>
  private var listed: Set<SourceProgram.TypeID> = []

  init(_ program: SourceProgram, name: SchemaName) {
    self.program = program
    var reader = VersionReader(program)
    declared = reader.versions()
    plans = reader.plans()
    self.name = name.given ?? Self.name(plans, program) ?? name.otherwise
    found = Set(reader.log.diagnostics)
    reportValueTypes()
    reportStageCode()
    reportLeftOut()
  }

  /// What could not be read of what the files declare.
  var problems: [Diagnostic] { found.sorted() }

  /// The plan's name without what makes it a plan; nil where that leaves nothing.
  private static func name(_ plans: [MigrationPlanFacts], _ program: SourceProgram) -> String? {
    var name = plans.first.map { program[$0.id].facts.name } ?? ""
    for ending in ["Plan", "Migration", "Schema"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name.isEmpty ? nil : name
  }

  mutating func versions() -> [SourceVersion] {
    let ids = Set(declared.map(\.id))
    var versions: [SourceVersion] = []
    for facts in declared where !isNamespace(facts) {
      let assembly = SchemaAssembly(
        program, models: facts.models, owner: program.qualifiedName(of: facts.id))
      found.formUnion(assembly.log.diagnostics)
      for id in program.models where assembly.isMember(id) { listed.insert(id) }
      guard let version = facts.version else { continue }
      let document = assembly.document(
        name: name, version: version, migration: migration(to: facts.id),
        file: program.files[program[facts.id].file].path)
      versions.append(
        SourceVersion(
          document: document,
          declaration: declaration(
            of: facts.id,
            isFrozen: assembly.members.values.allSatisfy { program.isInside($0, anyOf: ids) }),
          unreadDefaults: assembly.unreadDefaults, unread: assembly.unread,
          unseenParents: assembly.unseenParents,
          unreadList: facts.isComplete ? nil : unreadList(of: facts),
          untold: assembly.log.problemsOnStorage))
    }
    return versions.sorted { $0.document.schema.version < $1.document.schema.version }
  }

  /// Where a version is declared whose list could not be read.
  private func unreadList(of facts: VersionedSchemaFacts) -> SourceLocation? {
    let type = program[facts.id]
    return program.files[type.file].location(type.facts.position)
  }

  /// Whether a version only holds models for another one of its number, which a plan lists.
  private func isNamespace(_ facts: VersionedSchemaFacts) -> Bool {
    let planned = Set(plans.flatMap(\.versions))
    guard let number = facts.version, !planned.contains(facts.id) else { return false }
    return declared.contains { $0.version == number && planned.contains($0.id) }
  }

  private func declaration(
    of id: SourceProgram.TypeID, isFrozen: Bool
  ) -> SourceVersion.Declaration {
    SourceVersion.Declaration(
      name: program.qualifiedName(of: id),
      location: program.files[program[id].file].location(program[id].facts.position),
      isFrozen: isFrozen, isTest: program.isTest(program[id].file) || program.isTest(id))
  }

  /// What a plan says of how a store comes to a version.
  private func migration(to version: SourceProgram.TypeID) -> MigrationDeclaration? {
    let stage = plans.lazy.flatMap(\.stages).first { $0.target == version }
    return stage.map { MigrationDeclaration(kind: $0.hasCode ? .custom : .lightweight) }
  }

  mutating func live(
    _ roots: [SourceProgram.TypeID]?, number: Version?
  ) -> SourceVersion? {
    let versions = Set(declared.map(\.id))
    let models = (roots ?? program.models).filter { id in
      !listed.contains(id) && !ancestors(of: id).contains(where: versions.contains)
    }
    guard let first = models.first else { return nil }
    let assembly = SchemaAssembly(program, models: models, owner: nil)
    // Beside versions, these may be models that nobody uses any more.
    if declared.isEmpty { found.formUnion(assembly.log.diagnostics) }
    let newest = declared.compactMap(\.version).max()
    let document = assembly.document(
      name: name, version: number ?? newest.map { Version($0.major + 1) } ?? Version(1),
      file: program.files[program[first].file].path)
    return SourceVersion(
      document: document, unreadDefaults: assembly.unreadDefaults, unread: assembly.unread,
      unseenParents: assembly.unseenParents,
      untold: assembly.log.problemsOnStorage)
  }

  private func ancestors(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    guard let parent = program[id].parent else { return [] }
    return [parent] + ancestors(of: parent)
  }

  /// Tells the stages that run code, and what cannot be read of stages, each at its place.
  private mutating func reportStageCode() {
    var log = ImportLog()
    for stage in plans.flatMap(\.stages) {
      guard let source = stage.source, let target = stage.target,
        stage.hasCode
      else { continue }
      log.report(
        .stageCode(
          from: program.qualifiedName(of: source), to: program.qualifiedName(of: target)),
        at: program.files[stage.file].location(stage.position))
    }
    for plan in plans {
      for place in plan.unreadStages {
        log.report(
          .unreadStages(of: program.qualifiedName(of: plan.id)),
          at: program.files[place.file].location(place.position))
      }
    }
    found.formUnion(log.diagnostics)
  }

  /// Tells the models in clauses of an '#if' that do not count.
  private mutating func reportLeftOut() {
    var log = ImportLog()
    for (file, item) in program.leftOutModels {
      log.report(
        .otherClause(item.name, item.clause), at: program.files[file].location(item.position))
    }
    found.formUnion(log.diagnostics)
  }

  private mutating func reportValueTypes() {
    var log = ImportLog()
    for id in program.allTypes where program[id].facts.kind != .class {
      let facts = program[id].facts
      guard facts.attributes.contains(where: { $0.name == "Model" }) else { continue }
      log.report(
        .modelIsNoClass(facts.name),
        at: program.files[program[id].file].location(facts.position))
    }
    found.formUnion(log.diagnostics)
  }
}
