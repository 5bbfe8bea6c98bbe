internal import Diagnostics
internal import SchemaModel

/// A `VersionedSchema`, as the source declares it.
struct VersionedSchemaFacts: Sendable {
  /// The conforming type.
  var id: SourceProgram.TypeID
  /// The version number, if it can be read.
  var version: Version?
  /// The listed models, in their order.
  var models: [SourceProgram.TypeID]
  /// The place and file of each listed model.
  var places: [(model: SourceProgram.TypeID, position: Position, file: Int)]
  /// Whether the whole list could be read.
  var isComplete: Bool
  /// The places in the list whose models cannot be known.
  var unspelled: [ListReader.Place]
  /// The problems with the number and the list, by place.
  var problems: [Diagnostic]
}

/// A `SchemaMigrationPlan`, as the source declares it.
struct MigrationPlanFacts: Sendable {
  /// A migration stage from one version to the next.
  struct Stage: Sendable {
    /// Whether the stage is declared as lightweight.
    var isLightweight: Bool
    /// The previous version.
    var source: SourceProgram.TypeID?
    /// The next version.
    var target: SourceProgram.TypeID?
    /// The place of the stage.
    var position: Position
    /// The file of the stage.
    var file: Int
    /// The type whose braces contain the stage, or else the plan.
    var owner: SourceProgram.TypeID
    /// The closures before and after the migration, with their labels.
    var handlers: [Argument]

    /// Whether the stage runs code; a custom stage without a handler does not.
    var hasCode: Bool { handlers.contains { $0.value.kind != .nothing } }

    /// Whether the stage runs code before the platform's own migration.
    var hasCodeBefore: Bool {
      handlers.contains { $0.label == "willMigrate" && $0.value.kind != .nothing }
    }
  }

  /// The conforming type.
  var id: SourceProgram.TypeID
  /// The place and file of each listed version, in their order.
  var places: [(version: SourceProgram.TypeID, position: Position, file: Int)]
  /// The stages, in their order.
  var stages: [Stage]
  /// The places in the stages that could not be read.
  var unreadStages: [ListReader.Place]
  /// The places in the list of versions that could not be read.
  var unreadVersions: [ListReader.Place]

  /// Whether all listed versions could be read.
  var hasAllVersions: Bool { unreadVersions.isEmpty }
  /// Whether all listed versions and stages could be read.
  var isComplete: Bool { hasAllVersions && unreadStages.isEmpty }
  /// The listed versions: in the order of their numbers, or as they are listed where a number is not known or
  /// a stage leads to an older version.
  var versions: [SourceProgram.TypeID]
}

extension MigrationPlanFacts {
  /// Puts the versions in the order of their numbers, so that only one rule has to know of another order.
  mutating func sort(by numbers: [SourceProgram.TypeID: Version]) {
    let known = versions.compactMap { numbers[$0] }
    let leadsBack = stages.contains { stage in
      guard let source = stage.source.flatMap({ numbers[$0] }),
        let target = stage.target.flatMap({ numbers[$0] })
      else { return false }
      return target < source
    }
    guard Set(known).count == versions.count, !leadsBack else { return }
    versions = zip(known, versions).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// A reader of the versions and plans of a program.
struct VersionReader {
  let program: SourceProgram
  /// The problems found.
  var log = ImportLog()

  /// Creates a reader of a program.
  init(_ program: SourceProgram) { self.program = program }

  /// Reads every versioned schema, in the order of files and places.
  mutating func versions() -> [VersionedSchemaFacts] {
    var result: [VersionedSchemaFacts] = []
    for id in program.allTypes where program.conforms(id, to: "VersionedSchema") {
      guard program[id].facts.kind != .protocol else { continue }
      var reader = VersionReader(program)
      var facts = reader.version(id)
      facts.problems = reader.log.diagnostics
      log.add(reader.log)
      result.append(facts)
    }
    return result
  }

  /// Reads every migration plan, in the order of files and places.
  mutating func plans() -> [MigrationPlanFacts] {
    var result: [MigrationPlanFacts] = []
    for id in program.allTypes where program.conforms(id, to: "SchemaMigrationPlan") {
      guard program[id].facts.kind != .protocol else { continue }
      let versions = types(in: "schemas", of: id)
      let reader = StageReader(id, in: program)
      result.append(
        MigrationPlanFacts(
          id: id, places: versions.listed.map { ($0.id, $0.position, $0.file) },
          stages: reader.stages, unreadStages: reader.unread.distinct,
          unreadVersions: versions.unread.distinct, versions: versions.listed.map(\.id)))
    }
    return result
  }
}

// MARK: - Versions

extension VersionReader {
  private mutating func version(_ id: SourceProgram.TypeID) -> VersionedSchemaFacts {
    let name = program.qualifiedName(of: id)
    let models = types(in: "models", of: id)
    var isComplete = models.unread.isEmpty
    var places: [(SourceProgram.TypeID, Position, Int)] = []
    for item in models.listed {
      if program.isModel(item.id) {
        places.append((item.id, item.position, item.file))
      } else {
        isComplete = false
        log.report(
          .unseenModel(program.qualifiedName(of: item.id), version: name),
          at: program.files[item.file].location(item.position))
      }
    }
    let number = identifier(of: id)
    if number == nil {
      let facts = program[id]
      log.report(
        .unreadableVersion(name),
        at: program.files[facts.file].location(facts.facts.position))
    }
    return VersionedSchemaFacts(
      id: id, version: number, models: places.map(\.0), places: places, isComplete: isComplete,
      unspelled: models.unspelled, problems: [])
  }

  private func identifier(of id: SourceProgram.TypeID) -> Version? {
    guard let (property, file) = property("versionIdentifier", of: id) else { return nil }
    let constants = SourceConstants(program: program)
    for value in property.values {
      let meaning = constants.meaning(of: value, in: Scope(file: file, type: id))
      guard case .call(_, let arguments) = meaning.expression.kind else { continue }
      let numbers = arguments.compactMap { argument -> Int? in
        let number = constants.value(of: argument.value, in: meaning.scope)
        guard case .int(let number)? = number else { return nil }
        return Int(exactly: number)
      }
      if numbers.count == 3, arguments.count == 3 {
        return Version(numbers[0], numbers[1], numbers[2])
      }
    }
    return nil
  }

  /// A property of a type, and the file that contains it.
  private func property(
    _ name: String, of id: SourceProgram.TypeID
  ) -> (PropertyFacts, file: Int)? {
    for part in program[id].parts {
      if let found = part.members.properties.first(where: { $0.name == name }) {
        return (found, part.file)
      }
    }
    return nil
  }

  private typealias Listed = (id: SourceProgram.TypeID, position: Position, file: Int)

  /// The types in a property's list, `[Book.self, Note.self]`, and the places that cannot be read.
  private mutating func types(
    in name: String, of id: SourceProgram.TypeID
  ) -> (listed: [Listed], unread: [ListReader.Place], unspelled: [ListReader.Place]) {
    let list = ListReader(name, of: id, in: program) { value in
      if case .member(_?, "self") = value.kind { true } else { false }
    }
    var unread = list.unreadPlaces
    for element in list.unread { unreadable(element.value, id, element.scope.file) }
    var listed: [Listed] = []
    for element in list.elements {
      guard case .member(let base?, _) = element.value.kind else { continue }
      let (place, file) = (element.value.position, element.scope.file)
      guard let written = base.writtenType else {
        unread.append(ListReader.Place(position: place, file: file))
        unreadable(element.value, id, file)
        continue
      }
      let type = selfResolved(written, element.scope.type)
      if case .declared(let found) = program.resolve(type, in: element.scope) {
        listed.append((found, place, file))
      } else {
        unread.append(ListReader.Place(position: place, file: file))
        log.report(
          .unseenModel("\(written)", version: program.qualifiedName(of: id)),
          at: program.files[file].location(place))
      }
    }
    return (listed, unread, list.unreadPlaces)
  }

  /// Removes `Self` from `Self.Book`, a member of the surrounding type.
  private func selfResolved(_ type: WrittenType, _ owner: SourceProgram.TypeID?) -> WrittenType {
    guard owner != nil, case .named(let path) = type, path.first?.name == "Self", path.count > 1
    else { return type }
    return .named(Array(path.dropFirst()))
  }

  private mutating func unreadable(_ value: Expression, _ owner: SourceProgram.TypeID, _ file: Int)
  {
    log.report(
      .unreadableList("\(value.text ?? "an element")", of: program.qualifiedName(of: owner)),
      at: program.files[file].location(value.position))
  }
}

extension PropertyFacts {
  /// The possible values of the property: its initial value, or the results of its getter.
  fileprivate var values: [Expression] {
    if let value { return [value] }
    return (accessors.first ?? []).compactMap { statement in
      switch statement {
      case .expression(let value), .result(let value?): value
      default: nil
      }
    }
  }
}

extension Expression {
  /// The expression as in source code, if it is a name.
  ///
  /// For a long chain only the end is included; no name that is looked up is that long.
  var text: String? { text(parts: 8) }

  private func text(parts: Int) -> String? {
    guard parts > 0 else { return "…" }
    return switch kind {
    case .name(let name, _): name
    case .member(let base, let name):
      (base.flatMap { $0.text(parts: parts - 1) } ?? "") + "." + name
    case .call(let callee, _): callee.text(parts: parts - 1).map { $0 + "(…)" }
    default: nil
    }
  }
}
