package import SQLite
internal import SQLText
package import SchemaModel

/// The objects of a store that Core Data or SwiftData wrote, as views with the form of our own layout's
/// tables.
///
/// ```swift
/// let core = CoreDataLayout(of: model, in: try CoreDataTables(of: connection))
/// try connection.withCoreDataViews(of: core) {
///   try connection.rows(#"SELECT "_id", "title" FROM "Book""#)  // SELECT "Z_PK", "ZTITLE" FROM "ZBOOK"
/// }
/// ```
package struct CoreDataLayout: Hashable, Sendable {
  /// The beginning of 2001, the origin of Core Data's dates, in seconds since 1970.
  package static let epoch = 978_307_200.0

  /// The form of the values in the views.
  package enum ValueForm: Hashable, Sendable {
    /// The form of our own layout, computed by our own functions.
    case stored
    /// A form for people that any SQLite can compute: dates in ISO 8601, and the name of a file instead of
    /// its content.
    case shown
  }

  /// A property or an entity that has no place in the file.
  package struct Problem: Hashable, Sendable {
    /// The reason why the place is not known.
    package enum Reason: Hashable, Sendable {
      /// The file does not number the entity.
      case noNumber
      /// The table has no column of this name, with or without a number, that has the property's type.
      case noColumn(String, table: String)
      /// The table lacks a column of this name, which the platform needs but reading does not.
      case noColumnOfPlatform(String, table: String)
      /// The file lacks the table of the entity.
      case noTable(String)
      /// No table has the columns of the links.
      case noJoinTable
      /// No known store has such a property, so that its form is not known.
      case unknownForm
    }

    /// The entity.
    package var entity: String
    /// The property; nil if the problem is of the entity itself.
    package var property: String?
    /// The reason.
    package var reason: Reason
  }

  /// A view in place of one of our tables.
  package struct View: Hashable, Sendable {
    /// The name of the table.
    package var name: String
    /// The query over the tables of Core Data.
    package var query: String
  }

  /// A table of objects, with the numbers that its rows may have in `Z_ENT`.
  package struct Table: Hashable, Sendable {
    /// The name of the table.
    package var name: String
    /// The root entity: the table holds its objects, and the objects of all its sub-entities.
    package var root: String
    /// Whether each row counts its changes in `Z_OPT`, as the platform defines it.
    package var countsChanges: Bool
    /// The numbers of the entities that are not abstract; empty if the rows have no number.
    package var numbers: [Int64]

    /// The condition for a row that belongs to no entity of the table.
    package var foreignRow: String {
      "Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers.map { "\($0)" }.joined(separator: ", ")))"
    }
  }

  /// The key of a to-one relationship.
  package struct Key: Hashable, Sendable {
    /// The entity that declares the relationship.
    package var entity: String
    /// The relationship.
    package var relationship: String
    /// The table and the column of the key.
    package var table: String
    package var column: String
    /// The column with the number of the destination's entity; nil if the destination has no sub-entities.
    package var companion: String?
    /// The table of the destination.
    package var destination: String
  }

  /// A table, or a column of a table of objects or links, from which the views read nothing.
  package struct Unread: Hashable, Sendable {
    /// The table.
    package var table: String
    /// The column; nil for the whole table.
    package var column: String?
  }

  /// The places of values, links and positions, and of objects in tables that several entities share.
  package let places: [Place]
  /// The numbers of the entities, as far as the file has them.
  package let numbers: [String: Int64]
  /// The names of the entities, in the order of their numbers in the platform.
  package let order: [String]
  /// The tables of objects.
  package let tables: [Table]
  /// The keys of to-one relationships, on both sides of a one-to-one.
  package let keys: [Key]
  /// The layout of the views, with the data of external storage in the rows.
  package let layout: StoreLayout
  /// One view for each table of the layout, in its order.
  package let views: [View]
  /// The properties and entities that cannot be read, and are empty in the views.
  package let problems: [Problem]
  /// The problems that concern objects, values or links.
  package var losses: [Problem] {
    problems.filter { if case .noColumnOfPlatform = $0.reason { false } else { true } }
  }
  /// The tables and columns that hold nothing of the model, without the platform's own.
  package let unread: [Unread]

  /// The views over the tables of a store with a model.
  ///
  /// In the guarded places, content that the model does not allow is read as no value, no link or no object.
  package init(
    of model: Schema, in tables: CoreDataTables, _ form: ValueForm = .stored,
    guarding places: Set<Place> = []
  ) {
    var builder = CoreDataViews(of: model, in: tables, form, guarding: places)
    builder.build()
    layout = builder.layout
    views = builder.views
    problems = builder.problems
    numbers = builder.names.numbers
    order = builder.names.order
    self.tables = builder.objectTables
    self.places = builder.places
    keys = builder.keys
    unread = builder.unread
  }
}

extension CoreDataLayout {
  /// The statements that create the views as temporary ones, views of sub-entities included.
  package var script: [String] {
    let families = layout.schema.entities.filter { $0.parent != nil }.compactMap { entity in
      EntityRows(layout: layout)
        .query(of: entity.name, includingDescendants: true).map {
          View(name: entity.name, query: $0)
        }
    }
    return (views + families).map { "CREATE TEMP VIEW \($0.name.quotedName) AS\n\($0.query);\n" }
  }
}

extension CoreDataLayout.Problem {
  /// The name of the property or the entity in messages.
  package var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  /// Whether the store lacks a part that every store of its model has.
  package var isOfStore: Bool { reason != .unknownForm }

  /// The sentence with the reason why it cannot be read.
  package var explanation: String {
    switch reason {
    case .noNumber:
      "Z_PRIMARYKEY has no row for '\(entity)', so not all of its objects and links can be read"
    case .noColumn(let column, let table):
      property == nil
        ? "the table '\(table)' has no column '\(column)', so no object of '\(entity)' can be read"
        : "the table '\(table)' has no column '\(column)' for '\(subject)', so its values cannot be read"
    case .noColumnOfPlatform(let column, let table):
      "the table '\(table)' has no column '\(column)', which the platform reads with each '\(entity)'"
    case .noTable(let table):
      "the store has no table '\(table)', so no object of '\(entity)' can be read"
    case .noJoinTable:
      "the store has no table with the links of '\(subject)', so they cannot be read"
    case .unknownForm:
      "no known store shows how Core Data keeps '\(subject)', so its values cannot be read"
    }
  }
}

extension Connection {
  /// Runs a block with the views of a store's objects.
  ///
  /// The views are temporary, and created when a statement names them: the store is not written.
  package func withCoreDataViews<Result>(
    of core: CoreDataLayout, files: @escaping (String) throws -> [UInt8]?,
    _ body: () throws -> Result
  ) throws -> Result {
    for function in CoreDataValue.functions(files: files) { try register(function) }
    for view in core.views { createWhenNamed(view.name, as: view.query) }
    let result = Swift.Result { try body() }
    for view in core.views { try dropPendingView(view.name) }
    return try result.get()
  }
}
