import Testing

@testable import SwiftModels

struct ByteSearchTests {
  @Test(arguments: ["", "a", "ab", "ba", "aab", "// migrate:ignore", "migrate", "ä", "aaab"])
  func `a text is found wherever it stands`(text: String) {
    for before in ["", "a", "aa", "b", "migrate"] {
      for after in ["", "a", "b"] {
        let whole = before + text + after
        for wanted in ["a", "ab", "aab", "migrate:", "ä", "xyz"] {
          let isFound = Array(whole.utf8).withUnsafeBufferPointer { $0.contains(wanted) }
          #expect(isFound == whole.contains(wanted), "'\(wanted)' in '\(whole)'")
        }
      }
    }
    #expect(Array("a".utf8).withUnsafeBufferPointer { $0.contains("") })
  }
}
