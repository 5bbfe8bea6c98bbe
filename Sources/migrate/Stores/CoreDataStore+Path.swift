internal import SchemaExchange
internal import SQLite

extension CoreDataStore {
  /// Whether the store at a path was written by Core Data or SwiftData.
  ///
  /// - Throws: ``Failure`` where there is no database that can be opened.
  static func isCoreDataStore(at path: String) throws -> Bool {
    do throws(StoreOpenError) {
      let connection = try StoreFile.open(path: path, for: .reading)
      // What cannot be read is reported by whoever asks for the store's own catalog next.
      return (try? isCoreDataStore(connection)) ?? false
    } catch {
      throw Failure(error, of: path)
    }
  }
}
