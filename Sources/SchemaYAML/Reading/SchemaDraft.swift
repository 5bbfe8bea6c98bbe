internal import Diagnostics
internal import SchemaModel

/// An attribute whose type and values are read once all names are known.
struct AttributeDraft: Sendable {
  /// What is known already; its type, default and bounds are not.
  var attribute: Attribute
  /// Where it is declared.
  var location: SourceLocation
  /// Where its details stand.
  var places: [Place] = []
  /// The type as it is spelt.
  var type: TypeSyntax
  /// The default as it is spelt.
  var defaultNode: YAMLNode?
  /// The smallest sound value as it is spelt.
  var minimum: YAMLNode?
  /// The largest sound value as it is spelt.
  var maximum: YAMLNode?
  /// Where it is said that no two objects share its value.
  var unique: SourceLocation?
  /// Where it is said that it has an index.
  var indexed: SourceLocation?
}

/// A composite whose elements are read once all names are known.
struct CompositeDraft: Sendable {
  /// The composite; its elements are kept next to it.
  var composite: Composite
  /// Its elements.
  var elements: Roster<AttributeDraft> = Roster()
}

/// An entity, with what it declares in parts that a later version can replace one by one.
struct EntityDraft: Sendable {
  /// The entity without its properties and lists.
  var entity: Entity
  /// Where it is declared.
  var location: SourceLocation
  /// Where the keys about the entity itself stand; what has no place here was not said.
  var places: [Place] = []
  /// Its attributes.
  var attributes: Roster<AttributeDraft> = Roster()
  /// Its relationships.
  var relationships: Roster<Placed<Relationship>> = Roster()
  /// Its uniqueness constraints, but for those that an attribute declares about itself.
  var unique: [Placed<[String]>] = []
  /// Its indexes, but for those that an attribute declares about itself.
  var indexes: [Placed<Index>] = []
  /// Its rules.
  var rules: Roster<Placed<ValidationRule>> = Roster()
}

/// A whole version, or what one file adds to the version before it.
struct SchemaDraft: Sendable {
  /// The schema's name.
  var name: String
  /// The version.
  var version: Version
  /// What this version is, in the team's words.
  var documentation: String?
  /// What the model has to live with.
  var profile: ModelProfile?
  /// Who migrates the stores in the field.
  var platform: ModelPlatform?
  /// Where the keys of the file itself stand.
  var places: [Place] = []
  /// The shared enumerations.
  var enumerations: Roster<Placed<Enumeration>> = Roster()
  /// The shared composites.
  var composites: Roster<Placed<CompositeDraft>> = Roster()
  /// The entities.
  var entities: Roster<EntityDraft> = Roster()
  /// The queries.
  var queries: Roster<Placed<Query>> = Roster()

  /// Forgets all parts, and leaves what identifies the version.
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
