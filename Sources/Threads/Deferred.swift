/// A value that is made when it is first asked for.
///
/// All deferred values are equal, so that a comparison of the values around them does not make them: what
/// they are made from must be compared instead.
package final class Deferred<Value: Sendable>: Hashable, Sendable {
  private let known = Guarded<Value?>(nil)
  private let make: @Sendable () -> Value

  /// A value that a closure makes.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  package var value: Value {
    known.withLock { known in
      let value = known ?? make()
      known = value
      return value
    }
  }

  package static func == (_: Deferred, _: Deferred) -> Bool { true }

  package func hash(into _: inout Hasher) {}
}
