import Testing
import Threads

struct HandoverTests {
  @Test func `everything arrives in order, and no more waits than there is room for`() throws {
    let numbers = Handover<Int>(room: 2)
    let ahead = Guarded(0)
    let most = Guarded(0)
    let work = SideWork {
      defer { numbers.end() }
      for number in 0..<10_000 {
        guard numbers.put(number) else { return }
        let count = ahead.withLock { ahead in
          ahead += 1
          return ahead
        }
        most.withLock { $0 = max($0, count) }
      }
    }
    var taken: [Int] = []
    while let number = numbers.take() {
      ahead.withLock { $0 -= 1 }
      taken.append(number)
    }
    try work.value()
    #expect(taken == Array(0..<10_000))
    // One may have been taken that is not counted as taken yet.
    #expect(most.withLock { $0 } <= 3)
  }

  @Test func `a receiver that stops lets the sender end`() throws {
    let numbers = Handover<Int>(room: 1)
    let work = SideWork {
      var put = 0
      while numbers.put(put) { put += 1 }
      return put
    }
    #expect(numbers.take() == 0)
    numbers.end()
    #expect(try work.value() <= 3)
    while numbers.take() != nil {}
    #expect(!numbers.put(0))
  }
}
