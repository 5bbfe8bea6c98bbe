internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Passes the objects of an entity to a closure, batch by batch, and writes the changes.
struct ClosureRun {
  let closure: MigrationClosure
  let name: String
  let entity: String
  let lookup: ObjectLookup
  let step: DeclaredStep
  let report: (MigrationProgress) throws -> Void
  /// The failure for a clause that describes the problem.
  let failure: (String) -> MigrationFailure

  private var layout: StoreLayout { lookup.layout }
  private var connection: Connection { lookup.connection }

  /// Runs the closure on all objects, and returns the number of changed ones.
  ///
  /// - Throws: ``MigrationFailure`` for the closure's errors, and for changes that it may not make.
  func run() throws -> Int64 {
    let rows = EntityRows(layout: layout)
    guard let query = rows.query(of: entity, includingDescendants: true, namingEntities: true)
    else { return 0 }
    let total = try connection.integer(SQL(raw: "SELECT count(*) FROM (\(query))"))
    let size = Int64(max(1, closure.batchSize))
    var (changed, done, last) = (Int64(0), Int64(0), Int64?.none)
    while true {
      try report(.init(phase: .migrating, subject: name, rows: done, totalRows: total))
      let start: SQL = last.map { "WHERE \"_id\" > \($0)" } ?? ""
      let objects = try lookup.objects(
        of: entity,
        "SELECT * FROM (\(raw: query)) \(start) ORDER BY \"_id\" LIMIT \(size)")
      guard let end = objects.last?.id else { return changed }
      changed += try work(on: objects)
      done += Int64(objects.count)
      last = end
    }
  }

  private func work(on objects: [MigrationObject]) throws -> Int64 {
    var batch = MigrationBatch(entity, objects, lookup)
    do {
      try closure.work(&batch)
    } catch {
      // An app that cancels may do so first within the closure.
      if let error = error as? SQLiteError, error.primaryCode == .interrupted { throw error }
      throw failure("failed: \(error)")
    }
    return try write(batch.objects, over: objects)
  }

  private func write(
    _ objects: [MigrationObject], over before: [MigrationObject]
  ) throws -> Int64 {
    var known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var changed: Int64 = 0
    for object in objects {
      guard let old = known.removeValue(forKey: object.id) else {
        let isTwice = before.contains { $0.id == object.id }
        throw failure(
          isTwice
            ? "gives object \(object.id) back twice"
            : "changes an object \(object.id) that it was not given")
      }
      guard object.entity == old.entity else {
        throw failure(
          "makes a '\(object.entity)' of object \(object.id), which is a '\(old.entity)'")
      }
      guard object.values != old.values else { continue }
      try write(object, over: old)
      changed += 1
    }
    if let missing = known.keys.min() {
      throw failure(
        "takes object \(missing) out of its batch, which removes nothing from the store: only a "
          + "statement can")
    }
    return changed
  }

  private func write(_ object: MigrationObject, over old: MigrationObject) throws {
    let names = Set(object.values.keys).union(old.values.keys).sorted()
      .filter { object[$0] != old[$0] }
    var assignments: [SQL] = []
    for name in names {
      guard isTouched(name, of: old.entity), let column = layout.column(of: name, in: old.entity)
      else {
        throw failure(
          "changes '\(old.entity).\(name)' of object \(old.id), which 'touches' does not name")
      }
      // SQLite would store NULL (https://www.sqlite.org/c3ref/bind_blob.html).
      if case .real(let number) = object[name], number.isNaN {
        throw failure("gives object \(old.id) a value that cannot be: '\(name)' is not a number")
      }
      assignments.append("\(name: column) = \(object[name])")
    }
    guard let table = layout.table(of: old.entity), let first = assignments.first else { return }
    let list = assignments.dropFirst().reduce(first) { "\($0), \($1)" }
    do throws(SQLiteError) {
      try connection.execute("UPDATE \(name: table) SET \(list) WHERE \"_id\" = \(old.id)")
    } catch {
      guard error.primaryCode == .constraint else { throw error }
      throw failure("gives object \(old.id) a value that cannot be: \(error.message)")
    }
  }

  private func isTouched(_ property: String, of entity: String) -> Bool {
    step.reaches.contains {
      $0.property == property && layout.schema.isEntity(entity, orDescendantOf: $0.entity)
    }
  }
}
