internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Finds objects that share the values of a key.
struct KeyChecks {
  let connection: Connection
  let layout: StoreLayout
  /// The definition of the store.
  let found: DatabaseDefinition

  /// The duplicates under declared keys that no index of the store enforces, and under the additional keys.
  ///
  /// - Throws: ``SQLite/SQLiteError``; ``VerificationError`` if a key has an unknown name.
  func findings(_ wanted: [UniqueKey]) throws -> [Finding] {
    let declared = unguardedKeys()
    return try declared.compactMap { try finding(under: $0, isDeclared: true) }
      + wanted.compactMap { try finding(under: $0, isDeclared: false) }
  }

  /// The duplicates under a key, or a note that only the app can compare its values.
  private func finding(under key: UniqueKey, isDeclared: Bool) throws -> Finding? {
    do {
      return try duplicates(under: key, isDeclared: isDeclared)
    } catch let error as SQLiteError where error.needsApp {
      return Finding(.needsApp(table: layout.table(of: key.entity), reason: error.message))
    }
  }

  private func unguardedKeys() -> [UniqueKey] {
    let indexes = Dictionary(grouping: found.indexes.filter(\.isUnique), by: \.table)
    let declared = layout.schema.entities.flatMap { entity in
      entity.uniquenessConstraints.map { UniqueKey(entity: entity.name, properties: $0) }
    }
    let oneToOnes = layout.associations.filter(\.isExclusive).map {
      UniqueKey(entity: $0.primary.entity, properties: [$0.primary.relationship.name])
    }
    return (declared + oneToOnes).filter { key in
      // A model's own keys name only its properties, and all of them are stored.
      guard let table = layout.table(of: key.entity), let columns = layout.storedColumns(of: key)
      else {
        return false
      }
      let condition = layout.rowCondition(of: key.entity, includingDescendants: true)
      return !(indexes[table] ?? []).contains {
        $0.columns.map(\.name) == columns && ($0.filter == nil || $0.filter == condition)
      }
    }
  }

  /// The groups of objects with equal values; objects without a value are in no group.
  private func duplicates(under key: UniqueKey, isDeclared: Bool) throws -> Finding? {
    let columns = try layout.columns(of: key)
    guard let table = layout.table(of: key.entity) else { return nil }
    let conditions =
      columns.map { "\($0.quotedName) IS NOT NULL" }
      + [layout.rowCondition(of: key.entity, includingDescendants: true)].compactMap(\.self)
    let groups: SQL = """
      SELECT min(\(raw: layout.identity(ofRowsIn: table))) AS _first FROM \(name: table) \
      WHERE \(raw: conditions.joined(separator: " AND ")) \
      GROUP BY \(names: columns) HAVING count(*) > 1
      """
    return try connection.sample(of: groups, limit: Finding.exampleLimit).map { count, first in
      Finding(
        .duplicate(entity: key.entity, key: key.properties, isDeclared: isDeclared), count: count,
        examples: first.compactMap(\.integer))
    }
  }
}

extension StoreLayout {
  /// The columns of a key; nil if a property has no column.
  func storedColumns(of key: UniqueKey) -> [String]? {
    let columns = key.properties.compactMap { column(of: $0, in: key.entity) }
    return columns.count == key.properties.count ? columns : nil
  }

  /// The columns of a key.
  ///
  /// - Throws: ``VerificationError`` if the key has an unknown name.
  func columns(of key: UniqueKey) throws(VerificationError) -> [String] {
    guard schema.entity(named: key.entity) != nil else {
      throw .unknownEntity(
        key.entity, suggestion: nearest(to: key.entity, among: schema.entities.map(\.name)))
    }
    for property in key.properties {
      guard column(of: property, in: key.entity) != nil else {
        let stored =
          (schema.allAttributes(of: key.entity).map(\.name)
          + schema.allRelationships(of: key.entity).map(\.name))
          .filter { column(of: $0, in: key.entity) != nil }
        throw .unknownProperty(
          property, key: "\(key)", suggestion: nearest(to: property, among: stored))
      }
    }
    return storedColumns(of: key) ?? []
  }
}
