internal import Diagnostics
internal import SQLite
internal import SchemaModel
internal import StoreScript
internal import StoreVerification

extension StoreScriptError {
  /// The error as problems, each with advice.
  var diagnostics: [Diagnostic] { parts.map(\.diagnostic) }

  private var diagnostic: Diagnostic {
    if let unsaid = unsaidDefault() { return unsaid }
    guard concernsUnmanagedObjects else { return Diagnostic(code: "failing-script", message) }
    return Diagnostic(code: "unmanaged-object", message, notes: [.init(wayOut)])
  }
}

extension StoreScriptError {
  /// The advice for an object in the way.
  private var wayOut: String {
    if case .mismatchedKey(let table, let parent) = self {
      return "keep the unique key of '\(parent)', or change the foreign key of '\(table)' that "
        + "leads to it first"
    }
    return "the model does not name it, so it is for you to change or drop it first"
  }

  /// The error at the line that causes it; nil if no line does.
  func diagnostic(_ places: SchemaPlaces, in document: SchemaDocument?) -> Diagnostic? {
    if let unsaid = unsaidDefault(places) { return unsaid }
    guard !concernsUnmanagedObjects, let place = location(in: document) else { return nil }
    var notes: [Diagnostic.Note] = []
    if case .failingStatement(let statement, _) = self { notes = statement.step?.noteOnKeys ?? [] }
    return Diagnostic(code: "failing-script", message, at: place, notes: notes)
  }

  /// An undeclared default as a problem; nil for any other error.
  func unsaidDefault(_ places: SchemaPlaces? = nil) -> Diagnostic? {
    guard case .unsaidDefault(_, let property, let entity, let value) = self else { return nil }
    return Diagnostic(
      code: "unsaid-default", message, at: places?.location(of: property, of: entity),
      notes: [
        .init("say it, '\(property): {…, default: \(value)}' under '\(entity)'"),
        .init("to have none, let a version say it first, and take the store there with '--to'"),
      ])
  }
}

extension StoreScriptError {
  /// The place of the error in a schema file; nil if no single line declares it.
  func location(in document: SchemaDocument?) -> SourceLocation? {
    guard let document else { return nil }
    switch self {
    case .impossibleConversion(let place, _, _), .computedDefault(let place),
      .unknownProperty(_, let place):
      return document.location(ofProperty: place)
    case .unsaidDefault(_, let property, let entity, _):
      return document.location(ofProperty: "\(entity).\(property)")
    case .existingTable(let table, _):
      // The table may be described in the file of a released version.
      let place = document.location(ofTable: table, column: nil)
      return place?.file == document.file
        ? place : document.sources.location(of: SchemaPath(["version"]))
    case .failingStatement(let statement, _):
      return statement.step.flatMap(document.location(of:))
        ?? document.location(ofTable: statement.table, column: nil)
    case .differs(let differences):
      return differences.lazy.compactMap { document.location(of: $0) }.first
    case .loses, .breaks, .mismatchedKey, .blocks, .several: return nil
    }
  }
}

extension SchemaDocument {
  /// The place of a property that is given with its entity: `Book.pages`.
  fileprivate func location(ofProperty name: String) -> SourceLocation? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return nil }
    return schema.lineage(of: parts[0]).lazy.compactMap { owner -> SourceLocation? in
      if owner.attribute(named: parts[1]) != nil {
        return sources.location(of: .property(parts[1], of: owner.name, .attributes))
      }
      return owner.relationship(named: parts[1]) == nil
        ? nil : sources.location(of: .property(parts[1], of: owner.name, .relationships))
    }.first
  }

  /// The place of the property in a column of a table, or else of the table's entity.
  fileprivate func location(ofTable table: String, column: String?) -> SourceLocation? {
    guard let entity = schema.entities.first(where: { ($0.table ?? $0.name) == table }) else {
      return nil
    }
    let property =
      entity.attributes.first { ($0.column ?? $0.name) == column }?.name
      ?? entity.relationships.first { ($0.column ?? $0.name) == column }?.name
    return property.flatMap { location(ofProperty: "\(entity.name).\($0)") }
      ?? sources.location(of: .entity(entity.name))
  }

  fileprivate func location(of difference: DefinitionDifference) -> SourceLocation? {
    switch difference {
    case .missingColumn(let column, let table), .unexpectedColumn(let column, let table):
      location(ofTable: table, column: column)
    case .changedColumn(let table, let expected, _):
      location(ofTable: table, column: expected.name)
    case .changedForeignKey(let table, let expected, let found):
      location(ofTable: table, column: (expected ?? found)?.columns.first)
    case .changedTable(let expected, _): location(ofTable: expected.name, column: nil)
    case .changedIndex(let expected, _): location(ofTable: expected.table, column: nil)
    case .changedTrigger, .missing, .unexpected: nil
    }
  }
}
