import Diagnostics
import Testing

/// Numbers as people read them.
struct QuantityTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `numbers are grouped by three digits`(number: Int, text: String) {
    #expect(Quantity.grouped(number) == text)
  }

  @Test func `a number stands with its noun`() {
    #expect(Quantity.count(1, "row") == "1 row")
    #expect(Quantity.count(4200, "row") == "4,200 rows")
    #expect(Quantity.count(2, "entity", "entities") == "2 entities")
  }

  @Test func `bytes are counted as long as they are few`() {
    #expect(
      [0, 1, 999, 1000, 12_345].map { Quantity.bytes($0) }
        == ["0 bytes", "1 byte", "999 bytes", "1 kB", "13 kB"])
  }
}
