public import SchemaModel

/// Draws a schema as an entity relationship diagram in Mermaid's language, which GitHub renders.
///
/// https://mermaid.js.org/syntax/entityRelationshipDiagram.html
public enum MermaidDiagram {
  /// The diagram.
  public static func text(of schema: Schema) -> String {
    let lines =
      schema.entities.flatMap { block($0) } + schema.entities.compactMap { inheritance($0) }
      + schema.associations.map { link($0) }
    return "erDiagram\n" + lines.map { "  \($0)\n" }.joined()
  }

  private static func block(_ entity: Entity) -> [String] {
    guard !entity.attributes.isEmpty else { return [quoted(entity.name)] }
    let keys = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self))
    return ["\(quoted(entity.name)) {"]
      + entity.attributes.map { "  " + attribute($0, isKey: keys.contains($0.name)) } + ["}"]
  }

  private static func attribute(_ attribute: Attribute, isKey: Bool) -> String {
    var parts = [word(attribute.type), identifier(attribute.name)]
    if isKey { parts.append("UK") }
    if attribute.isOptional { parts.append("\"optional\"") }
    return parts.joined(separator: " ")
  }

  /// The type, with only the characters that Mermaid allows.
  private static func word(_ type: AttributeType) -> String {
    switch type {
    case .array(let element): word(element) + "[]"
    case .enumeration(.inline): "enum"
    default: identifier(type.keyword)
    }
  }

  private static func identifier(_ name: String) -> String {
    String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
  }

  private static func inheritance(_ entity: Entity) -> String? {
    entity.parent.map { "\(quoted($0)) ||--o| \(quoted(entity.name)) : \"kind of\"" }
  }

  /// A link as `A ||--o{ B : "label"`: the mark next to an end shows how many objects it has.
  private static func link(_ association: Association) -> String {
    let (near, far) = (association.primary, association.inverse)
    let left = far.map { mark($0.relationship, isLeft: true) } ?? "}o"
    let right = mark(near.relationship, isLeft: false)
    let label =
      far.map {
        $0 == near ? near.relationship.name : "\(near.relationship.name) / \($0.relationship.name)"
      }
      ?? near.relationship.name
    let target = far?.entity ?? near.relationship.destination
    return "\(quoted(near.entity)) \(left)--\(right) \(quoted(target)) : \"\(label)\""
  }

  private static func mark(_ relationship: Relationship, isLeft: Bool) -> String {
    switch (relationship.cardinality, relationship.isOptional) {
    case (.toOne, true): isLeft ? "|o" : "o|"
    case (.toOne, false): "||"
    case (.toMany, _): isLeft ? "}o" : "o{"
    }
  }

  private static func quoted(_ name: String) -> String {
    identifier(name) == name ? name : "\"\(name)\""
  }
}
