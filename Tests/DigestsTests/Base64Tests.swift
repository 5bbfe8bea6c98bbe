import Digests
import Testing

struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `bytes are encoded as in the standard, and decoded again`(text: String, base64: String) {
    #expect(Array(text.utf8).base64 == base64)
    #expect(Array(base64: base64) == Array(text.utf8))
  }

  @Test(arguments: [
    "Z", "Zg=", "Z===", "Zm9v!", "Zg==Zg==", "Z=g=", "====", " Zm9", "Zm9\n", "Zm9v-A==",
  ])
  func `text that encodes no bytes is refused`(text: String) {
    #expect(Array(base64: text) == nil)
  }

  @Test func `unused bits that are set are refused only where asked`() {
    for text in ["Zh==", "Zm9=", "Zm9vYh=="] {
      var strict: [UInt8] = []
      let digits = Array(text.utf8)
      #expect(unsafe !digits.withUnsafeBytes { unsafe Base64.decode($0, to: &strict) })
      #expect(Array(base64: text) != nil)
    }
  }
}
