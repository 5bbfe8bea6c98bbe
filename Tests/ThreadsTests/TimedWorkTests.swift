import Threads
import Testing

struct TimedWorkTests {
  @Test func `work that is done in time gives its value`() {
    #expect(TimedWork.value(withinMilliseconds: 60_000) { 7 } == 7)
  }

  @Test func `work that takes longer is not waited for`() {
    let isOver = Guarded(false)
    let value = TimedWork.value(withinMilliseconds: 20) { () -> Int in
      while !isOver.withLock({ $0 }) {}
      return 7
    }
    #expect(value == nil)
    isOver.withLock { $0 = true }
  }
}
