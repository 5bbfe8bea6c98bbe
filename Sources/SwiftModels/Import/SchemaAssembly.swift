internal import Diagnostics
internal import SchemaModel

/// The construction of one version's schema from its model classes.
struct SchemaAssembly {
  let program: SourceProgram
  /// The classes of this version, by the names of their entities.
  private var classes: [String: SourceProgram.TypeID] = [:]
  /// The entities so far, in order.
  var entities: [Entity] = []
  /// The enumerations and structs that attributes need, with their names in the schema.
  var shared = SharedTypes()
  /// The places of all parts.
  var sources = SourceMap()
  /// The problems found.
  var log = ImportLog()
  /// The attributes whose default exists, but whose value cannot be known from the source.
  var unreadDefaults: Set<SchemaPath> = []
  /// The parts that could not be read.
  var unread: [UnreadPart] = []
  /// The superclasses of models that no file declares, by the name of the entity.
  var unseenParents: [String: String] = [:]
  /// The name of the version in the source; nil for models without a version.
  let owner: String?

  /// Builds the schema of these classes, and of the classes that they are related to.
  init(_ program: SourceProgram, models: [SourceProgram.TypeID], owner: String?) {
    self.program = program
    self.owner = owner
    for model in withRelated(models) { add(model) }
    joinInverses()
  }

  /// The document with the schema and its places.
  func document(
    name: String, version: Version, migration: MigrationDeclaration? = nil, file: String?
  ) -> SchemaDocument {
    SchemaDocument(
      schema: Schema(
        name: name, version: version, entities: entities, enumerations: shared.enumerations,
        composites: shared.composites),
      migration: migration, sources: sources, file: file)
  }

  /// The classes of this version, by the names of their entities.
  var members: [String: SourceProgram.TypeID] { classes }

  /// Whether a class belongs to this version.
  func isMember(_ id: SourceProgram.TypeID) -> Bool { classes[program[id].facts.name] == id }

  /// A place in a file of the program.
  func location(_ position: Position, _ file: Int) -> SourceLocation {
    program.files[file].location(position)
  }
}

// MARK: - Classes of the version

extension SchemaAssembly {
  /// The classes, their superclasses, and all classes that their relationships lead to.
  ///
  /// SwiftData follows relationships too. The listed classes come first.
  private mutating func withRelated(
    _ models: [SourceProgram.TypeID]
  ) -> [SourceProgram.TypeID] {
    var members: [SourceProgram.TypeID] = []
    var pending = models
    while !pending.isEmpty {
      var next: [SourceProgram.TypeID] = []
      for model in pending where claim(model) {
        members.append(model)
        next += neighbours(of: model)
      }
      pending = next.filter { classes[program[$0].facts.name] != $0 }
        .sorted { program[$0].facts.name < program[$1].facts.name }
    }
    return members
  }

  /// Claims the name of a class; false if the class has it already, or another class does.
  private mutating func claim(_ model: SourceProgram.TypeID) -> Bool {
    let facts = program[model].facts
    guard let other = classes[facts.name] else {
      classes[facts.name] = model
      return true
    }
    if other != model {
      log.report(
        .sameName(facts.name, version: owner), at: location(facts.position, program[model].file),
        notes: [
          .init(
            "the other one is here",
            at: location(program[other].facts.position, program[other].file)),
          owner.map {
            .init("name '\($0).\(facts.name)' in its list and in each of its relationships")
          },
        ].compactMap(\.self))
    }
    return false
  }

  private func neighbours(of model: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    let related = program.storedProperties(of: model).compactMap {
      property -> SourceProgram.TypeID? in
      guard let type = property.type, !property.isTransient,
        case .declared(let id) = (type.element ?? type).unwrapped, program.isModel(id)
      else { return nil }
      return id
    }
    return (program.parentModel(of: model).map { [$0] } ?? []) + related
  }
}
