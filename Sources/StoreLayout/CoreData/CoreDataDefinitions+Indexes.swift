internal import SchemaModel

extension CoreDataDefinitions {
  /// The statements for all indexes, table by table.
  package var indexes: [String] {
    rules.entities.filter { $0.parent == nil }.flatMap { root in
      let table = CoreDataRules.column(root.name)
      let family = rules.family(of: root)
      let kinds = family.count > 1 ? ["CREATE INDEX \(table)_Z_ENT_INDEX ON \(table) (Z_ENT)"] : []
      return keys(in: root).map { "CREATE INDEX \(table)_\($0)_INDEX ON \(table) (\($0))" } + kinds
        + family.flatMap { indexes(of: $0, on: table) }
    }
  }

  /// The columns with keys in a table.
  private func keys(in root: Entity) -> [String] {
    columns(of: root.name).filter { $0.kind == .key }.map(\.name)
      + rules.entities.flatMap { ownerKeys(by: $0, in: root).map(\.name) }
  }

  private func indexes(of entity: Entity, on table: String) -> [String] {
    joins.filter { $0.owner.entity == entity.name }.map(\.index)
      + entity.indexes.compactMap { index in
        // The index of the key is enough.
        if index.elements.count == 1, entity.isRelationship(index.elements[0].property, in: schema)
        {
          return nil
        }
        let name = "Z_\(entity.name)_\(index.name(on: schema.platform))"
        return statement("INDEX", name, index.elements.map(\.property), of: entity, on: table)
      }
      + entity.uniquenessConstraints.map { properties in
        let name = "Z_\(entity.name)_UNIQUE_\(properties.joined(separator: "_"))"
        return statement("UNIQUE INDEX", name, properties, of: entity, on: table)
      }
  }

  private func statement(
    _ kind: String, _ name: String, _ properties: [String], of entity: Entity, on table: String
  ) -> String {
    let columns = properties.compactMap { column($0, of: entity.name) }
      .map { "\($0) COLLATE BINARY ASC" }
    return "CREATE \(kind) \(name) ON \(table) (\(columns.joined(separator: ", ")))"
  }
}

extension Entity {
  fileprivate func isRelationship(_ property: String, in schema: Schema) -> Bool {
    schema.relationship(named: property, of: name) != nil
  }
}

// MARK: - Triggers

extension CoreDataDefinitions {
  /// The attributes that count the objects of a one-to-many.
  var counts: [DerivedCount] {
    rules.entities.flatMap { entity in
      entity.attributes.compactMap { rules.count(of: $0, in: entity.name) }
    }
  }

  /// The statements for the triggers that keep derived attributes up to date.
  package var triggers: [String] { counts.flatMap(triggers) }

  private func triggers(of count: DerivedCount) -> [String] {
    guard let own = table(of: count.entity), let parts = table(of: count.link.entity),
      let column = column(count.attribute, of: count.entity),
      let key = self.column(count.link.relationship.name, of: count.link.entity)
    else { return [] }
    func name(_ table: String, _ kind: String) -> String {
      "CREATE TRIGGER Z_DA_\(table)_\(count.entity)_\(count.attribute)_\(kind)"
    }
    func report(_ kind: String, _ row: String) -> String {
      "SELECT NSCoreDataDATrigger\(kind)UpdatedAffectedObjectValue('\(own)', Z_ENT, Z_PK, "
        + "'\(count.attribute)', \(column)) FROM \(own) WHERE Z_PK = \(row); END"
    }
    func step(_ kind: String, _ event: String, _ row: String, _ value: String) -> String {
      "\(name(parts, kind)) AFTER \(event) ON \(parts) FOR EACH ROW WHEN (\(row).\(key) NOT NULL) "
        + "BEGIN UPDATE \(own) SET \(column) = \(value) WHERE Z_PK = \(row).\(key); "
        + report("", "\(row).\(key)")
    }
    return [
      step("PARAMETER_INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
      step("PARAMETER_UPDATE_INCREMENT", "UPDATE OF \(key)", "NEW", "\(column) + 1"),
      step("PARAMETER_UPDATE_DECREMENT", "UPDATE OF \(key)", "OLD", "\(column) - 1"),
      step("PARAMETER_DELETE", "DELETE", "OLD", "\(column) - 1"),
      "\(name(own, "SOURCE_INSERT")) AFTER INSERT ON \(own) FOR EACH ROW BEGIN UPDATE \(own) SET "
        + "\(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(parts) WHERE \(key) = NEW.Z_PK) "
        + "WHERE Z_PK = NEW.Z_PK; " + report("Insert", "NEW.Z_PK"),
    ]
  }
}
