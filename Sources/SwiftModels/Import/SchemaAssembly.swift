internal import Diagnostics
internal import SchemaModel

/// Makes the schema of one version out of its model classes.
struct SchemaAssembly {
  let program: SourceProgram
  /// The classes of this version by the names of their entities.
  private var classes: [String: SourceProgram.TypeID] = [:]
  /// The entities so far, in order.
  var entities: [Entity] = []
  /// The enumerations and structs that attributes need, and their names here.
  var shared = SharedTypes()
  /// The places of all parts.
  var sources = SourceMap()
  /// What could not be read.
  var log = ImportLog()
  /// The attributes whose default is there, and whose value cannot be known from the source.
  var unreadDefaults: Set<SchemaPath> = []
  /// The parts that could not be read.
  var unread: [UnreadPart] = []
  /// The superclasses of models that none of the files declares, by the entity.
  var unseenParents: [String: String] = [:]
  /// The version, as the source calls it; nil for models that belong to none.
  let owner: String?

  /// Makes a version out of these classes, and of those that they are related to.
  init(_ program: SourceProgram, models: [SourceProgram.TypeID], owner: String?) {
    self.program = program
    self.owner = owner
    for model in withRelated(models) { add(model) }
    joinInverses()
  }

  /// The schema and its places.
  func document(
    name: String, version: Version, migration: MigrationDeclaration? = nil, file: String?
  ) -> SchemaDocument {
    SchemaDocument(
      schema: Schema(
        name: name, version: version, entities: entities, enumerations: shared.enumerations,
        composites: shared.composites),
      migration: migration, sources: sources, file: file)
  }

  /// The classes of this version by the names of their entities.
  var members: [String: SourceProgram.TypeID] { classes }

  /// Whether a class belongs to this version.
  func isMember(_ id: SourceProgram.TypeID) -> Bool { classes[program[id].facts.name] == id }

  /// The place of something in a file of the program.
  func location(_ position: Position, _ file: Int) -> SourceLocation {
    program.files[file].location(position)
  }
}

// MARK: - Which classes belong to it

extension SchemaAssembly {
  /// The classes, their superclasses, and all that their relationships lead to.
  ///
  /// SwiftData follows relationships by itself; what is listed comes first.
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

  /// Takes the name of a class for it; false where it has it already, or another class does.
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
            at: location(program[other].facts.position, program[other].file))
        ])
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
