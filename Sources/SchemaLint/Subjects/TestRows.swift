public import Diagnostics
public import SchemaModel

/// The initial rows of a migration test, in the order in which they are inserted.
public struct TestRows: Hashable, Sendable {
  /// A row.
  public struct Row: Hashable, Sendable {
    /// The row's name in the test; nil for a row that is not referred to.
    public var name: String?
    /// The entity of the row.
    public var entity: String
    /// The links of the row's relationships.
    public var links: [Link]

    /// A row from its parts.
    public init(_ name: String?, of entity: String, links: [Link]) {
      (self.name, self.entity, self.links) = (name, entity, links)
    }
  }

  /// A link from a row to another row.
  public struct Link: Hashable, Sendable {
    /// The relationship.
    public var relationship: String
    /// The name of the other row in the test.
    public var row: String
    /// The place of the link in the file.
    public var location: SourceLocation

    /// A link from its parts.
    public init(_ relationship: String, to row: String, at location: SourceLocation) {
      (self.relationship, self.row, self.location) = (relationship, row, location)
    }
  }

  /// The file of the test.
  public var file: String
  /// The path of the rows in the file.
  public var path: SchemaPath
  /// The rows.
  public var rows: [Row]

  /// The rows of a test.
  public init(file: String, path: SchemaPath, rows: [Row]) {
    (self.file, self.path, self.rows) = (file, path, rows)
  }
}

extension TestRows {
  /// A link to a row that is inserted later.
  struct EarlyLink {
    /// The link.
    var link: Link
    /// The edits that move the other row, and all rows that it needs, before the row with the link.
    ///
    /// Empty if the rows need each other.
    var edits: [Fix.Edit]
  }

  /// The links to rows that are inserted later, in the order of the file.
  var earlyLinks: [EarlyLink] {
    let positions = Dictionary(
      rows.enumerated().compactMap { position, row in row.name.map { ($0, position) } }
    ) { first, _ in first }
    return rows.enumerated().flatMap { position, row in
      row.links.compactMap { link in
        guard let later = positions[link.row], later > position else { return nil }
        let edits =
          rows[later].entity == row.entity
          ? movesOfRows(later, before: position, positions)
          : movesOfEntities(rows[later].entity, before: row.entity, positions)
        return EarlyLink(link: link, edits: edits)
      }
    }
  }

  /// Moves a row before another row of its entity, after the rows of that entity that it needs.
  private func movesOfRows(
    _ later: Int, before position: Int, _ positions: [String: Int]
  ) -> [Fix.Edit] {
    let needed = Self.needed(by: later, without: position) { row in
      rows[row].links.compactMap { positions[$0.row] }.filter {
        $0 != row && $0 >= position && rows[$0].entity == rows[row].entity
      }
    }
    guard let needed, let other = rows[position].name else { return [] }
    return needed.compactMap { rows[$0].name }.map {
      .move(key: $0, before: other, in: path.appending(rows[position].entity))
    }
  }

  /// Moves the rows of an entity before the rows of another entity, after the entities that they need.
  private func movesOfEntities(
    _ later: String, before entity: String, _ positions: [String: Int]
  ) -> [Fix.Edit] {
    guard let start = rows.firstIndex(where: { $0.entity == entity }) else { return [] }
    let needed = Self.needed(by: later, without: entity) { entity in
      rows.filter { $0.entity == entity }.flatMap(\.links).compactMap { positions[$0.row] }
        .filter { $0 >= start && rows[$0].entity != entity }.map { rows[$0].entity }
    }
    return (needed ?? []).map { .move(key: $0, before: entity, in: path) }
  }

  /// Everything that a thing needs, directly or indirectly, in an order in which it can be inserted.
  ///
  /// The thing itself comes last. Nil if things need each other, or if `other` is needed.
  private static func needed<Thing: Hashable>(
    by thing: Thing, without other: Thing, needs: (Thing) -> [Thing]
  ) -> [Thing]? {
    var result: [Thing] = []
    var open: [Thing] = [thing]
    while let next = open.last {
      let missing = needs(next).filter { !result.contains($0) }
      if missing.contains(where: { open.contains($0) || $0 == other }) { return nil }
      if let first = missing.first {
        open.append(first)
      } else {
        result.append(open.removeLast())
      }
    }
    return result
  }
}
