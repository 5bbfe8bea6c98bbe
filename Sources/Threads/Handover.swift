/// What one thread hands to another, in order, and never more at once than there is room for.
///
/// ```swift
/// let rows = Handover<Row>(room: 2)
/// let work = SideWork { defer { rows.end() }; while let row = try next(), rows.put(row) {} }
/// while let row = rows.take() { try insert(row) }
/// try work.value()
/// ```
package final class Handover<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isEnded = false
  }

  private let state = Awaited(State())
  private let room: Int

  /// A handover in which so many elements may wait, at least one.
  package init(room: Int) { self.room = max(room, 1) }

  /// Hands something over as soon as there is room.
  ///
  /// - Returns: Whether it may be taken; false once one side has ended.
  package func put(_ element: Element) -> Bool {
    state.withLock(once: { $0.elements.count < room || $0.isEnded }) { state in
      guard !state.isEnded else { return false }
      state.elements.append(element)
      return true
    }
  }

  /// Takes what comes next as soon as it is there; nil once one side has ended and nothing is left.
  package func take() -> Element? {
    state.withLock(once: { !$0.elements.isEmpty || $0.isEnded }) { state in
      state.elements.isEmpty ? nil : state.elements.removeFirst()
    }
  }

  /// Nothing more comes, or nothing more is wanted; whoever waits goes on.
  package func end() { state.withLock { $0.isEnded = true } }
}
