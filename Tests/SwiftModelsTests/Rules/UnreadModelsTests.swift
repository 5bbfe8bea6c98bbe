import Diagnostics
import SwiftModels
import Testing

struct UnreadModelsTests {
  @Test func `models that no release has are said to be unread, once for each file`() {
    let source = SwiftSource(texts: [
      (
        "Debug.swift",
        """
        import SwiftData
        @Model final class Book { init() {} }
        #if DEBUG
        @Model final class Probe { init() {} }
        enum Kept { @Model final class Trace { init() {} } }
        #endif
        #if DEBUG
        @Model final class Sample { init() {} }
        #endif
        """
      ),
      (
        "Plain.swift",
        """
        import SwiftData
        #if os(iOS)
        @Model final class Note { init() {} }
        #endif
        """
      ),
    ])
    expect(
      source.unreadModels.map(line).joined(separator: "\n"),
      is: """
        Debug.swift:4:20: note: 'Probe' and 'Sample' stand in clauses of '#if' that are not read: no rule looks at them [conditional-model]
          Debug.swift:4:20: 'Probe' stands under '#if DEBUG', which no release has, and is left out
          Debug.swift:8:20: 'Sample' stands under '#if DEBUG', which no release has, and is left out
        """)
  }
}
