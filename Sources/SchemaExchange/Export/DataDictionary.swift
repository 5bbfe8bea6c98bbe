internal import Reports
public import SchemaModel

/// Describes a schema in Markdown: its entities and types, their properties, and their rules.
public enum DataDictionary {
  /// The document.
  public static func text(of schema: Schema) -> String {
    let heading =
      ["# \(MarkdownText.escaped(schema.name)) \(schema.version)"] + paragraph(schema.documentation)
    let blocks =
      [heading] + schema.entities.map { entity($0, schema) } + schema.enumerations.map(enumeration)
      + schema.composites.map(composite)
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func entity(_ entity: Entity, _ schema: Schema) -> [String] {
    var lines = ["## \(MarkdownText.escaped(entity.name))"] + paragraph(entity.documentation)
    let facts = self.facts(of: entity)
    if !facts.isEmpty { lines += [""] + facts.map { "- \($0)" } }
    if !entity.attributes.isEmpty {
      lines += table(entity.attributes.map { row($0.name, $0.shape, $0.details, $0.documentation) })
    }
    if !entity.relationships.isEmpty {
      let rows = entity.relationships.map { row($0.name, $0.shape, $0.details, $0.documentation) }
      lines += table(rows, second: "leads to")
    }
    return lines
  }

  private static func facts(of entity: Entity) -> [String] {
    var facts: [String] = []
    if entity.isAbstract { facts.append("abstract: only its kinds have objects") }
    if let parent = entity.parent { facts.append("a kind of \(MarkdownText.escaped(parent))") }
    if let name = entity.renamedFrom { facts.append("until now \(code(name))") }
    if let table = entity.table { facts.append("in the table \(code(table))") }
    if let key = entity.primaryKey { facts.append("primary key: \(list(key))") }
    facts += entity.uniquenessConstraints.map { "unique: \(list($0))" }
    facts += entity.indexes.map { index in
      "index: "
        + index.elements.map { code($0.property) + ($0.isAscending ? "" : " descending") }
        .joined(separator: ", ") + (index.name.map { ", named \(code($0))" } ?? "")
    }
    facts += entity.rules.map { "rule: \(MarkdownText.escaped($0.name)), \(code($0.check))" }
    return facts
  }

  private static func enumeration(_ enumeration: Enumeration) -> [String] {
    let rows = enumeration.cases.map { [code($0.name), code($0.rawValue.wording)] }
    return ["## \(MarkdownText.escaped(enumeration.name))"] + paragraph(enumeration.documentation)
      + table(rows, first: "case", second: "stored as")
  }

  private static func composite(_ composite: Composite) -> [String] {
    ["## \(MarkdownText.escaped(composite.name))"] + paragraph(composite.documentation)
      + table(
        composite.elements.map { row($0.name, $0.shape, $0.details, $0.documentation) },
        first: "part")
  }

  private static func row(
    _ name: String, _ shape: String, _ details: [String], _ documentation: String?
  ) -> [String] {
    let remarks =
      details.map(MarkdownText.escaped) + (documentation.map { [MarkdownText.escaped($0)] } ?? [])
    return [code(name), code(shape), remarks.joined(separator: "; ")]
  }

  private static func table(
    _ rows: [[String]], first: String = "name", second: String = "type"
  ) -> [String] {
    let heads = rows.first?.count == 2 ? [first, second] : [first, second, "remarks"]
    return ["", "| \(heads.joined(separator: " | ")) |", "|\(heads.map { _ in "---|" }.joined())"]
      + rows.map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private static func paragraph(_ text: String?) -> [String] {
    text.map { ["", MarkdownText.escaped($0)] } ?? []
  }

  private static func list(_ names: [String]) -> String {
    names.map(code).joined(separator: ", ")
  }

  /// A text as code; a bar must be escaped even there, because it ends a table cell.
  private static func code(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 }).replacing("|", with: "\\|")
    return line.contains("`") ? "`` \(line) ``" : "`\(line)`"
  }
}
