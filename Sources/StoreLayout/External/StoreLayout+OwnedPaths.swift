package import SchemaModel
package import SQLite

extension StoreLayout {
  /// The attributes whose values are paths of files that objects own, in the order of the schema.
  package var pathAttributes: [ExternalAttribute] { pathAttributes(of: schema) }

  /// The attributes of this layout that a schema declares as paths.
  private func pathAttributes(of schema: Schema) -> [ExternalAttribute] {
    schema.entities.flatMap { entity in
      entity.attributes.filter(\.isFilePath).compactMap { attribute in
        guard let table = table(of: entity.name),
          let column = column(of: attribute.name, in: entity.name)
        else { return nil }
        return ExternalAttribute(
          entity: entity.name, attribute: attribute.name, table: table, column: column)
      }
    }
  }

  /// The number of different paths of files that the objects have.
  ///
  /// An attribute that only another version declares to hold paths counts as well: adding or removing that
  /// declaration changes no value.
  package func pathCount(
    on connection: Connection, declaredAlsoIn other: Schema? = nil
  ) throws(SQLiteError) -> Int64 {
    let attributes = pathAttributes + (other.map(pathAttributes) ?? [])
    let paths = Set(attributes).map { attribute in
      let isMember = rowCondition(of: attribute.entity, includingDescendants: true)
      return """
        SELECT \(attribute.column.quotedName) AS "_path" FROM main.\(attribute.table.quotedName) \
        WHERE \(isMember ?? "1")
        """
    }
    guard !paths.isEmpty else { return 0 }
    return try connection.integer(
      """
      SELECT count(DISTINCT "_path") FROM (\(raw: paths.sorted().joined(separator: " UNION ALL "))) WHERE "_path" <> ''
      """) ?? 0
  }
}
