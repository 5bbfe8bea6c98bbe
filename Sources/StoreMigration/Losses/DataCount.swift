internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Counts the data of a version.
struct DataCount {
  let rows: VersionRows
  let connection: Connection
  /// The checksum to which the counted data is added, if it is needed.
  let tally: LossTally?

  /// The number of an entity's own objects, without sub-entities.
  func objects(of entity: String) throws(SQLiteError) -> Int64 {
    try count(rows.objects(of: entity), as: entity)
  }

  /// The number of values of a property, of objects of some entities without their sub-entities.
  func values(
    of property: String, in entities: [String], where condition: ((String) -> String)? = nil
  ) throws(SQLiteError) -> Int64 {
    var sum: Int64 = 0
    for entity in entities {
      sum += try count(
        rows.values(of: property, in: entity, where: condition), as: "\(entity).\(property)")
    }
    return sum
  }

  /// The number of links of an association, or of the links of the objects at one end.
  func links(
    of association: Association, _ side: VersionRows.Side? = nil
  ) throws(SQLiteError) -> Int64 {
    let primary = association.primary
    guard association.kind == .toOne else {
      return try count(rows.links(of: association, side), as: primary.description)
    }
    switch side {
    case nil:
      let family = rows.layout.schema.family(of: primary.entity).map(\.name)
      return try values(of: primary.relationship.name, in: family)
    case .from(let entities): return try values(of: primary.relationship.name, in: entities)
    case .to: return try count(rows.links(of: association, side), as: primary.description)
    }
  }

  /// The number of links of an association at objects with several links.
  func listedLinks(of association: Association, fromPrimary: Bool) throws(SQLiteError) -> Int64 {
    try count(
      rows.listedLinks(of: association, fromPrimary: fromPrimary),
      as: association.primary.description)
  }

  /// Counts the rows of a query, and adds them to the checksum under a name.
  private func count(_ query: String?, as name: String) throws(SQLiteError) -> Int64 {
    guard let query else { return 0 }
    let named = "SELECT \(name.quotedText), * FROM (\(query))"
    if let count = try tally?.add(named, connection) { return count }
    return try connection.integer("SELECT count(*) FROM (\(raw: query))") ?? 0
  }
}

/// The checksum of the lost data, by which it is distinguished from other data of the same amount.
final class LossTally {
  private var sum = ContentChecksum()
  private var isComplete = true

  /// Adds the rows of a query, and returns their number; nil if some value cannot be read.
  func add(_ query: String, _ connection: Connection) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      let found = try connection.checksum(of: SQL(raw: query))
      sum = sum + found
      return found.rows
    } catch {
      guard error.isAboutRows else { throw error }
      isComplete = false
      return nil
    }
  }

  /// The checksum since the last call; nil if a part of it is missing.
  func take() -> String? {
    defer { (sum, isComplete) = (ContentChecksum(), true) }
    return isComplete ? sum.description : nil
  }
}
