internal import SQLite
package import SchemaModel

/// Which objects of an entity go into which other ones, as a query: `_loser`, `_survivor`, `_rank`.
///
/// Objects are one where they have the same values of a key and are of the very same entity. One
/// that has no value for a property of the key is like no other.
package struct MergeMap: Hashable, Sendable {
  /// The query.
  package let query: String
  /// The objects in their groups, as what stands behind the columns of a query.
  private let groups: String

  /// The map of objects that a query gives: `_id`, a column for every property under its own name,
  /// and `_entity` where there are objects of several entities.
  ///
  /// Those that a query says are made of others were not there first, whatever their numbers. Some
  /// attributes may be texts that spell numbers, and are compared as these.
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

  /// A query for all objects that are like others or might be, each with some columns and with the
  /// object that stays.
  func members(_ columns: [String]) -> String { Self.members(columns, groups) }

  private static func members(_ columns: [String], _ groups: String) -> String {
    let identity = StoreLayout.identityColumn.quotedName
    let list = ([identity] + columns.map(\.quotedName)).joined(separator: ", ")
    return """
      SELECT \(list), first_value(\(identity)) OVER "_group" AS "_survivor", \
      row_number() OVER "_group" AS "_rank" \(groups)
      """
  }

  /// The map of the objects that a store holds; nil where its layout has none of the entity.
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
  /// The term of an ORDER BY that puts the object that stays first; of some attributes the texts spell
  /// numbers, and are compared as these.
  package func sql(_ numbers: Set<String>) -> String {
    func value(_ attribute: String) -> String {
      let name = attribute.quotedName
      return numbers.contains(attribute) ? "CAST(\(name) AS NUMERIC)" : name
    }
    return switch self {
    case .first: StoreLayout.identityColumn.quotedName
    case .newest(let attribute): "\(value(attribute)) DESC NULLS LAST"
    case .oldest(let attribute): "\(value(attribute)) ASC NULLS LAST"
    // The line breaks end a comment that the condition may end in.
    case .prefer(let condition): "((\n\(condition)\n) IS TRUE) DESC"
    }
  }
}

extension Schema {
  /// The attributes among those by which is chosen whose values are numbers kept as texts.
  package func spelledNumbers(
    among choices: [Deduplication.Choice], of entity: String
  ) -> Set<String> {
    Set(
      choices.attributes.filter { name in
        attribute(named: name, of: entity)?.attribute.type == .decimal
      })
  }
}
