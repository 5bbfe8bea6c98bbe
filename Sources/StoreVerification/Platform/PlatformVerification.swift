package import StoreReading
internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

extension StoreVerifier {
  /// Verifies a store that Core Data or SwiftData wrote, as it is at one instant.
  ///
  /// Its objects are checked against its model, as in a store of ours. Its tables are checked against the
  /// facts that hold for all stores of the platform. Faults that real stores have are warnings.
  ///
  /// - Throws: ``VerificationError`` if a key has an unknown name; ``SQLite/SQLiteError`` if the verification
  ///   was cancelled.
  package static func verify(
    _ store: PlatformStore, options: VerificationOptions = VerificationOptions()
  ) throws -> VerificationReport {
    guard let isCancelled = options.isCancelled else { return try run(store, options) }
    return try store.connection.cancellable(when: isCancelled) { try run(store, options) }
  }

  /// The deviations of the store's tables from the platform's form, the missing values and links of objects,
  /// and the objects that share a unique key.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the tables cannot be read.
  package static func unmetDemands(of objects: PlatformObjects) throws -> [Finding] {
    let store = objects.store
    let losses = store.objects.losses
    return try store.objects.problems.filter { !losses.contains($0) }.map(\.finding)
      + objects.misfits.map(\.finding)
      + ContentChecks(connection: objects.connection, layout: store.objects.layout)
      .findings(asking: \.isOfPresence, alikeForAllRows: { _ in false })
      .compactMap(objects.weighed)
      + keyFindings(of: store, []) + PlatformChecks(objects).findings()
  }

  private static func run(
    _ store: PlatformStore, _ options: VerificationOptions
  ) throws -> VerificationReport {
    var report = VerificationReport()
    report.platformModel = store.model
    report.schema = store.model.name
    report.version = store.version?.schema.version
    try store.connection.reading {
      report.findings = try IntegrityCheck(
        connection: store.connection, isQuick: options.isQuick
      ).findings()
      report.findings += store.uncheckedTables.map {
        Finding(.needsApp(table: $0, reason: "the collation of an index"))
      }
      // The rows of a damaged file cannot be relied on, unless only an index is wrong.
      guard report.findings.filter(\.isDamage).allSatisfy(\.isOfIndex) else { return }
      try store.readObjects { try look(at: $0, options, &report) }
    }
    return report
  }

  private static func look(
    at objects: PlatformObjects, _ options: VerificationOptions, _ report: inout VerificationReport
  ) throws {
    let (store, connection) = (objects.store, objects.connection)
    let layout = store.objects.layout
    report.findings += store.objects.problems.map(\.finding) + objects.misfits.map(\.finding)
    do {
      let result = try ContentChecks(connection: connection, layout: layout).run()
      report.findings += result.findings.compactMap(objects.weighed)
      report.count(result, in: layout, on: connection)
      report.findings += try keyFindings(of: store, options.uniqueKeys)
      report.findings += try PlatformChecks(objects).findings()
      if let files = options.ownedFiles {
        report.findings += try OwnedFileCheck(
          connection: connection, layout: layout, files: files
        ).findings()
      }
      if options.includesChecksums {
        report.checksums = try layout.nativeDefinition.tables.map {
          .init(table: $0.name, checksum: try connection.checksum(of: $0))
        }
      }
    } catch let error as SQLiteError where error.isAboutTheStore {
      report.findings.append(error.finding)
    }
  }
}

// MARK: - Keys that the platform guards

extension StoreVerifier {
  /// The objects that share the values of a key, or the other end of a one-to-one.
  private static func keyFindings(
    of store: PlatformStore, _ wanted: [UniqueKey]
  ) throws -> [Finding] {
    try KeyChecks(
      connection: store.connection, layout: store.objects.layout, found: guardedKeys(of: store)
    ).findings(wanted).map { finding in
      guard case .duplicate(let entity, let key, isDeclared: true) = finding.problem,
        let shared = store.model.associations.first(where: {
          $0.isExclusive && $0.primary.entity == entity && [$0.primary.relationship.name] == key
        }), let inverse = shared.inverse, inverse != shared.primary
      else { return finding }
      return Finding(
        .platform(
          .sharedPartner(
            PropertyName(entity, shared.primary.relationship.name),
            inverse: PropertyName(inverse.entity, inverse.relationship.name))),
        count: finding.count, examples: finding.examples)
    }
  }

  /// The unique keys that indexes of the platform guard, as indexes on the tables of our own layout.
  ///
  /// A view shows different values of these types as different values, so that under such an index no objects
  /// share a key.
  private static func guardedKeys(
    of store: PlatformStore
  ) throws(SQLiteError) -> DatabaseDefinition {
    var indexes: [IndexDefinition] = []
    for entity in store.model.entities {
      for key in entity.uniquenessConstraints {
        let places = key.compactMap { property in
          store.objects.places.first { place in
            guard case .value(entity.name, property, let type) = place.subject else { return false }
            return type.isExact
          }
        }
        let columns = key.compactMap { store.objects.layout.column(of: $0, in: entity.name) }
        guard places.count == key.count, columns.count == key.count,
          let found = places.first?.table, let table = store.objects.layout.table(of: entity.name),
          try store.connection.hasUniqueIndex(on: found, of: places.compactMap(\.column))
        else { continue }
        indexes.append(
          IndexDefinition("", on: table, columns.map { .init($0) }, isUnique: true))
      }
    }
    return DatabaseDefinition(indexes: indexes)
  }
}

extension AttributeType {
  /// Whether a view shows two values as equal only if they are.
  fileprivate var isExact: Bool {
    switch self {
    case .string, .url, .uuid, .int16, .int32, .int64: true
    case .bool, .float, .double, .decimal, .date, .data, .array, .enumeration, .composite,
      .transformable:
      false
    }
  }
}

extension Connection {
  /// Whether an index lets no two rows of a table have the same values in these columns.
  fileprivate func hasUniqueIndex(
    on table: String, of columns: [String]
  ) throws(SQLiteError) -> Bool {
    let indexes = try texts(
      "SELECT name FROM pragma_index_list(\(table), 'main') WHERE \"unique\" AND NOT partial")
    for index in indexes
    where try Set(texts("SELECT name FROM pragma_index_info(\(index), 'main')")) == Set(columns) {
      return true
    }
    return false
  }
}

extension PlatformObjects {
  /// The finding with its severity in a store of the platform; nil if it is only about left-out values or
  /// rows.
  fileprivate func weighed(_ finding: Finding) -> Finding? {
    guard var finding = misfits.without(finding)?.asOfPlatform else { return nil }
    switch finding.problem {
    case .danglingLink(let name, let destination, _) where leavesOutObjects(of: destination):
      finding.problem = .platform(.doubtfulLink(name, destination: destination))
    case .ownerlessLink(let name, _) where leavesOutObjects(of: name.entity):
      finding.problem = .platform(.doubtfulLink(name, destination: name.entity))
    default: break
    }
    return finding
  }

  /// Whether some or all rows of an entity's table are left out.
  private func leavesOutObjects(of entity: String) -> Bool {
    let root = store.model.root(of: entity)?.name
    guard let table = store.objects.tables.first(where: { $0.root == root })?.name else {
      return true
    }
    return misfits.contains {
      [.object, .identity].contains($0.place.subject) && $0.place.table == table
    }
  }
}

extension Finding {
  /// The same finding with its severity in a store of the platform.
  ///
  /// The platform itself creates objects without a required value, and links to objects that no longer exist.
  var asOfPlatform: Finding {
    var finding = self
    switch problem {
    case .missingValue, .missingLink, .danglingLink, .ownerlessLink, .tooFewLinks, .tooManyLinks:
      finding.severity = .warning
    default: break
    }
    return finding
  }
}

extension CoreDataLayout.Problem {
  /// The finding for a property or an entity that cannot be read.
  package var finding: Finding {
    var finding = Finding(.unreadableProperty(reason: explanation))
    if isOfStore { finding.severity = .error }
    return finding
  }
}
