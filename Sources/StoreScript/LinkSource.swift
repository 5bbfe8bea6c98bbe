internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

/// The links of one association as the store holds them before the stage, followed in one direction.
struct LinkSource {
  /// The table that holds them, or whose place a query takes.
  var table: String
  /// The SQL behind FROM.
  private(set) var relation: String
  /// The condition for the rows that are links.
  var condition: String?
  /// The column with the identity of the object that the links are followed from.
  var near: String
  /// The column with the identity of the object that they lead to.
  var far: String
  /// The column with the position among the links of the near object.
  var nearOrder: String?
  /// The column with the position among the links of the far object.
  var farOrder: String?

  /// Nil if the layout has no such links.
  init?(_ links: CarriedLinks, in layout: StoreLayout) {
    if let joinTable = layout.joinTable(of: links.association) {
      (table, condition) = (joinTable.name, nil)
      (near, far) = (joinTable.ownerColumn, joinTable.destinationColumn)
      (nearOrder, farOrder) = (joinTable.ownerOrderColumn, joinTable.destinationOrderColumn)
      relation = table.quotedName
    } else if let link = layout.storedLink(of: links.association) {
      let isOfEntity = layout.rowCondition(of: link.end.entity, includingDescendants: true)
      condition = [isOfEntity, "\(link.column.quotedName) IS NOT NULL"].compactMap(\.self)
        .joined(separator: " AND ")
      let keys = layout.keyNames(ofRowsIn: link.table)
      (table, near, far) = (link.table, keys.count == 1 ? keys[0] : "_near", link.column)
      (nearOrder, farOrder) = (nil, link.order)
      let identity = layout.identity(ofRowsIn: table)
      relation =
        keys.count == 1
        ? table.quotedName : "(SELECT \(identity) AS \"_near\", * FROM \(table.quotedName))"
    } else {
      return nil
    }
    if links.isReversed { reverse() }
  }

  /// The links that queries find, from `_near` to `_far`; nil without a query.
  init?(_ queries: [String], isReversed: Bool) {
    guard !queries.isEmpty else { return nil }
    (table, near, far) = ("", "_near", "_far")
    relation = "(\(queries.joined(separator: " UNION ALL ")))"
    condition = "\(far.quotedName) IS NOT NULL"
    if isReversed { reverse() }
  }

  private mutating func reverse() {
    swap(&near, &far)
    swap(&nearOrder, &farOrder)
  }

  /// A query for a column of the links of one object.
  func query(_ column: String, of id: String) -> String {
    let conditions = ["\(qualified(near)) = \(id)", condition].compactMap(\.self)
    return "SELECT \(qualified(column)) AS \"_far\" FROM \(relation) AS \(Self.name)"
      + " WHERE \(conditions.joined(separator: " AND "))"
  }

  /// A query for values of all links.
  func query(_ values: String) -> String {
    "SELECT \(values) FROM \(relation)" + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// A query for the objects that the links join, under these names.
  func pairs(_ nearName: String, _ farName: String) -> String {
    query(
      "\(near.quotedName) AS \(nearName.quotedName), \(far.quotedName) AS \(farName.quotedName)")
  }

  /// Leaves out the links that lead to an object outside a query's result.
  mutating func restrict(to objects: String) {
    condition = [condition, "\(far.quotedName) IN (\(objects))"].compactMap(\.self)
      .joined(separator: " AND ")
  }

  /// A query for all links, with their positions.
  var all: String {
    query(([near, far] + [nearOrder, farOrder].compactMap(\.self)).quotedNames)
  }

  /// The same for the links of the objects that a query finds.
  func query(near objects: String) -> String {
    let conditions = [condition, "\(near.quotedName) IN (\(objects))"].compactMap(\.self)
    var some = self
    some.condition = conditions.joined(separator: " AND ")
    return some.all
  }

  /// The qualified name of a column of the links, for a query over the links of one object.
  func qualified(_ column: String) -> String { "\(Self.name).\(column.quotedName)" }

  static let name = "_migrate_links".quotedName
}
