internal import SQLite
package import SchemaModel

/// The query for the pairs of merged objects of an entity: `_loser`, `_survivor`, `_rank`.
///
/// Objects are duplicates if they have the same values of a key and belong to the very same entity. An object
/// without a value for a property of the key has no duplicates.
package struct MergeMap: Hashable, Sendable {
  /// The query.
  package let query: String
  /// The grouped objects, as the SQL behind the columns of a query.
  private let groups: String

  /// The map for objects that a query gives: `_id`, a column for every property under its own name, and
  /// `_entity` if there are objects of several entities.
  ///
  /// Objects that were made from others, given by a query, come after the original ones, whatever their
  /// numbers. Some attributes may be texts that spell numbers, and are compared as numbers.
  package init(
    _ deduplication: Deduplication, of entity: String, objects: String, ofSeveralEntities: Bool,
    numbers: Set<String>, made: String? = nil
  ) {
    let identity = StoreLayout.identityColumn.quotedName
    let key = deduplication.key.map(\.quotedName)
    let kind = ofSeveralEntities ? [StoreLayout.discriminatorColumn.quotedName] : []
    let first = (made.map { ["\(identity) IN (\($0))"] } ?? []) + [identity]
    let order = deduplication.choices.flatMap { $0 == .first ? first : [$0.sql(numbers)] } + first
    groups = """
      FROM (\(objects)) AS \(entity.quotedName) \
      WHERE \(key.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) \
      WINDOW "_group" AS (PARTITION BY \((key + kind).joined(separator: ", ")) \
      ORDER BY \(order.joined(separator: ", ")))
      """
    query = """
      SELECT \(identity) AS "_loser", "_survivor", "_rank" FROM (\(Self.members([], groups))) \
      WHERE \(identity) <> "_survivor"
      """
  }

  /// A query for all objects that have, or might have, duplicates, each with some columns and with the object
  /// that is kept.
  func members(_ columns: [String]) -> String { Self.members(columns, groups) }

  private static func members(_ columns: [String], _ groups: String) -> String {
    let identity = StoreLayout.identityColumn.quotedName
    let list = ([identity] + columns.map(\.quotedName)).joined(separator: ", ")
    return """
      SELECT \(list), first_value(\(identity)) OVER "_group" AS "_survivor", \
      row_number() OVER "_group" AS "_rank" \(groups)
      """
  }

  /// The map for the objects in a store; nil if its layout does not have the entity.
  package init?(
    _ deduplication: Deduplication, of entity: String, in layout: StoreLayout,
    formerNumbers: Set<String> = [], made: String? = nil
  ) {
    guard
      let objects = EntityRows(layout: layout).query(
        of: entity, includingDescendants: true, namingEntities: true)
    else { return nil }
    self.init(
      deduplication, of: entity, objects: objects,
      ofSeveralEntities: layout.discriminator(of: entity) != nil,
      numbers: layout.schema.spelledNumbers(among: deduplication.choices, of: entity)
        .union(formerNumbers), made: made)
  }
}

extension Deduplication.Choice {
  /// The term of an ORDER BY that puts the kept object first.
  ///
  /// The texts of some attributes spell numbers, and are compared as numbers.
  package func sql(_ numbers: Set<String>) -> String {
    func value(_ attribute: String) -> String {
      let name = attribute.quotedName
      return numbers.contains(attribute) ? "CAST(\(name) AS NUMERIC)" : name
    }
    return switch self {
    case .first: StoreLayout.identityColumn.quotedName
    case .newest(let attribute): "\(value(attribute)) DESC NULLS LAST"
    case .oldest(let attribute): "\(value(attribute)) ASC NULLS LAST"
    // The line breaks end a comment at the end of the condition.
    case .prefer(let condition): "((\n\(condition)\n) IS TRUE) DESC"
    }
  }
}

extension Schema {
  /// The attributes in the choices whose values are numbers stored as texts.
  package func spelledNumbers(
    among choices: [Deduplication.Choice], of entity: String
  ) -> Set<String> {
    Set(
      choices.attributes.filter { name in
        attribute(named: name, of: entity)?.attribute.type == .decimal
      })
  }
}
