package import SchemaModel
internal import SQLite
internal import StoreLayout

/// Compares the definition of a store, and its model, with its version.
struct DefinitionChecks {
  let connection: Connection
  let layout: StoreLayout
  let found: DatabaseDefinition
  /// Whether the database has a catalog that describes it.
  let isDeclared: Bool

  /// The differences of the tables, indexes and triggers from the model and the catalog.
  func drift() -> [Finding] {
    let catalog = isDeclared ? StoreCatalog.definition.differences(from: found) : []
    return (layout.differences(from: found) + catalog).map { Finding(.drift($0)) }
  }

  /// The reasons why Room does not open a database of a model.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  func roomRefusals(as schema: Schema) throws(SQLiteError) -> [Finding] {
    let room = try RoomIdentity(of: connection)
    return (room?.refusals(as: schema) ?? []).map { Finding(.room($0)) }
  }

  /// The differences between the store's model, its digest and checksum, and the schema files.
  ///
  /// - Throws: ``SQLite/SQLiteError``; the errors of reading the objects.
  func modelFindings(
    _ identity: StoreIdentity, _ model: Schema, _ history: SchemaHistory?
  ) throws -> [Finding] {
    var findings: [Finding] = []
    let hasOtherChecksum = identity.checksum != nil && identity.checksum != model.checksum.value
    if model.definitionDigest != identity.definitionDigest || hasOtherChecksum {
      findings.append(Finding(.alteredModel))
    }
    guard let history else { return findings }
    guard let released = history[identity.version] else {
      return findings + [Finding(.unknownVersion(identity.version))]
    }
    if released.schema.definitionDigest != identity.definitionDigest {
      let isEased = try isEased(model, of: released.schema, identity)
      findings.append(
        Finding(isEased ? .easedVersion(identity.version) : .editedVersion(identity.version)))
    }
    return findings
  }

  /// Whether a model is an eased form of the released one, as in the backup of an app's store.
  ///
  /// It may differ only in demands that objects do not meet, and in lists that are stored as bytes.
  private func isEased(
    _ model: Schema, of released: Schema, _ identity: StoreIdentity
  ) throws -> Bool {
    let eased = released.eased(as: model)
    guard eased.definitionDigest == identity.definitionDigest else { return false }
    if eased.hasListsAsBytes(in: released) { return true }
    let layout = StoreLayout(of: released)
    return try !ContentChecks(connection: connection, layout: layout)
      .findings(asking: \.isOfPresence, alikeForAllRows: { _ in false }).isEmpty
      || !KeyChecks(connection: connection, layout: layout, found: found).findings([]).isEmpty
  }

  /// The foreign keys to tables that do not exist, and the rows of tables outside the model that refer to
  /// rows that do not exist.
  ///
  /// The foreign keys of the model are checked through its relationships.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  func brokenForeignKeys() throws(SQLiteError) -> [Finding] {
    let own = Set((layout.definition.tables + StoreCatalog.definition.tables).map(\.name))
    var findings: [Finding] = []
    for table in found.tables where !table.foreignKeys.isEmpty {
      // A missing table of our own is reported elsewhere.
      let isNative = own.contains(table.name) && layout.existingTables[table.name] == nil
      let missing = Set(
        table.foreignKeys.filter { !isNative && found.parent(of: $0) == nil }.map(\.table))
      findings += missing.sorted().map {
        Finding(.missingParentTable(table: table.name, parent: $0))
      }
      if !isNative, try connection.hasMismatchedKey(table.name) {
        findings.append(Finding(.mismatchedKey(table: table.name)))
        continue
      }
      guard !own.contains(table.name) else { continue }
      findings += try brokenForeignKeys(of: table.name, besides: missing)
    }
    return findings
  }

  private func brokenForeignKeys(
    of table: String, besides missing: Set<String>
  ) throws(SQLiteError) -> [Finding] {
    let counts = try connection.rows(
      """
      SELECT parent, count(*) FROM pragma_foreign_key_check(\(table)) GROUP BY parent ORDER BY 1
      """)
    return try counts.map { row throws(SQLiteError) in
      guard case .text(let parent) = row[0], case .integer(let count) = row[1],
        !missing.contains(parent)
      else { return nil }
      let examples = try connection.rows(
        """
        SELECT rowid FROM pragma_foreign_key_check(\(table)) \
        WHERE parent = \(parent) AND rowid IS NOT NULL \
        ORDER BY 1 LIMIT \(Int64(Finding.exampleLimit))
        """)
      return Finding(
        .brokenForeignKey(table: table, parent: parent), count: count,
        examples: examples.compactMap { $0[0].integer })
    }.compactMap(\.self)
  }
}

extension Schema {
  /// The schema with only the demands that another model also makes, and with lists as bytes, as in the
  /// backup of an app's store.
  ///
  /// It is unchanged if no platform wrote its stores.
  fileprivate func eased(as other: Schema) -> Schema {
    guard hasPlatform else { return self }
    var schema = self
    for (position, entity) in entities.enumerated() {
      guard let eased = other.entity(named: entity.name) else { continue }
      for (index, attribute) in entity.attributes.enumerated() {
        guard let kept = eased.attribute(named: attribute.name) else { continue }
        if attribute.isList, kept.type == .transformable {
          schema.entities[position].attributes[index] = attribute.asBytes
        }
        if kept.isOptional { schema.entities[position].attributes[index].isOptional = true }
      }
      for (index, relationship) in entity.relationships.enumerated()
      where relationship.cardinality == .toOne {
        guard let kept = eased.relationships.first(where: { $0.name == relationship.name }) else {
          continue
        }
        if kept.isOptional { schema.entities[position].relationships[index].isOptional = true }
        if kept.cardinality == .toMany {
          schema.entities[position].relationships[index] = relationship.leadingToMany
        }
      }
      schema.entities[position].uniquenessConstraints.removeAll {
        !eased.uniquenessConstraints.contains($0)
      }
    }
    return schema
  }

  /// Whether an attribute that is a list in another model is bytes here.
  fileprivate func hasListsAsBytes(in other: Schema) -> Bool {
    entities.contains { entity in
      entity.attributes.contains { attribute in
        attribute.type == .transformable
          && other.entity(named: entity.name)?.attribute(named: attribute.name)?.isList ?? false
      }
    }
  }
}

extension Relationship {
  /// The relationship as a to-many.
  ///
  /// In a backup, one side of a one-to-one becomes a to-many if several objects share its other end.
  package var leadingToMany: Relationship {
    var relationship = self
    relationship.cardinality = .toMany
    relationship.maximumCount = nil
    return relationship
  }
}
