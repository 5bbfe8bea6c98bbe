internal import Programs
internal import Synchronization
internal import Threads

extension Array where Element: Sendable {
  /// The results of a transformation of each element, in order, computed on several threads.
  ///
  /// The threads have stacks that are deep enough for any nesting in source code. A thread takes the next
  /// element when it has finished one, so a slow element does not hold up the others.
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

  /// The greatest number of threads, at least as many as a machine's processors.
  private static var laneLimit: Int { 64 }
}

/// A queue from which several threads take each element once.
private final class Queue<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let taken = Atomic<Int>(0)

  init(_ elements: [Element]) { self.elements = elements }

  /// The next element with its index; nil when all are taken.
  func next() -> (Int, Element)? {
    let position = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return elements.indices.contains(position) ? (position, elements[position]) : nil
  }
}
