/// One version of an app's object model: its entities and the types that they share.
///
/// A schema is a plain value. It knows neither its file nor any database, so two schemas compare with `==`
/// and print in tests. The places of its parts in a file are kept separately, in a ``SourceMap``.
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
  /// The values that were computed from the current fields.
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
  /// The version of the model.
  public var version: Version {
    get { fields.version }
    set { fields.version = newValue.named(by: documentation) }
  }
  /// The description of this version, in the team's words.
  public var documentation: String? {
    get { fields.documentation }
    set {
      fields.documentation = newValue
      fields.version = fields.version.named(by: newValue)
    }
  }
  /// The service with additional requirements for the model, which enables some lint rules.
  public var profile: ModelProfile? {
    get { fields.profile }
    set { fields.profile = newValue }
  }
  /// The declared platform, which migrates the stores in the field; nil if the model declares none.
  ///
  /// See ``platform``. The platform decides which rules and verdicts apply. It is not part of a version hash
  /// or of the definition digest, because it does not change the contents of a store.
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
  /// An index that finds entities by name in constant time; it follows ``entities``.
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
  /// The entity with this name, if it exists.
  public func entity(named name: String) -> Entity? {
    index.position(of: name).map { entities[$0] }
  }

  /// The shared enumeration with this name, if it exists.
  public func enumeration(named name: String) -> Enumeration? {
    enumerations.first { $0.name == name }
  }

  /// The shared composite with this name, if it exists.
  public func composite(named name: String) -> Composite? {
    composites.first { $0.name == name }
  }
}

extension Schema {
  /// Replaces entities and attributes by equal ones of another version, so that a history stores each of them
  /// only once.
  ///
  /// The schema's value does not change, only the memory that it takes.
  package mutating func share(entitiesOf other: Schema) {
    var shared = entities
    for (position, entity) in entities.enumerated() {
      guard let known = other.entity(named: entity.name) else { continue }
      if known == entity { shared[position] = known } else { shared[position].share(with: known) }
    }
    entities = shared == other.entities ? other.entities : shared
    if index == other.index { index = other.index }
  }
}

extension Entity {
  fileprivate mutating func share(with other: Entity) {
    attributes = attributes.enumerated().map { position, attribute in
      let known = other.attribute(named: attribute.name, near: position)
      return if let known, known == attribute { known } else { attribute }
    }
  }
}
