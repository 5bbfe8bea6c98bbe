internal import Diagnostics
internal import SchemaModel

/// An attribute whose type and values are resolved once all names are known.
struct AttributeDraft: Sendable {
  /// The attribute without its default and bounds; its type is final if it needs no other names.
  var attribute: Attribute
  /// The place of the declaration.
  var location: SourceLocation
  /// The places of the details.
  var places: [Place] = []
  /// The type as written.
  var type: TypeSyntax
  /// The default as written.
  var defaultNode: YAMLNode?
  /// The values of keys that few attributes have: `min`, `max`, and a true `unique` or `indexed`.
  var rare = [String: YAMLNode]()
}

/// A composite whose elements are resolved once all names are known.
struct CompositeDraft: Sendable {
  /// The composite without its elements.
  var composite: Composite
  /// The elements.
  var elements: Roster<AttributeDraft> = Roster()
}

/// An entity in parts that a later version can replace one by one.
struct EntityDraft: Sendable {
  /// The entity without its properties and lists.
  var entity: Entity
  /// The place of the declaration.
  var location: SourceLocation
  /// The places of the keys about the entity itself; a key without a place is not given.
  var places: [Place] = []
  /// The attributes.
  var attributes: Roster<AttributeDraft> = Roster()
  /// The relationships.
  var relationships: Roster<Placed<Relationship>> = Roster()
  /// The uniqueness constraints that are not declared at an attribute.
  var unique: [Placed<[String]>] = []
  /// The indexes that are not declared at an attribute.
  var indexes: [Placed<Index>] = []
  /// The rules.
  var rules: Roster<Placed<ValidationRule>> = Roster()
}

/// A complete version, or the additions of one file to the version that it extends.
struct SchemaDraft: Sendable {
  /// The name of the schema.
  var name: String
  /// The version.
  var version: Version
  /// The documentation of the version.
  var documentation: String?
  /// The profile: restrictions that the model must observe.
  var profile: ModelProfile?
  /// The platform that migrates the stores in the field.
  var platform: ModelPlatform?
  /// The places of the keys of the file itself.
  var places: [Place] = []
  /// The shared enumerations.
  var enumerations: Roster<Placed<Enumeration>> = Roster()
  /// The shared composites.
  var composites: Roster<Placed<CompositeDraft>> = Roster()
  /// The entities.
  var entities: Roster<EntityDraft> = Roster()
  /// The queries.
  var queries: Roster<Placed<Query>> = Roster()

  /// Removes all parts, and keeps only the identity of the version.
  mutating func letGo() {
    enumerations = Roster()
    composites = Roster()
    entities = Roster()
    queries = Roster()
  }
}

extension Enumeration: Named {}
extension Relationship: Named {}
extension ValidationRule: Named {}
extension Query: Named {}

extension AttributeDraft: Named {
  var name: String {
    get { attribute.name }
    set { attribute.name = newValue }
  }
}

extension CompositeDraft: Named {
  var name: String {
    get { composite.name }
    set { composite.name = newValue }
  }
}

extension EntityDraft: Named {
  var name: String {
    get { entity.name }
    set { entity.name = newValue }
  }
}
