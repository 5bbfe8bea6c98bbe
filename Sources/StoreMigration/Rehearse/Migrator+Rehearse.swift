internal import Files
internal import SQLite

extension Migrator {
  /// Migrates a copy of a store, which is then removed, and tells how that went.
  ///
  /// The copy is made on the disk of the store, so that what holds for it holds for the store. The
  /// store itself is only read.
  ///
  /// - Throws: what keeps the store from being copied; ``MigrationError/cancelled(backup:)``. How a
  ///   migration of the copy ends otherwise is in the report.
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
