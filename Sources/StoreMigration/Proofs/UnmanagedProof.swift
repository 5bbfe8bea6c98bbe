internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Proves that all objects that the model does not name still exist and work as before.
struct UnmanagedProof {
  private let script: StoreScript
  private let objects: [SchemaObject]
  /// The objects that did not work before either.
  private let broken: Set<SchemaObject.ID>

  /// Records the objects that a script does not make.
  init(of script: StoreScript, on connection: Connection) throws {
    self.script = script
    objects = try connection.unmanagedObjects(of: script.source)
    broken = Set(objects.map(\.id).filter { connection.trouble(with: $0) != nil })
  }

  /// Compares the objects that the new layout does not make with the result of the script's trial: they must
  /// be the same objects with literally the same definitions.
  ///
  /// An object that could not be copied may read differently if a table or a column that it names is renamed;
  /// it must then still work.
  func check(on connection: Connection) throws {
    let found = try connection.unmanagedObjects(of: script.target)
    let meant = script.unmanagedAfter
    let changed = Set(meant.filter(isCopied)).symmetricDifference(found.filter(isCopied))
    let lost = Set(meant.map(\.id)).symmetricDifference(found.map(\.id))
    guard changed.isEmpty, lost.isEmpty else {
      throw MigrationFailure.unmanagedObjects(lost.union(changed.map(\.id)).sorted())
    }
    let newlyBroken = found.map(\.id).filter { !broken.contains($0) }.compactMap { id in
      connection.trouble(with: id).map { BrokenObject(object: id, reason: $0) }
    }
    guard newlyBroken.isEmpty else { throw MigrationFailure.brokenObjects(newlyBroken) }
  }

  private func isCopied(_ object: SchemaObject) -> Bool {
    !script.uncopiedObjects.contains(object.id)
  }
}

extension Connection {
  /// The reason why a view cannot be read; nil for a readable one, and for any other object.
  ///
  /// Triggers are compiled into the statements that fire them, with which the script was tried.
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
