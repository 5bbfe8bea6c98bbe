internal import SQLite
internal import StoreLayout

/// The checksum of the lost data, by which it is distinguished from other data of the same amount.
final class LossTally {
  private var sum = ContentChecksum()
  private var isComplete = true

  /// Adds the rows of a query, and returns their number; nil if some value cannot be read.
  func add(_ query: String, _ connection: Connection) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      let found = try connection.checksum(of: SQL(raw: query))
      sum = sum + found
      return found.rows
    } catch {
      guard error.isAboutRows else { throw error }
      isComplete = false
      return nil
    }
  }

  /// The checksum since the last call; nil if a part of it is missing.
  func take() -> String? {
    defer { (sum, isComplete) = (ContentChecksum(), true) }
    return isComplete ? sum.description : nil
  }
}
