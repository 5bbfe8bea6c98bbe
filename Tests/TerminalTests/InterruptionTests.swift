import Terminal
import Testing

struct InterruptionTests {
  @Test func `a request is remembered`() {
    let interruption = Interruption()
    #expect(!interruption.isRequested)
    interruption.request()
    #expect(interruption.isRequested)
  }
}
