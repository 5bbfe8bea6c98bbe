internal import Diagnostics
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaYAML

// A record may be referred to before it is read. The reference then creates the object with the properties
// given there, and the record completes it.
extension ObjectImport {
  /// The names of the properties that references have set, for an object whose record was not read yet; nil
  /// for any other object.
  func referred(to identity: Int64, _ entity: String) throws -> Set<String>? {
    guard let table = layout.table(of: entity) else { return nil }
    let said = try connection.texts(
      """
      SELECT "said" FROM \(raw: Self.imported) \
      WHERE "table" = \(table) AND "id" = \(identity) AND "said" IS NOT NULL
      """
    ).first
    return said.map { Set($0.split(separator: "/").map(String.init)) }
  }

  /// Completes an object with the properties of its record that references have not set.
  ///
  /// - Parameters:
  ///   - identity: the identity of the object.
  ///   - said: the properties that references have set.
  ///   - values: the values of the attributes.
  ///   - node: the record.
  ///   - mapping: the mapping of the record.
  ///   - ends: the links in the object's row, if they are known.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with the problems of the record.
  func complete(
    _ identity: Int64, _ said: Set<String>, _ values: [ObjectValues.Value], _ node: JSONValue,
    _ mapping: ObjectMapping, _ ends: [Cell]? = nil
  ) throws {
    // The first value is kept; a value of the record that differs is reported.
    var rest = mapping
    rest.attributes.removeAll { said.contains($0.attribute) }
    rest.relationships.removeAll { said.contains($0.relationship) }
    var first = mapping
    first.relationships.removeAll { !said.contains($0.relationship) }
    for difference in try differences(
      of: node, values.filter { said.contains($0.attribute) }, first, from: identity)
    {
      noteDifference(difference.property, at: difference.location)
    }
    let news = values.filter { !said.contains($0.attribute) }
    try keepFiles(of: news)
    let ends = try (ends ?? toOneCells(node, rest)).filter { end in
      !said.contains { layout.column(of: $0, in: mapping.entity) == end.column }
    }
    let cells = news.map { Cell($0.column, $0.value) } + ends
    if !cells.isEmpty, let table = layout.table(of: mapping.entity) {
      let list = cells.map { cell -> SQL in "\(name: cell.column) = \(cell.value)" }
      try write(
        """
        UPDATE \(name: table) SET \(SQL(joining: list, separator: ", ")) \
        WHERE \(name: StoreLayout.identityColumn) = \(identity)
        """, node)
      try self.cells.forget(cells.map(\.column), ofRow: identity, in: table)
      try watch(news, ends, of: mapping.entity, identity, node)
    }
    try connection.execute(
      """
      UPDATE \(raw: Self.imported) SET "said" = NULL, "line" = \(Int64(node.location.line)), \
      "column" = \(Int64(node.location.column)), "record" = \(Int64(record)) \
      WHERE "table" = \(layout.table(of: mapping.entity) ?? mapping.entity) AND "id" = \(identity)
      """)
    for link in rest.relationships { try attach(link, of: mapping, node, identity) }
  }
}

extension ObjectMapping {
  /// The names of the properties that a value sets, in the form in which they are stored for its record.
  func said(in node: JSONValue) -> String {
    let attributes = attributes.filter { $0.source.flatMap { node.value(at: $0) } != nil }
    let relationships = relationships.filter { node.value(at: $0.source) != nil }
    return (attributes.map(\.attribute) + relationships.map(\.relationship)).joined(separator: "/")
  }
}
