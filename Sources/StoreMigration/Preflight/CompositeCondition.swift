internal import MigrationPlanner
internal import SQLite

/// Conditions on composites, as SQL over their JSON texts.
enum CompositeCondition {
  /// Whether a value contains a composite without an element.
  ///
  /// A value that is not JSON contains no composite, and is reported as such.
  static func lacks(_ element: CompositeElement, in column: String) -> String {
    "CASE WHEN json_valid(\(column)) THEN \(lacks(element.name, column, column, element.path[...])) "
      + "ELSE 0 END"
  }

  /// A composite exists if its own value is not JSON's `null`, which `->` returns as a text.
  private static func lacks(
    _ name: String, _ json: String, _ value: String, _ path: ArraySlice<CompositeElement.Step>
  ) -> String {
    switch path.first {
    case nil: return "(\(value) IS NOT NULL AND (\(json) ->> \(key(name))) IS NULL)"
    case .element(let part):
      return lacks(
        name, "(\(json) -> \(key(part)))", "(\(json) ->> \(key(part)))", path.dropFirst())
    case .items:
      let item = "_item\(path.startIndex)"
      let inner = lacks(name, "\(item).value", "\(item).value", path.dropFirst())
      return "EXISTS (SELECT 1 FROM json_each(\(json)) AS \(item) WHERE \(inner))"
    }
  }

  private static func key(_ element: String) -> String { "$.\"\(element)\"".quotedText }
}
