internal import JSON
internal import SQLite
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML
internal import StoreLayout

/// One version of a model in a format.
struct SchemaExport {
  /// The text of the version; in JSON, the version is in `members` instead.
  let text: String
  /// The version in JSON.
  let members: [JSONValue.Member]
  /// The parts that the format cannot express, in lines.
  let summary: String

  /// Exports a version in a format.
  init(_ document: SchemaDocument, format: OutputFormat) {
    let schema = document.schema
    var remarks: [ExportRemark] = []
    switch format {
    case .yaml, .json, .text, .github, .sarif, .junit, .xcode, .table, .csv, .views, .launchGuard,
      .swift:
      text = SchemaWriter.yaml(of: document)
    case .sql:
      text = StoreLayout(of: schema).definition.statements.map { $0 + ";\n" }.joined()
    case .markdown: text = DataDictionary.text(of: schema)
    case .mermaid: text = MermaidDiagram.text(of: schema)
    case .dot: text = GraphvizDiagram.text(of: schema)
    case .xcdatamodel: (text, remarks) = ModelExporter.contents(of: schema)
    case .swiftdata: (text, remarks) = SwiftDataExporter.source(of: [document], stages: [])
    }
    members = format == .json ? Self.members(of: document) : []
    summary = remarks.map(\.line).joined(separator: "\n")
  }

  private static func members(of document: SchemaDocument) -> [JSONValue.Member] {
    [
      .init("schema", .string(document.schema.name)),
      .init("version", .string("\(document.schema.version)")),
      .init("model", SchemaJSON.value(of: document.schema)),
      .init("yaml", .string(SchemaWriter.yaml(of: document))),
    ]
  }
}
