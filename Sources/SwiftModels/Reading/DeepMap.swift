internal import Programs
internal import Synchronization
internal import Threads

extension Array where Element: Sendable {
  /// What a transformation makes of each element, in order; several are made at once, on threads
  /// that are deep enough for whatever is nested in source.
  ///
  /// A thread takes the next element when it has done one, so that a few that take long hold up
  /// none, and thousands need no thousands of threads.
  func deepMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let queue = Queue(self)
    let lanes = Array<Int>(0..<Swift.min(count, Self.laneLimit)).concurrentMap { _ in
      DeepThread.value {
        var made: [(position: Int, result: Result)] = []
        while let (position, element) = queue.next() {
          made.append((position, transform(element)))
        }
        return made
      }
    }
    return lanes.flatMap(\.self).sorted { $0.position < $1.position }.map(\.result)
  }

  /// At least as many as a machine has processors; no more run at once than it has.
  private static var laneLimit: Int { 64 }
}

/// Elements that several threads take, each once.
private final class Queue<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let taken = Atomic<Int>(0)

  init(_ elements: [Element]) { self.elements = elements }

  /// The next element with its position; nil when all are taken.
  func next() -> (Int, Element)? {
    let position = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return elements.indices.contains(position) ? (position, elements[position]) : nil
  }
}
