public import SchemaModel

/// The sources of every value of a new version: the same idea as a Core Data mapping model.
///
/// A mapping is logical. It describes the changes to objects, values and links, and knows nothing of tables;
/// a store's layout turns it into statements. Mappings compose, so that a store that is several versions
/// behind is rewritten at most once.
public struct Mapping: Hashable, Sendable {
  /// The objects' old version.
  public var source: Schema
  /// The objects' new version.
  public var target: Schema
  /// One mapping for every entity of the target, in the target's order.
  public var entities: [EntityMapping]
  /// The sources of additional objects, in the order of declaration.
  ///
  /// Each object is made from one that keeps its identity, and that may also become something else or be
  /// dropped.
  public var additions: [EntityMapping]
  /// The mappings of the target's many-to-many associations, whose links are stored on their own, in the
  /// order of ``SchemaModel/Schema/associations``.
  public var links: [LinkMapping]
  /// The steps that run after all rows have arrived, in this order.
  public var steps: [DeclaredStep]
  /// The objects that are merged after the steps, in order.
  public var merges: [EntityMerge]

  /// A mapping from its parts.
  public init(
    source: Schema, target: Schema, entities: [EntityMapping], links: [LinkMapping],
    additions: [EntityMapping] = [], steps: [DeclaredStep] = [], merges: [EntityMerge] = []
  ) {
    self.source = source
    self.target = target
    self.entities = entities
    self.links = links
    self.additions = additions
    self.steps = steps
    self.merges = merges
  }

  /// Whether rows change once they have arrived.
  package var changesArrivedRows: Bool { !steps.isEmpty || !merges.isEmpty }

  /// Whether declared SQL may make values, choose links or leave objects behind.
  package var hasDeclaredSQL: Bool {
    (entities + additions).contains { entity in
      entity.layers.contains { layer in
        layer.filter != nil
          || layer.values.contains { property in
            if case .chosen = property.value { return true }
            return property.value.declaredExpression != nil
          }
      }
    }
  }

  /// Whether closures read objects of the previous version, which must then exist in the store.
  var looksBack: Bool { steps.contains { $0.closure != nil } }

  /// The mapping of a target entity, found by a linear search.
  public func entity(_ name: String) -> EntityMapping? { entities.first { $0.entity == name } }
}

/// The source of the objects of one target entity.
public struct EntityMapping: Hashable, Sendable {
  /// The entity of the target.
  public var entity: String
  /// The source entity whose own objects become this entity's.
  ///
  /// Objects of its sub-entities are not included. Nil for an entity that starts empty. Identity is kept: an
  /// object's `_id` stays.
  public var source: String?
  /// The steps of the migration, the step next to the source first.
  ///
  /// Empty for an entity that starts empty, else at least one. Steps that only copy, default and convert are
  /// fused into one; a step with an expression or a filter reads the properties of the step below it by name.
  public var layers: [MappingLayer]

  /// A mapping from its parts.
  public init(_ entity: String, source: String?, layers: [MappingLayer]) {
    self.entity = entity
    self.source = source
    self.layers = layers
  }
}

/// One step of an entity's objects in the migration from one version to another.
public struct MappingLayer: Hashable, Sendable {
  /// The version that this step leads to.
  ///
  /// It seeds fresh values, so that a direct migration and one step by step give the same result.
  public var version: Version
  /// The entity, by its name in that version.
  public var entity: String
  /// The value of every stored attribute and of every to-one relationship that stores its links (the primary
  /// end of its association).
  ///
  /// Inherited properties are included and come first; attributes come before relationships.
  public var values: [PropertyMapping]
  /// An SQL condition over the properties of the step below; objects that fail it are left behind.
  public var filter: String?

  /// A step from its parts.
  public init(
    version: Version, entity: String, values: [PropertyMapping], filter: String? = nil
  ) {
    self.version = version
    self.entity = entity
    self.values = values
    self.filter = filter
  }

  /// The source of a property's value.
  public func value(of property: String) -> ValueSource? {
    values.first { $0.property == property }?.value
  }
}

/// The source of one property's value.
public struct PropertyMapping: Hashable, Sendable {
  /// The property's name after the step.
  public var property: String
  /// The source of its value.
  public var value: ValueSource
  /// The link that an expression replaces, if the linked objects had an order.
  ///
  /// An object that stays with the same one keeps its position.
  public var replaced: ValueSource?
  /// The property of the step below that this one continues, whatever its value is made from; nil for a new
  /// property.
  public var continued: String?

  /// A mapping from its parts.
  public init(
    _ property: String, _ value: ValueSource, replacing replaced: ValueSource? = nil,
    continuing continued: String? = nil
  ) {
    self.property = property
    self.value = value
    self.replaced = replaced
    self.continued = continued
  }

  /// The sources for the links that are read: for the value, and for the position.
  package var linkValues: [ValueSource] { replaced.map { [value, $0] } ?? [value] }
}

/// An expression for a value, over the properties of the step below.
public indirect enum ValueSource: Hashable, Sendable {
  /// The value of a property (for a to-one relationship: the identity of the object it leads to).
  case copied(String)
  /// The attribute's default.
  case defaulted(DefaultValue, AttributeType)
  /// No value.
  case none
  /// A value, or the attribute's default if the value is missing.
  case filled(ValueSource, with: DefaultValue, AttributeType)
  /// A value converted from one type to another.
  ///
  /// A value that the new type cannot hold exactly fails the migration.
  ///
  /// Types are in stored form: an enumeration of integers is `int64`, and any other one is an inline
  /// enumeration of its stored texts, so that no name has to be looked up in a version.
  case converted(ValueSource, from: AttributeType, to: AttributeType)
  /// The value for the same case of an enumeration whose stored values have changed.
  ///
  /// A value that is not listed fails the migration; a missing value stays missing.
  case recoded(ValueSource, [Recoding])
  /// A composite made from the parts of another: in the listed parts, `copied` names a part of the old
  /// composite.
  ///
  /// Other parts are dropped; a missing value stays missing.
  case recomposed(ValueSource, [PropertyMapping])
  /// A value moved between the row and a file next to the store.
  case moved(ValueSource, to: Attribute.Storage)
  /// An SQL expression that the schema file declares.
  case expression(String)
  /// A value as a column of an intermediate version would have held it: `'12'` as 12, if that is a number.
  ///
  /// A value that the column would have refused fails the migration.
  case held(ValueSource, as: HeldType)
  /// The object at the other end of these links.
  ///
  /// Two different objects fail the migration.
  case linked([CarriedLinks])
  /// The first object at the other end of these links by the declared choices, among the objects of the
  /// previous version.
  ///
  /// If the object itself held its link, it keeps the link only if no other object that led to the same one
  /// comes before it.
  ///
  /// If each of the linked objects keeps one link, too, only a link that both ends choose stays. Without
  /// choices, every link stays that the other ends choose; two for one object fail the migration.
  case chosen([CarriedLinks], by: [Deduplication.Choice], agreeing: [Deduplication.Choice]? = nil)
}

/// The sources of the links of a many-to-many association of the target.
public struct LinkMapping: Hashable, Sendable {
  /// The association of the target.
  public var association: Association
  /// The source links, as a union; empty for a new association.
  public var sources: [CarriedLinks]

  /// A mapping from its parts.
  public init(_ association: Association, sources: [CarriedLinks]) {
    self.association = association
    self.sources = sources
  }
}

/// The links of one source association, seen from one of its ends.
public struct CarriedLinks: Hashable, Sendable {
  /// The association of the source.
  public var association: Association
  /// Whether they are followed from the inverse end to the primary end.
  public var isReversed: Bool
  /// The entity of the target that the linked objects must become.
  ///
  /// Links to other objects are dropped. Nil if all linked objects become it, or if the user of the links
  /// checks this.
  public var heir: String?

  /// Links from their association.
  public init(_ association: Association, isReversed: Bool = false, onlyTo heir: String? = nil) {
    self.association = association
    self.isReversed = isReversed
    self.heir = heir
  }

  /// The same links, followed from their other end.
  package var reversed: Self { Self(association, isReversed: !isReversed) }

  /// Whether each object that they are followed from holds its own link.
  package var isOwn: Bool { association.kind == .toOne && !isReversed }

  /// Whether several objects could hold links to the same object, which had an inverse to all of them.
  var isShared: Bool {
    isOwn && association.inverse?.relationship.cardinality == .toMany
  }

  /// The source entity among whose objects one is chosen, where one link of several stays.
  package var contestants: String { isOwn ? association.primary.entity : destination }

  /// The source entity to which they lead.
  package var destination: String {
    isReversed ? association.primary.entity : association.primary.relationship.destination
  }

  /// The source entity from which they are followed.
  package var origin: String { reversed.destination }
}
