/// One version of an app's object model: its entities and the types that they share.
///
/// A schema is a plain value. It knows neither the file it was read from nor any database, so two
/// schemas compare with `==` and print in tests. Where its parts stand in a file is kept next to
/// it, in a ``SourceMap``.
public struct Schema: Hashable, Sendable {
  private struct Fields: Hashable, Sendable {
    var name: String
    var version: Version
    var documentation: String?
    var profile: ModelProfile?
    var declaredPlatform: ModelPlatform?
    var entities: [Entity]
    var enumerations: [Enumeration]
    var composites: [Composite]
    var queries: [Query]
    var index: EntityIndex
  }

  @CopyOnWrite private var stored: Fields
  /// What was computed of the fields as they are.
  private(set) var memo = SchemaMemo()
  private var fields: Fields {
    _read { yield stored }
    _modify {
      memo = SchemaMemo()
      yield &stored
    }
  }

  /// The name of the object model, the same in all its versions.
  public var name: String {
    get { fields.name }
    set { fields.name = newValue }
  }
  /// Which version of the model this is.
  public var version: Version {
    get { fields.version }
    set { fields.version = newValue.named(by: documentation) }
  }
  /// What this version is, in the team's words.
  public var documentation: String? {
    get { fields.documentation }
    set {
      fields.documentation = newValue
      fields.version = fields.version.named(by: newValue)
    }
  }
  /// What the model has to live with, which decides whether some lint rules are asked.
  public var profile: ModelProfile? {
    get { fields.profile }
    set { fields.profile = newValue }
  }
  /// Who migrates the stores in the field, where the model says it; see ``platform``.
  ///
  /// It decides which rules and verdicts apply. It is no part of a version hash or of the
  /// definition digest, because it changes nothing that a store holds.
  public var declaredPlatform: ModelPlatform? {
    get { fields.declaredPlatform }
    set { fields.declaredPlatform = newValue }
  }
  /// The entities, in the order in which they were declared.
  public var entities: [Entity] {
    get { fields.entities }
    _modify {
      defer { fields.index = EntityIndex(fields.entities) }
      yield &fields.entities
    }
  }
  /// The enumerations that attributes share by name.
  public var enumerations: [Enumeration] {
    get { fields.enumerations }
    _modify { yield &fields.enumerations }
  }
  /// The structured values that attributes share by name.
  public var composites: [Composite] {
    get { fields.composites }
    _modify { yield &fields.composites }
  }
  /// The queries that the app runs, which decide its indexes.
  public var queries: [Query] {
    get { fields.queries }
    _modify { yield &fields.queries }
  }
  /// Finds entities by name without a walk through the list; follows ``entities``.
  var index: EntityIndex {
    get { fields.index }
    set { fields.index = newValue }
  }

  /// A schema from its parts.
  public init(
    name: String, version: Version, documentation: String? = nil, entities: [Entity] = [],
    enumerations: [Enumeration] = [], composites: [Composite] = [], queries: [Query] = [],
    profile: ModelProfile? = nil, declaredPlatform: ModelPlatform? = nil
  ) {
    stored = Fields(
      name: name,
      version: version.named(by: documentation),
      documentation: documentation,
      profile: profile,
      declaredPlatform: declaredPlatform,
      entities: entities,
      enumerations: enumerations,
      composites: composites,
      queries: queries,
      index: EntityIndex(entities))
  }
}

extension Schema {
  /// The entity of that name, if there is one.
  public func entity(named name: String) -> Entity? {
    index.position(of: name).map { entities[$0] }
  }

  /// The shared enumeration of that name, if there is one.
  public func enumeration(named name: String) -> Enumeration? {
    enumerations.first { $0.name == name }
  }

  /// The shared composite of that name, if there is one.
  public func composite(named name: String) -> Composite? {
    composites.first { $0.name == name }
  }
}

extension Schema {
  /// Lets the entities that are the same in another version be those, so that a history keeps each
  /// once for as long as it stays as it is.
  ///
  /// This changes what they take, not what they are.
  package mutating func share(entitiesOf other: Schema) {
    var shared = entities
    for (position, entity) in entities.enumerated() {
      guard let known = other.entity(named: entity.name), known == entity else { continue }
      shared[position] = known
    }
    entities = shared == other.entities ? other.entities : shared
    if index == other.index { index = other.index }
  }
}
