public import Diagnostics
public import SchemaModel

/// The rows that a test of a migration begins with, in the order in which they are inserted.
public struct TestRows: Hashable, Sendable {
  /// A row.
  public struct Row: Hashable, Sendable {
    /// What the test calls it; nil for one that nothing else speaks of.
    public var name: String?
    /// Its entity.
    public var entity: String
    /// Where its relationships lead.
    public var links: [Link]

    /// A row from its parts.
    public init(_ name: String?, of entity: String, links: [Link]) {
      (self.name, self.entity, self.links) = (name, entity, links)
    }
  }

  /// One way from a row to another.
  public struct Link: Hashable, Sendable {
    /// The relationship.
    public var relationship: String
    /// What the test calls the other row.
    public var row: String
    /// Where that is said.
    public var location: SourceLocation

    /// A link from its parts.
    public init(_ relationship: String, to row: String, at location: SourceLocation) {
      (self.relationship, self.row, self.location) = (relationship, row, location)
    }
  }

  /// The file of the test.
  public var file: String
  /// Where the rows stand in it.
  public var path: SchemaPath
  /// The rows.
  public var rows: [Row]

  /// The rows of a test.
  public init(file: String, path: SchemaPath, rows: [Row]) {
    (self.file, self.path, self.rows) = (file, path, rows)
  }
}

extension TestRows {
  /// A link to a row that is inserted only later.
  struct EarlyLink {
    /// The link.
    var link: Link
    /// The edits after which the other row comes before, with all that it needs; none where the two
    /// need each other.
    var edits: [Fix.Edit]
  }

  /// The links to rows that are inserted only later, in the order of the file.
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

  /// Moves a row to stand before another one of its entity, behind those of them that it needs.
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

  /// Moves the rows of an entity to stand before those of another one, behind those of the entities
  /// that they need.
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

  /// A thing behind all that it needs, and what that needs, each once; nil where they need each
  /// other, or a thing that they are to come before.
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
