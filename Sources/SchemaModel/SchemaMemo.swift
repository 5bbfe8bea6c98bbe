internal import Threads

/// Values that are derived from a schema, stored with it from their first use.
///
/// All memos are equal, so that the comparison of schemas does not depend on their memos.
final class SchemaMemo: Hashable, Sendable {
  struct Values {
    var definitionDigest: String?
    var versionHashes: [String: VersionHashResult]?
  }

  private let values = Guarded(Values())

  /// A value, computed if it is not stored yet; two threads may both compute it.
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
