internal import SchemaExchange
internal import SchemaModel
internal import SQLite
internal import StoreReading

extension PlatformStore {
  /// The store at a path, if Core Data or SwiftData wrote it; the schema files have the model where it
  /// carries none.
  ///
  /// - Throws: ``Failure`` where there is no database that can be opened.
  static func found(
    at path: String, for purpose: Purpose = .keeping, _ invocation: Invocation
  ) throws -> PlatformStore? {
    guard try isWritten(at: path) else { return nil }
    let histories = try invocation.hasSchemas ? histories(invocation) : []
    return try PlatformStore(at: path, versions: histories.flatMap(\.versions), for: purpose)
  }

  /// The versions of every model whose schema files there are.
  static func histories(_ invocation: Invocation) throws -> [SchemaHistory] {
    try invocation.histories.systems(inDirectory: invocation.schemas())
  }

  /// Whether Core Data or SwiftData wrote the store at a path.
  ///
  /// - Throws: ``Failure`` where there is no database that can be opened.
  static func isWritten(at path: String) throws -> Bool {
    do throws(StoreOpenError) {
      return try isOne(at: path)
    } catch {
      throw Failure(error, of: path)
    }
  }
}
