internal import MigrationPlanner
internal import SQLite

/// Conditions on composites, as SQL over their JSON texts.
enum CompositeCondition {
  /// Whether a value contains a composite without an element.
  ///
  /// A value that is not JSON contains no composite, and is reported as such. A composite exists if its own
  /// value is not JSON's `null`, which `->` returns as a text.
  static func lacks(_ element: CompositeElement, in column: String) -> String {
    "CASE WHEN json_valid(\(column)) THEN "
      + holds(column, column, element.path[...]) { json, value in
        "(\(value) IS NOT NULL AND (\(json) ->> \(key(element.name))) IS NULL)"
      } + " ELSE 0 END"
  }

  /// Whether a value contains a composite with one of the elements; true for a value that is not JSON.
  static func has(_ elements: [CompositeElement], in column: String) -> String {
    let conditions = elements.map { element in
      holds(column, column, element.path[...]) { json, _ in
        "(\(json) ->> \(key(element.name))) IS NOT NULL"
      }
    }
    return "CASE WHEN json_valid(\(column)) THEN \(conditions.joined(separator: " OR ")) ELSE 1 END"
  }

  /// Whether a condition holds at the end of a path: for the JSON there, and for its value.
  private static func holds(
    _ json: String, _ value: String, _ path: ArraySlice<CompositeElement.Step>,
    _ condition: (_ json: String, _ value: String) -> String
  ) -> String {
    switch path.first {
    case nil: return condition(json, value)
    case .element(let part):
      return holds(
        "(\(json) -> \(key(part)))", "(\(json) ->> \(key(part)))", path.dropFirst(), condition)
    case .items:
      let item = "_item\(path.startIndex)"
      let inner = holds("\(item).value", "\(item).value", path.dropFirst(), condition)
      return "EXISTS (SELECT 1 FROM json_each(\(json)) AS \(item) WHERE \(inner))"
    }
  }

  private static func key(_ element: String) -> String { "$.\"\(element)\"".quotedText }
}
