public import SchemaModel

/// The data of a store, which can raise or lower the severity of findings.
///
/// The linter has no database connection. A type with a connection conforms to this protocol.
public protocol StoreFacts {
  /// The name of the store in messages.
  var name: String { get }
  /// Whether the store is a sample that stands for the stores in the field.
  ///
  /// If a sample has no objects of an entity, it proves nothing about that entity.
  var isSample: Bool { get }
  /// The name of the store's model.
  var schema: String { get }
  /// The version of the store.
  var version: Version { get }
  /// The reason why the store failed to answer; read after all rules have run.
  var failure: String? { get }
  /// The number of objects that meet a condition; nil if it cannot be determined.
  func count(of condition: StoreCondition) -> Int?
  /// Some of the values for which objects meet a condition, as text, in a fixed order.
  ///
  /// Empty if values are not informative.
  func samples(of condition: StoreCondition, limit: Int) -> [String]
}

/// A condition on the data of a store, in the names of the store's own version.
public enum StoreCondition: Hashable, Sendable {
  /// Objects of an entity or of its sub-entities.
  case objects(entity: String)
  /// Objects that have a value or a link for a property.
  case having(property: String, entity: String)
  /// Objects without a value or a link for a property.
  case lacking(property: String, entity: String)
  /// Objects with one of these stored values for a property.
  case holding([Literal], property: String, entity: String)
  /// Objects that have the same values as another object for all of these properties, none of them NULL.
  case sharing([String], entity: String)
  /// Objects for which a check is not true; the check is SQL over the entity's properties.
  case breaking(check: String, entity: String)
  /// Objects whose value cannot be converted to this type exactly.
  case unconvertible(property: String, entity: String, to: AttributeType)
  /// Objects with more than one linked object in a relationship.
  case linkedToSeveral(relationship: String, entity: String)
}

extension StoreCondition {
  /// The entity or the property that such objects lose, as the subject of a change: `Book.pages`.
  ///
  /// Nil if they lack something instead.
  package var loser: String? {
    switch self {
    case .objects(let entity): entity
    case .having(let name, let entity), .holding(_, let name, let entity),
      .unconvertible(let name, let entity, _), .linkedToSeveral(let name, let entity):
      "\(entity).\(name)"
    case .lacking, .sharing, .breaking: nil
    }
  }

  /// The entity whose objects the condition is about.
  var entity: String {
    switch self {
    case .objects(let entity), .having(_, let entity), .lacking(_, let entity),
      .holding(_, _, let entity), .sharing(_, let entity), .breaking(_, let entity),
      .unconvertible(_, let entity, _), .linkedToSeveral(_, let entity):
      entity
    }
  }
}

/// The plan and the validity of a model's declared SQL, according to a database engine.
public protocol QueryPlans {
  /// The lines of `EXPLAIN QUERY PLAN` for a query on a store of a schema, as SQLite prints them.
  ///
  /// Nil if the query cannot be planned.
  ///
  /// - https://www.sqlite.org/eqp.html
  func plan(of query: Query, in schema: Schema) -> [String]?
  /// The engine's error for a declared query; nil if the query is valid.
  func objection(to query: Query, in schema: Schema) -> String?
  /// The engine's error for an expression over an entity's properties; nil if the expression is valid.
  func objection(toExpression sql: String, over entity: String, in schema: Schema) -> String?
  /// The engine's error for an expression in a migration, which may follow to-one relationships.
  func objection(toMapping sql: String, over entity: String, in schema: Schema) -> String?
  /// The engine's error for a statement on a store of a schema.
  func objection(toStatement sql: String, in schema: Schema) -> String?
  /// The engine's error for a statement that changes rows in a store of a schema.
  func objection(toStep sql: String, in schema: Schema) -> String?
}
