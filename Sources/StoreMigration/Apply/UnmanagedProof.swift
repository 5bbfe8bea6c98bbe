internal import SQLiteStore

/// Proves that the objects that the model does not name are all still there and work as before.
struct UnmanagedProof {
  private let objects: [SchemaObject]
  /// Those that did not work before either.
  private let broken: Set<SchemaObject.ID>

  /// Takes stock of the objects that a layout does not name.
  init(besides layout: NativeLayout, on connection: Connection) throws {
    objects = try connection.unmanagedObjects(besides: layout)
    broken = Set(objects.map(\.id).filter { connection.trouble(with: $0) != nil })
  }

  /// Compares what there is besides the new layout.
  ///
  /// A definition may read differently where a table or a column that it names is renamed; it
  /// must then still work.
  func check(besides layout: NativeLayout, on connection: Connection) throws {
    let found = Set(try connection.unmanagedObjects(besides: layout).map(\.id))
    let changed = Set(objects.map(\.id)).symmetricDifference(found)
    guard changed.isEmpty else { throw MigrationFailure.unmanagedObjects(changed.sorted()) }
    let newlyBroken = objects.map(\.id).filter { !broken.contains($0) }.compactMap { id in
      connection.trouble(with: id).map { BrokenObject(id, reason: $0) }
    }
    guard newlyBroken.isEmpty else { throw MigrationFailure.brokenObjects(newlyBroken) }
  }
}

extension Connection {
  /// The objects that belong neither to a layout nor to the catalog, sorted.
  func unmanagedObjects(besides layout: NativeLayout) throws(SQLiteError) -> [SchemaObject] {
    let managed = layout.managedObjects
    return try schemaObjects().filter { !managed.contains($0.id) }
  }

  /// Why a view cannot be read; nil for one that can, and for any other object.
  ///
  /// Triggers are compiled into the statements that set them off, which the script was tried with.
  fileprivate func trouble(with id: SchemaObject.ID) -> String? {
    guard id.kind == .view else { return nil }
    do throws(SQLiteError) {
      _ = try prepare("SELECT * FROM \(name: id.name) LIMIT 0")
      return nil
    } catch {
      return error.message
    }
  }
}
