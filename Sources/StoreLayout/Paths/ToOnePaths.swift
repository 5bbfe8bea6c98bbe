internal import SQLite
internal import SQLText
internal import SchemaModel

/// Finds the paths over to-one relationships in SQL, and resolves them to subqueries.
///
/// ```swift
/// ToOnePaths(of: "Book", in: layout).resolved("upper(author.name)")
/// // upper((SELECT "_step"."name" FROM "Author" AS "_step" WHERE "_step"."_id" = "Book"."author"))
/// ```
///
/// A one-to-one is followed from either end, whichever stores the link. From the end that does not store it,
/// its bare name also stands for the object that it leads to. Other names stay as they are, such as columns
/// of a table that the SQL itself names.
package struct ToOnePaths {
  private let entity: String
  private let layout: StoreLayout
  /// The name of the objects in the SQL.
  private let qualifier: String

  /// The paths from the objects of an entity, which SQL may read under another name.
  package init(of entity: String, in layout: StoreLayout, as name: String? = nil) {
    (self.entity, self.layout) = (entity, layout)
    qualifier = (name ?? entity).quotedName
  }

  /// The SQL with every path replaced by a query for its value.
  package func resolved(_ sql: String) -> String {
    let tokens = SQLTokens(sql)
    var (result, end, index) = ("", 0, 0)
    let hasQuery = tokens.tokens.contains { $0.keyword == "SELECT" }
    while index < tokens.count {
      if let past = tokens.end(ofColumnNameAt: index) {
        index = past
        continue
      }
      let range = path(in: tokens, at: index)
      let names = names(in: tokens, range)
      let isPath = range.count > 1 || (!hasQuery && isLinkBack(names, tokens, at: index))
      if isPath, let value = value(of: names) {
        result += tokens.source(end..<tokens.offset(of: index)) + "(" + value + ")"
        end = tokens.end(of: range.upperBound - 1)
      }
      index = max(range.upperBound, index + 1)
    }
    return end == 0 ? sql : result + tokens.source(end..<tokens.sourceLength)
  }

  /// The tokens of a path that begins at a place: names joined by dots; empty if the first name is a
  /// table's in the SQL.
  private func path(in tokens: SQLTokens, at start: Int) -> Range<Int> {
    guard tokens.isName(start), !tokens.namesRelation(tokens[start].name) else {
      return start..<start
    }
    return start..<tokens.end(ofNamesAt: start)
  }

  private func names(in tokens: SQLTokens, _ range: Range<Int>) -> [String] {
    range.filter { ($0 - range.lowerBound).isMultiple(of: 2) }.map { tokens[$0].name }
  }

  /// Whether a bare name is a to-one whose links are stored at its other end, and nothing else.
  private func isLinkBack(_ names: [String], _ tokens: SQLTokens, at index: Int) -> Bool {
    guard names.count == 1, case .back? = link(names[0], of: entity) else { return false }
    let (before, after) = (index - 1, index + 1)
    let isCalled = after < tokens.count && tokens[after].text == "("
    let isPart = before >= 0 && (tokens[before].text == "." || tokens[before].keyword == "AS")
    return !isCalled && !isPart
  }

  // MARK: Destinations of a path

  /// A to-one, by the place of its links.
  private enum Link {
    /// The link is stored with the object, in a column.
    ///
    /// As a row of a table, the object has another name for the column than the relationship's.
    case own(name: String, column: String, destination: String)
    /// The link is stored with the linked object, in a column of that object's table.
    case back(column: String, destination: String)
  }

  /// The current row of a path: the row of an entity's table in which a column has a value.
  private struct Place {
    var entity: String
    var column: String
    var value: String
  }

  /// The query for the value at the end of a path.
  func value(of names: [String]) -> String? {
    var place: Place?
    for (position, name) in names.enumerated() {
      let isLast = position == names.count - 1
      switch link(name, of: place?.entity ?? entity) {
      case .own(let name, let column, let destination)?:
        guard let link = read(place == nil ? name : column, at: place) else { return nil }
        if isLast { return link }
        guard let table = layout.table(of: destination) else { return nil }
        place = Place(
          entity: destination, column: layout.key(ofRowsIn: table), value: link.asOperand)
      case .back(let column, let destination)?:
        guard let identity = read(StoreLayout.identityColumn, at: place) else { return nil }
        place = Place(entity: destination, column: column, value: identity.asOperand)
        if isLast { return read(StoreLayout.identityColumn, at: place) }
      case nil:
        guard isLast, let place, let column = column(name, of: place.entity) else { return nil }
        return read(column, at: place)
      }
    }
    return nil
  }

  /// A column of the path's current row, at first the object's own row.
  private func read(_ column: String, at place: Place?) -> String? {
    guard let place else { return "\(qualifier).\(column.quotedName)" }
    guard let table = layout.table(of: place.entity) else { return nil }
    let step = "\"_step\""
    let isIdentity = column == StoreLayout.identityColumn
    let value =
      isIdentity
      ? layout.identity(ofRowsIn: table, as: "_step") : "\(step).\(column.quotedName)"
    return "SELECT \(value) FROM \(table.quotedName) AS \(step) "
      + "WHERE \(step).\(place.column.quotedName) = \(place.value)"
  }

  private func link(_ name: String, of entity: String) -> Link? {
    for owner in layout.schema.lineage(of: entity) {
      let found = owner.relationships.first { $0.name.asciiLowercased == name.asciiLowercased }
      guard let found else { continue }
      if let column = layout.column(of: found.name, in: entity) {
        return .own(name: found.name, column: column, destination: found.destination)
      }
      guard found.cardinality == .toOne,
        let inverse = layout.schema.inverse(
          of: Association.End(entity: owner.name, relationship: found)),
        inverse.relationship.cardinality == .toOne,
        let column = layout.column(of: inverse.relationship.name, in: inverse.entity)
      else { return nil }
      return .back(column: column, destination: found.destination)
    }
    return nil
  }

  private func column(_ name: String, of entity: String) -> String? {
    let names = layout.storedProperties(of: entity).map(\.property) + [StoreLayout.identityColumn]
    guard let property = names.first(where: { $0.asciiLowercased == name.asciiLowercased }) else {
      return nil
    }
    return property == StoreLayout.identityColumn
      ? property : layout.column(of: property, in: entity)
  }
}

extension String {
  /// A value as the operand of a comparison: a query is put in parentheses.
  fileprivate var asOperand: String { hasPrefix("SELECT ") ? "(\(self))" : self }
}

extension SQLTokens {
  package func isName(_ index: Int) -> Bool {
    self[index].kind == .word || self[index].kind == .quotedName
  }

  /// The place behind names joined by dots that begin with a relation's name; nil if they do not.
  ///
  /// The name behind a relation's name is the relation's column, and not a path of another object.
  fileprivate func end(ofColumnNameAt start: Int) -> Int? {
    guard isName(start), start + 1 < count, self[start + 1].text == ".",
      namesRelation(self[start].name)
    else { return nil }
    return end(ofNamesAt: start)
  }

  /// The place behind names joined by dots.
  package func end(ofNamesAt start: Int) -> Int {
    var end = start + 1
    while end + 1 < count, self[end].text == ".", isName(end + 1) { end += 2 }
    return end
  }

  /// Whether SQL uses a name as a table's: behind FROM, JOIN or AS.
  fileprivate func namesRelation(_ name: String) -> Bool {
    let folded = name.asciiLowercased
    return tokens.indices.dropFirst().contains { index in
      isName(index) && self[index].name.asciiLowercased == folded
        && ["FROM", "JOIN", "AS"].contains(self[index - 1].keyword)
    }
  }
}
