import Testing
import Threads

struct SideWorkTests {
  private struct Trouble: Error, Equatable {}

  @Test func `side work returns its result as often as it is asked`() throws {
    let work = SideWork { (1...100).reduce(0, +) }
    #expect(try work.value() == 5050)
    #expect(try work.value() == 5050)
  }

  @Test func `an error in side work is thrown to every caller`() {
    let work = SideWork { () throws -> Int in throw Trouble() }
    #expect(throws: Trouble()) { try work.value() }
    #expect(throws: Trouble()) { try work.value() }
  }

  @Test func `side work runs while its owner does something else`() throws {
    let state = Guarded((asked: false, answered: false))
    let work = SideWork {
      while !state.withLock({ $0.asked }) {}
      state.withLock { $0.answered = true }
    }
    state.withLock { $0.asked = true }
    while !state.withLock({ $0.answered }) {}
    try work.value()
  }

  @Test func `side work is finished before its owner is released`() {
    let steps = Guarded(0)
    do {
      let work = SideWork { for _ in 0..<1000 { steps.withLock { $0 += 1 } } }
      withExtendedLifetime(work) {}
    }
    #expect(steps.withLock { $0 } == 1000)
  }
}
