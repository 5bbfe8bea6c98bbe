internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreVerification

/// The columns of a broken constraint, read from SQLite's message, to be reported by the schema file's
/// declarations: `NOT NULL constraint failed: Note.text`.
struct BrokenConstraint {
  private enum Kind: String, CaseIterable {
    case required = "NOT NULL constraint failed: "
    case unique = "UNIQUE constraint failed: "
    case type = "cannot store "
  }

  private let kind: Kind
  private let table: String
  private let columns: [String]

  /// Nil for an error of another kind.
  init?(_ error: SQLiteError) {
    guard let kind = Kind.allCases.first(where: { error.message.hasPrefix($0.rawValue) }) else {
      return nil
    }
    var list = error.message.dropFirst(kind.rawValue.count)[...]
    if kind == .type {
      // cannot store TEXT value in INTEGER column Note.pages
      guard let column = list.firstRange(of: " column ") else { return nil }
      list = list[column.upperBound...]
    }
    let names = list.split(separator: ", ").map { $0.split(separator: ".", maxSplits: 1) }
    guard let table = names.first?.first, names.allSatisfy({ $0.count == 2 }) else { return nil }
    self.kind = kind
    self.table = String(table)
    columns = names.map { String($0[1]) }
  }

  /// The demands of the model on the columns, with their places; empty if the columns are not the model's.
  func notes(in layout: StoreLayout, _ places: SchemaPlaces) -> [Diagnostic.Note] {
    if let links = layout.joinTables.first(where: { $0.name == table }), kind == .unique {
      let end = links.association.primary
      return [
        .init(
          "no two links of '\(end.description)' may join the same objects",
          at: places.location(of: end.relationship.name, of: end.entity))
      ]
    }
    for entity in layout.entities(in: table).map(\.name) {
      let properties = columns.compactMap { column in
        layout.property(in: column, of: entity)
          ?? (column == StoreLayout.identityColumn ? column : nil)
      }
      guard properties.count == columns.count, let first = properties.first else { continue }
      return [note(on: properties, first, of: owner(of: first, in: entity, layout), layout, places)]
    }
    return []
  }

  private func owner(of property: String, in entity: String, _ layout: StoreLayout) -> String {
    layout.schema.attribute(named: property, of: entity)?.owner
      ?? layout.schema.relationship(named: property, of: entity)?.owner ?? entity
  }

  private func note(
    on properties: [String], _ first: String, of entity: String, _ layout: StoreLayout,
    _ places: SchemaPlaces
  ) -> Diagnostic.Note {
    let place = places.location(of: first, of: entity)
    switch kind {
    case .required: return .init("'\(entity).\(first)' is required", at: place)
    case .type:
      let type = layout.schema.attribute(named: first, of: entity)?.attribute.type.keyword
      return .init("'\(entity).\(first)' is of type '\(type ?? "relationship")'", at: place)
    case .unique:
      let names = properties.map { "'\($0)'" }.joined(separator: ", ")
      return .init(
        "no two objects of '\(entity)' may have the same \(names)",
        at: places.location(ofKey: properties, of: entity) ?? place)
    }
  }
}
