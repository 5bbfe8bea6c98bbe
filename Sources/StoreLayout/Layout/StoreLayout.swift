public import SQLite
public import SchemaModel
internal import Threads

/// The tables and columns in which a store keeps the objects of a schema.
///
/// An entity without a parent has one STRICT table, which its sub-entities share. An object is a row, `_id`
/// is its identity, and `_entity` names its entity if the table holds several. A to-one relationship is a
/// column; links that are stored on their own have a separate table.
///
/// An entity that names its `table` is stored in a table of an existing database: under the table's own
/// names, with its own key, and with everything that the model does not describe. See ``ExistingTable``.
///
/// ```swift
/// let layout = StoreLayout(of: schema)
/// layout.table(of: "Note")               // "Note"
/// layout.column(of: "book", in: "Note")  // "book"
/// ```
public struct StoreLayout: Hashable, Sendable {
  /// The schema of the objects.
  public let schema: Schema
  /// Every table, index and trigger for the objects, as far as the schema describes them.
  public let definition: DatabaseDefinition
  /// The same without the existing tables and the objects on them.
  public let nativeDefinition: DatabaseDefinition
  /// The tables of an existing database, by name.
  public let existingTables: [String: ExistingTable]
  /// The attributes whose values are files next to the store, in the order of the schema.
  public let externalAttributes: [ExternalAttribute]
  /// The tables of links that are stored on their own, in the order of the associations.
  public let joinTables: [JoinTable]
  /// Every association of the schema, as ``SchemaModel/Schema/associations`` lists them.
  public let associations: [Association]

  let tables: [String: String]
  /// The columns of the properties that each entity itself declares.
  let columns: [String: PropertyColumns]
  let orderColumns: [Association.End: String]
  let tablesWithDiscriminator: Set<String>
  /// The indexes with names that the schema gives.
  package let namedIndexes: Set<String>
  private let joinTableIndex: [Association.End: Int]

  /// The layout of a schema.
  ///
  /// A schema with mistakes has a layout, too, of its valid parts.
  ///
  /// The layout of the same schema is requested in many places, so the layouts of the last few schemas are
  /// kept.
  public init(of schema: Schema) { self = Self.known.value(for: schema) { Self(making: schema) } }

  /// A few are enough, because a migration goes from one schema to the next.
  private static let known = Shelf<Schema, StoreLayout>(room: 4)

  /// A newly made layout of a schema.
  init(making schema: Schema) {
    var builder = StoreLayoutBuilder(schema)
    builder.build()
    self.schema = schema
    definition = builder.definition
    existingTables = builder.existingTables
    nativeDefinition = builder.definition.without(tables: Set(builder.existingTables.keys))
    externalAttributes = builder.externalAttributes
    joinTables = builder.joinTables
    associations = builder.associations
    tables = builder.tables
    columns = builder.columns
    orderColumns = builder.orderColumns
    tablesWithDiscriminator = builder.tablesWithDiscriminator
    namedIndexes = builder.namedIndexes
    joinTableIndex = Dictionary(
      builder.joinTables.enumerated().map { ($0.element.association.primary, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The column that holds an object's identity.
  public static let identityColumn = "_id"
  /// The column with the name of an object's entity, if a table holds several entities.
  public static let discriminatorColumn = "_entity"
}

extension StoreLayout {
  /// An attribute whose values are files next to the store.
  public struct ExternalAttribute: Hashable, Sendable {
    /// The entity that declares it.
    public var entity: String
    /// The attribute.
    public var attribute: String
    /// The table that holds the names of the files.
    public var table: String
    /// The column with the names of the files.
    public var column: String
  }

  /// The table of the links of one association.
  public struct JoinTable: Hashable, Sendable {
    /// The association.
    public var association: Association
    /// The table's name.
    public var name: String
    /// The column with the identity of the object at the primary end.
    public var ownerColumn: String
    /// The column with the identity of the object that the primary end leads to.
    public var destinationColumn: String
    /// The column with the position among the owner's links, if the primary end is ordered.
    public var ownerOrderColumn: String?
    /// The column with the position among the destination's links, if the inverse is ordered.
    public var destinationOrderColumn: String?

    /// The columns of both ends, each with the entity of the objects that it leads to.
    package var ends: [(column: String, entity: String)] {
      let primary = association.primary
      return [(ownerColumn, primary.entity), (destinationColumn, primary.relationship.destination)]
    }
    /// The columns of both ends, and of the positions at the ends that have an order.
    package var columns: [String] {
      [ownerColumn, destinationColumn, ownerOrderColumn, destinationOrderColumn].compactMap(\.self)
    }
  }

  /// The table that holds an entity's objects.
  public func table(of entity: String) -> String? { tables[entity] }

  /// The column that holds an attribute or a to-one relationship, including inherited ones; nil if the row
  /// does not store the property.
  public func column(of property: String, in entity: String) -> String? {
    for owner in schema.lineage(of: entity) {
      if let column = columns[owner.name]?[property] { return column }
    }
    return nil
  }

  /// The column with the name of an object's entity; nil if the table holds only one entity.
  public func discriminator(of entity: String) -> String? {
    guard let table = tables[entity], tablesWithDiscriminator.contains(table) else { return nil }
    return Self.discriminatorColumn
  }

  /// The SQL condition for the rows of an entity in its table; nil if all rows are its own.
  ///
  /// The rows of its sub-entities are included on request.
  public func rowCondition(of entity: String, includingDescendants includesDescendants: Bool)
    -> String?
  {
    guard discriminator(of: entity) != nil else { return nil }
    guard includesDescendants else { return Self.isAny(of: [entity]) }
    return schema.entity(named: entity)?.parent == nil
      ? nil : Self.isAny(of: schema.family(of: entity).map(\.name))
  }

  /// The SQL condition that a row belongs to one of these entities.
  package static func isAny(of entities: [String]) -> String {
    let column = discriminatorColumn.quotedName
    return entities.count == 1
      ? "\(column) = \(entities[0].quotedText)"
      : "\(column) IN (\(entities.map(\.quotedText).joined(separator: ", ")))"
  }

  /// The table of an association's links; nil if they are stored in a column.
  public func joinTable(of association: Association) -> JoinTable? {
    joinTableIndex[association.primary].map { joinTables[$0] }
  }

  /// The column, in the table of the primary end, with an object's position among the objects that are linked
  /// to the same one; nil if they have no order.
  public func orderColumn(of association: Association) -> String? {
    orderColumns[association.primary]
  }

  /// The kind and name of every object that the layout itself makes, or that belongs to the catalog.
  ///
  /// Tables of an existing database are not included.
  public var managedObjects: Set<SchemaObject.ID> {
    Set(nativeDefinition.objectIDs + StoreCatalog.definition.objectIDs)
  }
}

extension Connection {
  /// Every object that neither the layout nor the catalog names, sorted by kind and name.
  public func unmanagedObjects(of layout: StoreLayout) throws(SQLiteError) -> [SchemaObject] {
    let managed = layout.managedObjects
    return try schemaObjects().filter { !managed.contains($0.id) }
  }
}
