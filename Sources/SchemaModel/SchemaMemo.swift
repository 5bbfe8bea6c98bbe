internal import Threads

/// What follows from a schema, kept with it from the moment it is first asked for.
///
/// It says nothing of its own: schemas are equal whatever was asked of them.
final class SchemaMemo: Hashable, Sendable {
  struct Values {
    var definitionDigest: String?
    var versionHashes: [String: VersionHashResult]?
  }

  private let values = Guarded(Values())

  /// A value, computed where it is not known yet; two threads may both compute it.
  func value<Value: Sendable>(
    _ path: WritableKeyPath<Values, Value?>, _ compute: () -> Value
  ) -> Value {
    if let known = values.withLock({ $0[keyPath: path] }) { return known }
    let value = compute()
    values.withLock { $0[keyPath: path] = value }
    return value
  }

  static func == (_: SchemaMemo, _: SchemaMemo) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
