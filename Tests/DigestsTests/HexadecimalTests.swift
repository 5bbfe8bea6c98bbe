import Digests
import Testing

struct HexadecimalTests {
  @Test func `every byte is written as two digits, and read back from them`() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect([0x00, 0x0f, 0xa0, 0xff].hexadecimal == "000fa0ff")
    #expect(Array(hexadecimal: bytes.hexadecimal) == bytes)
    #expect(Array(hexadecimal: "FFa0") == [0xff, 0xa0])
  }

  @Test(arguments: ["0", "0g", "é0", " 00", "0x"])
  func `text that is not pairs of digits gives no bytes`(text: String) {
    #expect(Array(hexadecimal: text) == nil)
  }
}
