package import SQLite
internal import SQLText
package import SchemaModel

/// The objects of a store that Core Data or SwiftData wrote, as views that are shaped as the tables of
/// our own layout.
///
/// ```swift
/// let core = CoreDataLayout(of: model, in: try CoreDataTables(of: connection))
/// try connection.withCoreDataViews(of: core) {
///   try connection.rows(#"SELECT "_id", "title" FROM "Book""#)  // SELECT "Z_PK", "ZTITLE" FROM "ZBOOK"
/// }
/// ```
package struct CoreDataLayout: Hashable, Sendable {
  /// The beginning of 2001, from which Core Data counts, in seconds since 1970.
  package static let epoch = 978_307_200.0

  /// The form that the views give to values.
  package enum ValueForm: Hashable, Sendable {
    /// That of our own layout, by functions of ours.
    case stored
    /// One that any SQLite can compute, for people: dates in ISO 8601, and the name of a file in the place
    /// of its content.
    case shown
  }

  /// A property or an entity that the file has no place for.
  package struct Problem: Hashable, Sendable {
    /// The reason why the place is not known.
    package enum Reason: Hashable, Sendable {
      /// The file does not number the entity.
      case noNumber
      /// The table has no column of this name, with or without a number, of the property's type.
      case noColumn(String, table: String)
      /// The table does not have a column of this name, which the platform needs and reading does not.
      case noColumnOfPlatform(String, table: String)
      /// The file does not have the table of the entity.
      case noTable(String)
      /// No table has the columns of the links.
      case noJoinTable
      /// No known store has such a property, so its form is not known.
      case unknownForm
    }

    /// The entity.
    package var entity: String
    /// The property; nil where the entity itself is meant.
    package var property: String?
    /// The reason.
    package var reason: Reason
  }

  /// A view in the place of one of our tables.
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
    /// The entity without a parent whose objects, and those of all its sub-entities, are in it.
    package var root: String
    /// Whether each row counts its changes in `Z_OPT`, as the platform has it do.
    package var countsChanges: Bool
    /// The numbers of the entities that are not abstract; none where no row has a number.
    package var numbers: [Int64]

    /// The condition for a row that is of no entity of the table.
    package var foreignRow: String {
      "Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers.map { "\($0)" }.joined(separator: ", ")))"
    }
  }

  /// A to-one relationship's key.
  package struct Key: Hashable, Sendable {
    /// The entity that declares the relationship.
    package var entity: String
    /// The relationship.
    package var relationship: String
    /// The table and the column of the key.
    package var table: String
    package var column: String
    /// The column with the number of the destination's entity, where that has sub-entities.
    package var companion: String?
    /// The table of the destination.
    package var destination: String
  }

  /// A table, or a column of a table of objects or links, that the views have nothing of.
  package struct Unread: Hashable, Sendable {
    /// The table.
    package var table: String
    /// The column; nil where the whole table is meant.
    package var column: String?
  }

  /// The places of values, links and positions, and of objects where several entities share a table.
  package let places: [Place]
  /// The number of each entity that the file numbers.
  package let numbers: [String: Int64]
  /// The names of the entities, in the order of the numbers that the platform gives them.
  package let order: [String]
  /// The tables of objects.
  package let tables: [Table]
  /// The keys of to-one relationships, on both sides of a one-to-one.
  package let keys: [Key]
  /// The layout that the views have, with the data of external storage in the rows.
  package let layout: StoreLayout
  /// One view for each table of the layout, in its order.
  package let views: [View]
  /// What cannot be read, and is empty in the views.
  package let problems: [Problem]
  /// Those of the problems that are about objects, values or links.
  package var losses: [Problem] {
    problems.filter { if case .noColumnOfPlatform = $0.reason { false } else { true } }
  }
  /// The tables and columns that hold nothing of the model, without those of the platform itself.
  package let unread: [Unread]

  /// The views over the tables of a store that a model made.
  ///
  /// What some places have that the model does not allow is read as no value, no link or no object.
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
  /// The statements that make the views, those of sub-entities too, as temporary ones.
  package var script: [String] {
    let families = layout.schema.entities.filter { $0.parent != nil }.compactMap { entity in
      EntityRows(layout: layout, seeingViews: true)
        .query(of: entity.name, includingDescendants: true).map {
          View(name: entity.name, query: $0)
        }
    }
    return (views + families).map { "CREATE TEMP VIEW \($0.name.quotedName) AS\n\($0.query);\n" }
  }
}

extension CoreDataLayout.Problem {
  /// The property, or the entity, as messages name it.
  package var subject: String { property.map { "\(entity).\($0)" } ?? entity }

  /// Whether the store lacks what each store of its model has.
  package var isOfStore: Bool { reason != .unknownForm }

  /// The sentence that says why it cannot be read.
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
  /// Lends the views of a store's objects to a block.
  ///
  /// They are temporary, and made when a statement names them: the store is not written.
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
