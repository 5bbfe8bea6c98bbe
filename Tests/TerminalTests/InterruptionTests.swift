import Terminal
import Testing

struct InterruptionTests {
  @Test func `a request reaches what is at work, and only that`() {
    let interruption = Interruption()
    let calls = Calls()
    #expect(!interruption.isRequested)
    interruption.whileInterruptible(by: { calls.add("over") }, {})
    interruption.whileInterruptible(by: { calls.add("outer") }) {
      interruption.whileInterruptible(by: { calls.add("inner") }) { interruption.request() }
    }
    #expect(interruption.isRequested)
    #expect(calls.names == ["outer", "inner"])
  }

  @Test func `work that begins after the request is told at once`() {
    let interruption = Interruption()
    interruption.request()
    let calls = Calls()
    let result = interruption.whileInterruptible(by: { calls.add("late") }) { calls.names.count }
    #expect(result == 1)
  }

  /// Names in the order of their calls, all on one thread.
  private final class Calls: @unchecked Sendable {
    private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }
}
