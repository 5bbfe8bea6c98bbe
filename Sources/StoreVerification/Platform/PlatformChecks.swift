internal import Diagnostics
internal import Files
package import SQLite
internal import SQLText
internal import SchemaModel
internal import StoreLayout
package import StoreReading

/// Checks the facts about Core Data's tables that hold for every model.
struct PlatformChecks {
  private let store: PlatformStore
  private let connection: Connection
  private let misfits: [CoreDataLayout.Misfit]

  init(_ objects: PlatformObjects) { self.init(objects.store, objects.misfits) }

  fileprivate init(_ store: PlatformStore, _ misfits: [CoreDataLayout.Misfit] = []) {
    (self.store, connection, self.misfits) = (store, store.connection, misfits)
  }

  /// The facts that do not hold, table by table.
  func findings() throws -> [Finding] {
    var findings = store.modelProblems.map { Finding(.unreadableModel(reason: $0)) }
    if !store.hasModelOfMetadata {
      findings.append(Finding(.platform(.otherModel(isUsed: store.version == nil))))
    }
    findings += try PlatformRecords(store: store).findings()
    for table in store.objects.tables { findings += try self.findings(of: table) }
    for key in store.objects.keys { findings += try companion(of: key) }
    findings += try unevenLinks() + sharedPositions() + foreignValues()
    var named: Set<String> = []
    findings += try fileFindings(&named) + strayFiles(besides: named)
    for place in store.objects.unread {
      let condition = place.column.map { "\($0.quotedName) IS NOT NULL" } ?? "true"
      let count = try connection.integer(
        SQL(raw: "SELECT count(*) FROM main.\(place.table.quotedName) WHERE \(condition)"))
      if let count, count > 0 {
        findings.append(
          Finding(.platform(.unread(table: place.table, column: place.column)), count: count))
      }
    }
    return findings
  }

  /// The faults of data in external storage, of some entities or of all; adds the names of the files.
  fileprivate func fileFindings(
    of entities: Set<String>? = nil, _ named: inout Set<String>
  ) throws(SQLiteError) -> [Finding] {
    var findings: [Finding] = []
    for place in store.objects.places {
      guard let property = place.property, let column = place.column,
        entities?.contains(property.entity) ?? true,
        store.model.entity(named: property.entity)?.attribute(named: property.property)?.storage
          == .external
      else { continue }
      findings += try externalFindings(property, place.table, column, &named)
    }
    return findings
  }

  private func findings(of table: CoreDataLayout.Table) throws(SQLiteError) -> [Finding] {
    let isShared = misfits.contains { $0.place.subject == .object && $0.place.table == table.name }
    // If several entities share the table, the row is left out.
    return try
      (isShared || table.numbers.isEmpty
      ? []
      : rows(
        .foreignRow(table: table.name, isLeftOut: false), table.name, table.foreignRow))
      + rows(
        .rowNumber(table: table.name), table.name,
        table.countsChanges ? "Z_PK < 1 OR typeof(Z_OPT) <> 'integer' OR Z_OPT < 1" : "true")
  }

  private func companion(of key: CoreDataLayout.Key) throws(SQLiteError) -> [Finding] {
    guard let companion = key.companion else { return [] }
    return try rows(
      .companion(PropertyName(key.entity, key.relationship)), key.table,
      "(\(key.column.quotedName) IS NULL AND \(companion.quotedName) IS NOT NULL) OR "
        + key.leads(
          where: "\"_target\".Z_ENT IS NOT NULL "
            + "AND \"_target\".Z_ENT IS NOT \"_row\".\(companion.quotedName)"))
  }

  /// Checks that both sides of a one-to-one, which each have a key, agree.
  private func unevenLinks() throws(SQLiteError) -> [Finding] {
    var findings: [Finding] = []
    for association in store.model.associations where association.isExclusive {
      guard let inverse = association.inverse, inverse != association.primary,
        let there = key(of: association.primary), let back = key(of: inverse)
      else { continue }
      for (near, far) in [(there, back), (back, there)] {
        let name = PropertyName(near.entity, near.relationship)
        let other = PropertyName(far.entity, far.relationship)
        findings += try rows(
          .unevenLinks(name, inverse: other), near.table,
          near.leads(where: "\"_target\".\(far.column.quotedName) IS NOT \"_row\".Z_PK"))
      }
      // The other side is checked as every to-one is.
      let lost = Problem.danglingLink(
        PropertyName(back.entity, back.relationship), destination: inverse.relationship.destination,
        rule: association.primary.relationship.deleteRule)
      findings += try rows(
        lost, back.table,
        "\(back.column.quotedName) IS NOT NULL AND NOT \(back.leads(where: "1"))"
      ).map(\.asOfPlatform)
    }
    return findings
  }

  /// Finds the objects of one owner with the same position, and the objects with a position but no owner.
  private func sharedPositions() throws(SQLiteError) -> [Finding] {
    let layout = store.objects.layout
    var findings: [Finding] = []
    func look(_ end: Association.End?, _ table: String, _ owner: String, _ order: String?)
      throws(SQLiteError)
    {
      guard let end, let order else { return }
      let count = try connection.integer(
        """
        SELECT ifnull(sum(_count), 0) FROM (SELECT count(*) AS _count FROM \(name: table) \
        WHERE \(name: order) IS NOT NULL GROUP BY \(name: owner), \(name: order) \
        HAVING count(*) > 1 OR \(name: owner) IS NULL)
        """)
      guard let count, count > 0 else { return }
      findings.append(Finding(.platform(.sharedPosition(PropertyName(end))), count: count))
    }
    for link in layout.associations.compactMap(layout.storedLink) {
      try look(link.association.inverse, link.table, link.column, link.order)
    }
    for links in layout.joinTables {
      let association = links.association
      try look(association.primary, links.name, links.ownerColumn, links.ownerOrderColumn)
      try look(
        association.inverse, links.name, links.destinationColumn, links.destinationOrderColumn)
    }
    return findings
  }

  /// The values of objects in the columns of properties that other entities of their table declare.
  private func foreignValues() throws(SQLiteError) -> [Finding] {
    var findings: [Finding] = []
    for place in store.objects.places {
      guard let property = place.property, let column = place.column,
        let table = store.objects.tables.first(where: { $0.name == place.table }),
        store.model.root(of: property.entity)?.name == table.root
      else { continue }
      let own = store.model.family(of: property.entity).map { store.objects.numbers[$0.name] }
      let others = table.numbers.filter { !own.contains($0) }.map { "\($0)" }
      guard !others.isEmpty else { continue }
      findings += try rows(
        .foreignValue(property), table.name,
        "\(column.quotedName) IS NOT NULL AND Z_ENT IN (\(others.joined(separator: ", ")))")
    }
    return findings
  }

  /// The faults of data in external storage: data with an unknown marker, and objects whose file is missing,
  /// irregular, too large or unreadable.
  private func externalFindings(
    _ property: PropertyName, _ table: String, _ column: String, _ named: inout Set<String>
  ) throws(SQLiteError) -> [Finding] {
    let name = column.quotedName
    let marker = "typeof(\(name)) = 'blob' AND substr(\(name), 1, 1)"
    let faults = try rows(.marker(property), table, "\(marker) NOT IN (x'01', x'02')")
    let rows = try connection.prepare(
      SQL(
        raw: "SELECT Z_PK, CAST(substr(\(name), 2, 36) AS TEXT) FROM main.\(table.quotedName) "
          + "WHERE \(marker) = x'02' ORDER BY Z_PK"))
    var (missing, irregular, oversized, unreadable) = (Tally(), Tally(), Tally(), Tally())
    while try rows.step() {
      var presence = PlatformStore.FilePresence.missing
      if case .text(let file) = rows.value(at: 1) {
        presence = store.presence(ofFileNamed: file)
        named.insert(file.uppercased())
      }
      switch presence {
      case .plain: break
      case .oversized: oversized.add(rows.integer(at: 0))
      case .irregular: irregular.add(rows.integer(at: 0))
      case .unreadable: unreadable.add(rows.integer(at: 0))
      case .missing: missing.add(rows.integer(at: 0))
      }
    }
    return faults + missing.finding(.missingFile(property))
      + irregular.finding(.irregularFile(property))
      + oversized.finding(.platform(.oversizedFile(property)))
      + unreadable.finding(.unreadableFile(property))
  }

  /// The files of external storage that no object names, for example because another program deleted objects.
  private func strayFiles(besides named: Set<String>) -> [Finding] {
    do throws(SystemError) {
      let strays = try store.externalNames().filter { !named.contains($0.uppercased()) }
      return strays.min().map { [Finding(.strayFile(name: $0), count: Int64(strays.count))] } ?? []
    } catch {
      return [Finding(.unreadableFolder(reason: error.message))]
    }
  }

  private func key(of end: Association.End) -> CoreDataLayout.Key? {
    store.objects.keys.first {
      $0.entity == end.entity && $0.relationship == end.relationship.name
    }
  }

  /// One finding for all rows of a table that meet a condition; empty if no row does.
  private func rows(
    _ fault: PlatformFault, _ table: String, _ condition: String
  ) throws(SQLiteError) -> [Finding] {
    try rows(.platform(fault), table, condition)
  }

  private func rows(
    _ problem: Problem, _ table: String, _ condition: String
  ) throws(SQLiteError) -> [Finding] {
    let rows: SQL = """
      SELECT Z_PK FROM main.\(name: table) AS "_row" NOT INDEXED WHERE \(raw: condition)
      """
    return try connection.sample(of: rows, limit: Finding.exampleLimit).map { count, first in
      [Finding(problem, count: count, examples: first.compactMap(\.integer))]
    } ?? []
  }
}

extension CoreDataLayout.Key {
  /// The condition for a row whose key leads to a row that meets another condition.
  fileprivate func leads(where condition: String) -> String {
    "EXISTS (SELECT 1 FROM main.\(destination.quotedName) AS \"_target\" "
      + "WHERE \"_target\".Z_PK = \"_row\".\(column.quotedName) AND \(condition))"
  }
}

extension CoreDataLayout.Place {
  /// The property whose values or keys are in the place; nil for any other subject.
  fileprivate var property: PropertyName? {
    switch subject {
    case .value(let entity, let path, _): PropertyName(entity, path)
    case .key(let entity, let name): PropertyName(entity, name)
    case .position, .link, .repetition, .object, .identity: nil
    }
  }
}

extension CoreDataLayout.Misfit {
  /// The finding for the values or rows that are left out.
  package var finding: Finding {
    let problem: Problem =
      switch place.subject {
      case .value(let entity, let path, let type):
        .platform(.value(PropertyName(entity, path), type: type.keyword))
      case .key(let entity, let name), .link(let entity, let name):
        .platform(.halfLink(PropertyName(entity, name)))
      case .position(let entity, let name):
        .platform(.position(PropertyName(entity, name)))
      case .object: .platform(.foreignRow(table: place.table, isLeftOut: true))
      case .identity: .platform(.sharedNumber(table: place.table))
      case .repetition(let entity, let name):
        .platform(.repeatedLink(PropertyName(entity, name)))
      }
    return Finding(problem, count: count, examples: examples)
  }

  /// Whether a problem only appears because the values or rows are left out.
  func isBehind(_ problem: Problem) -> Bool {
    switch (place.subject, problem) {
    case (.value, .missingValue(let name)), (.key, .missingLink(let name)): name == place.property
    // The views leave out an element of a composite, so that the composite lacks it.
    case (.value(let entity, let path, _), .malformedValue(let name, _)):
      name.entity == entity && path.hasPrefix("\(name.property).")
    case (.position(let entity, let end), .missingPosition(let name)):
      name == PropertyName(entity, end)
    default: false
    }
  }
}

extension [CoreDataLayout.Misfit] {
  /// The finding without the objects that appear in it only because of left-out values; nil if none remain.
  func without(_ finding: Finding) -> Finding? {
    let others = filter { $0.isBehind(finding.problem) }
    guard !others.isEmpty else { return finding }
    var finding = finding
    finding.count -= others.reduce(0) { $0 + $1.count }
    finding.examples.removeAll { example in others.contains { $0.examples.contains(example) } }
    return finding.count > 0 ? finding : nil
  }
}

extension PlatformStore {
  /// The faults of an entity's data in external storage: for example, objects whose file is missing.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the tables cannot be read.
  package func fileFindings(of entity: String) throws(SQLiteError) -> [Finding] {
    let entities = model.lineage(of: entity) + model.family(of: entity)
    var named: Set<String> = []
    return try PlatformChecks(self).fileFindings(of: Set(entities.map(\.name)), &named)
  }
}
