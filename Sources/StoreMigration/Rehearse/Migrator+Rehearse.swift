internal import Files
internal import SQLite

extension Migrator {
  /// Migrates a copy of a store, which is then removed, and reports the result.
  ///
  /// The copy is made on the store's disk, so that the disk's limits hold for both. The store itself is only
  /// read.
  ///
  /// - Throws: the errors that keep the store from being copied; ``MigrationError/cancelled(backup:)``. Any
  ///   other end of the copy's migration is in the report.
  public func rehearse(_ store: String) throws(MigrationError) -> RehearsalReport {
    do {
      return try StoreRehearsal(of: store, history: history, options: options).run()
    } catch let error as MigrationError {
      throw error
    } catch let refusal as MigrationRefusal {
      throw .refused([refusal])
    } catch let error as StoreOpenError {
      throw .refused([.state(.unopenable(error))])
    } catch let error as SQLiteError {
      if error.primaryCode == .interrupted { throw .cancelled(backup: nil) }
      throw .refused([.state(.unopenable(StoreOpenError(error, path: store)))])
    } catch {
      throw .refused([.unexpected("\(error)")])
    }
  }
}
