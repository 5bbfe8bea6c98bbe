internal import SQLText
internal import SchemaModel

extension StoreLayout {
  /// A query with the paths over to-one relationships resolved, from the objects that it reads by name:
  /// `SELECT count(*) FROM Book AS b WHERE b.author.name = ''`.
  ///
  /// An unqualified path belongs to the only entity that its query reads.
  package func resolvingPaths(inQuery sql: String) -> String {
    QueryPaths(sql, in: self).resolved
  }

  /// The entities that a query reads, by the names that it gives them.
  package func entities(inQuery sql: String) -> [(name: String, entity: String)] {
    QueryPaths(sql, in: self).scopes.flatMap(\.sources).compactMap { source in
      source.entity.map { (source.name, $0) }
    }
  }
}

/// Finds the paths in a query and in its subqueries.
private struct QueryPaths {
  /// A relation behind FROM or JOIN.
  struct Source {
    /// The relation's name in the query.
    var name: String
    /// The entity of the objects; nil for a query, and for a table of another kind.
    var entity: String?
  }

  /// A SELECT up to its end, with the relations that it reads.
  struct Scope {
    var range: Range<Int>
    var sources: [Source]
  }

  private let tokens: SQLTokens
  private let layout: StoreLayout
  private(set) var scopes: [Scope] = []

  init(_ sql: String, in layout: StoreLayout) {
    (tokens, self.layout) = (SQLTokens(sql), layout)
    for place in 0..<tokens.count where tokens[place].keyword == "SELECT" {
      let range = place..<end(ofQueryAt: place)
      scopes.append(Scope(range: range, sources: sources(in: range)))
    }
  }

  /// The query with each path replaced by a query for its value.
  var resolved: String {
    var (result, end, index) = ("", 0, 0)
    while index < tokens.count {
      guard tokens.isName(index) else {
        index += 1
        continue
      }
      let past = tokens.end(ofNamesAt: index)
      if past > index + 1, past == tokens.count || tokens[past].text != "(",
        let value = value(ofPathAt: index, past)
      {
        result += tokens.source(end..<tokens.offset(of: index)) + "(" + value + ")"
        end = tokens.end(of: past - 1)
      }
      index = past
    }
    return result + tokens.source(end..<tokens.sourceLength)
  }

  /// The query for the value of a path; nil if the names are not a path.
  private func value(ofPathAt start: Int, _ end: Int) -> String? {
    let names = stride(from: start, to: end, by: 2).map { tokens[$0].name }
    let around = scopes.filter { $0.range.contains(start) }.sorted {
      $0.range.count < $1.range.count
    }
    for scope in around {
      let named = scope.sources.first {
        $0.name.asciiLowercased == names[0].asciiLowercased
      }
      if let named {
        return names.count < 3 ? nil : value(of: Array(names.dropFirst()), from: named)
      }
      if scope.sources.count == 1, let value = value(of: names, from: scope.sources[0]) {
        return value
      }
    }
    return nil
  }

  private func value(of names: [String], from source: Source) -> String? {
    source.entity.flatMap { ToOnePaths(of: $0, in: layout, as: source.name).value(of: names) }
  }

  // MARK: Relations of a query

  /// A query ends at its closing parenthesis, or at the next part of a compound query.
  private func end(ofQueryAt start: Int) -> Int {
    var depth = 0
    for place in start..<tokens.count {
      if tokens[place].text == "(" { depth += 1 }
      if tokens[place].text == ")" { depth -= 1 }
      let isNext = ["UNION", "EXCEPT", "INTERSECT"].contains(tokens[place].keyword)
      if depth < 0 || (depth == 0 && isNext) { return place }
    }
    return tokens.count
  }

  private func sources(in range: Range<Int>) -> [Source] {
    var sources: [Source] = []
    var isDue = false
    var place = range.lowerBound
    while place < range.upperBound {
      switch tokens[place].keyword {
      case "FROM" where tokens[place - 1].keyword != "DISTINCT", "JOIN":
        isDue = true
        place += 1
        continue
      case "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT":
        return sources
      default: break
      }
      if isDue, let (source, past) = source(at: place, before: range.upperBound) {
        sources.append(source)
        place = past
        isDue = place < range.upperBound && tokens[place].text == ","
        continue
      }
      place = tokens[place].text == "(" ? tokens.end(ofParenthesesAt: place) : place + 1
    }
    return sources
  }

  /// A relation with its name, and the place behind it.
  private func source(at start: Int, before end: Int) -> (Source, Int)? {
    if tokens[start].text == "," { return nil }
    var (source, past): (Source, Int)
    if tokens[start].text == "(" {
      (source, past) = (Source(name: "", entity: nil), tokens.end(ofParenthesesAt: start))
    } else {
      guard tokens.isName(start) else { return nil }
      past = tokens.end(ofNamesAt: start)
      let name = tokens[past - 1].name
      source = Source(name: name, entity: entity(named: name))
    }
    if past < end, tokens[past].keyword == "AS" { past += 1 }
    if past < end, tokens.isName(past), !Self.words.contains(tokens[past].keyword) {
      source.name = tokens[past].name
      past += 1
    }
    return (source, past)
  }

  /// The words that may follow a relation without an alias.
  private static let words: Set<String> = [
    "ON", "USING", "INDEXED", "NOT", "NATURAL", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "OUTER",
    "JOIN", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT",
  ]

  /// The entity of a name; a name defined by WITH hides an entity's.
  private func entity(named name: String) -> String? {
    let isHidden = (0..<tokens.count).contains { place in
      tokens.isName(place) && tokens[place].name.asciiLowercased == name.asciiLowercased
        && place + 2 < tokens.count && tokens[place + 1].keyword == "AS"
        && tokens[place + 2].text == "("
    }
    guard !isHidden else { return nil }
    return layout.schema.entities.first { $0.name.asciiLowercased == name.asciiLowercased }?.name
  }
}
