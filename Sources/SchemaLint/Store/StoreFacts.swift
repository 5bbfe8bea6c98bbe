public import SchemaModel

/// What a store can tell about its data, so that a finding weighs what it weighs there.
///
/// The linter holds no connection. Whoever has one answers these questions.
public protocol StoreFacts {
  /// The name that a person knows the store by.
  var name: String { get }
  /// Whether it stands for the stores in the field, and is none of them.
  ///
  /// What such a store has none of is no proof about an entity that it has no object of.
  var isSample: Bool { get }
  /// The name of the model that the store is of.
  var schema: String { get }
  /// The version that the store has.
  var version: Version { get }
  /// Why the store did not answer, where it should have; asked when all rules are done.
  var failure: String? { get }
  /// How many objects meet a condition; nil where the store cannot tell.
  func count(of condition: StoreCondition) -> Int?
  /// A few of the values for which they meet it, as a person would write them, in a fixed order;
  /// none where values say nothing.
  func samples(of condition: StoreCondition, limit: Int) -> [String]
}

/// A question about the data of a store, in the names of the store's own version.
public enum StoreCondition: Hashable, Sendable {
  /// Objects of an entity or of one that inherits from it.
  case objects(entity: String)
  /// Objects that have a value, or a link, there.
  case having(property: String, entity: String)
  /// Objects that have none there.
  case lacking(property: String, entity: String)
  /// Objects that hold one of these stored values there.
  case holding([Literal], property: String, entity: String)
  /// Objects that agree with another one in all of these properties, none of them empty.
  case sharing([String], entity: String)
  /// Objects for which this condition, in SQL over the entity's properties, is not true.
  case breaking(check: String, entity: String)
  /// Objects whose value there has no exact equal of this type.
  case unconvertible(property: String, entity: String, to: AttributeType)
  /// Objects linked to more than one object there.
  case linkedToSeveral(relationship: String, entity: String)
}

extension StoreCondition {
  /// The entity whose objects it is about.
  var entity: String {
    switch self {
    case .objects(let entity), .having(_, let entity), .lacking(_, let entity),
      .holding(_, _, let entity), .sharing(_, let entity), .breaking(_, let entity),
      .unconvertible(_, let entity, _), .linkedToSeveral(_, let entity):
      entity
    }
  }
}

/// How a database engine would carry out the queries that a model declares.
public protocol QueryPlans {
  /// The lines of `EXPLAIN QUERY PLAN` for a query on a store of that schema, as SQLite words
  /// them; nil where the query cannot be asked.
  ///
  /// - https://www.sqlite.org/eqp.html
  func plan(of query: Query, in schema: Schema) -> [String]?
  /// What the engine has against a declared query; nil where it can be carried out.
  func objection(to query: Query, in schema: Schema) -> String?
  /// What it has against an expression over the properties of an entity.
  func objection(toExpression sql: String, over entity: String, in schema: Schema) -> String?
  /// What it has against the same in a migration, where to-one relationships may be followed.
  func objection(toMapping sql: String, over entity: String, in schema: Schema) -> String?
  /// What it has against a statement on a store of that schema.
  func objection(toStatement sql: String, in schema: Schema) -> String?
  /// What it has against a statement that changes rows of such a store.
  func objection(toStep sql: String, in schema: Schema) -> String?
}
