/// A bounded queue that passes elements from one thread to another, in order.
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

  /// A queue with room for a number of waiting elements, at least one.
  package init(room: Int) { self.room = max(room, 1) }

  /// Adds an element as soon as there is room.
  ///
  /// - Returns: Whether the element was added; false once either side has ended the queue.
  package func put(_ element: Element) -> Bool {
    state.withLock(once: { $0.elements.count < room || $0.isEnded }) { state in
      guard !state.isEnded else { return false }
      state.elements.append(element)
      return true
    }
  }

  /// Takes the next element as soon as there is one; nil once the queue has ended and is empty.
  package func take() -> Element? {
    state.withLock(once: { !$0.elements.isEmpty || $0.isEnded }) { state in
      state.elements.isEmpty ? nil : state.elements.removeFirst()
    }
  }

  /// Ends the queue from either side; waiting threads continue.
  package func end() { state.withLock { $0.isEnded = true } }
}
