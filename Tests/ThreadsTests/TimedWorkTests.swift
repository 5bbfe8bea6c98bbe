import Foundation
import Threads
import Testing

// Work that goes on beside the rest counts for all that ask.
@Suite(.serialized) struct TimedWorkTests {
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

  @Test func `a limited amount of work runs late, and no other begins until some of it ends`() {
    let isOver = Guarded(false)
    let begun = Guarded(0)
    func value() -> Int? {
      TimedWork.value(withinMilliseconds: 20) { () -> Int in
        begun.withLock { $0 += 1 }
        while !isOver.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
        return 7
      }
    }
    for _ in 0...TimedWork.abandonedLimit { #expect(value() == nil) }
    #expect(begun.withLock { $0 } <= TimedWork.abandonedLimit)
    isOver.withLock { $0 = true }
    var answer: Int?
    for _ in 0..<1000 where answer == nil {
      answer = value()
      Thread.sleep(forTimeInterval: 0.001)
    }
    #expect(answer == 7)
  }
}
