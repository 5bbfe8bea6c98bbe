public import SchemaModel

/// Draws a schema as a graph in Graphviz's language.
///
/// https://graphviz.org/doc/info/lang.html
public enum GraphvizDiagram {
  /// The graph, for `dot -Tsvg`.
  public static func text(of schema: Schema) -> String {
    let lines =
      ["rankdir=LR;", "node [shape=record, fontname=\"Helvetica\", fontsize=10];"]
      + schema.entities.map { node($0) } + schema.entities.compactMap { inheritance($0) }
      + schema.associations.map { link($0) }
    return "digraph \(quoted(schema.name)) {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
  }

  private static func node(_ entity: Entity) -> String {
    let title = entity.isAbstract ? "«abstract» \(entity.name)" : entity.name
    let rows = entity.attributes.map { field("\($0.name): \($0.shape)") + "\\l" }.joined()
    return "\(quoted(entity.name)) [label=\"{\(field(title))|\(rows)}\"];"
  }

  private static func inheritance(_ entity: Entity) -> String? {
    entity.parent.map { "\(quoted(entity.name)) -> \(quoted($0)) [arrowhead=empty];" }
  }

  private static func link(_ association: Association) -> String {
    let (near, far) = (association.primary, association.inverse)
    var options = [
      "label=\(quoted(near.relationship.name))", "dir=both",
      "arrowhead=\(arrow(near.relationship))",
    ]
    if let far {
      options.append("taillabel=\(quoted(far.relationship.name))")
      options.append("arrowtail=\(arrow(far.relationship))")
    } else {
      options.append("arrowtail=none")
    }
    let target = far?.entity ?? near.relationship.destination
    return "\(quoted(near.entity)) -> \(quoted(target)) [\(options.joined(separator: ", "))];"
  }

  private static func arrow(_ relationship: Relationship) -> String {
    switch (relationship.cardinality, relationship.isOptional) {
    case (.toOne, true): "teeodot"
    case (.toOne, false): "teetee"
    case (.toMany, _): "crowodot"
    }
  }

  /// The text of a field in a record, in which braces, bars and angle brackets are escaped.
  private static func field(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\{}|<> \"".contains(character) { result.append("\\") }
      result.append(character.isNewline ? " " : character)
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
