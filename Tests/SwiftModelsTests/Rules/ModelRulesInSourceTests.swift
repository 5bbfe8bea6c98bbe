import Diagnostics
import SchemaLint
import SwiftModels
import Testing

/// What the rules on models say about Swift source.
struct ModelRulesInSourceTests {
  private func found(_ text: String) -> [String] {
    SwiftSource(texts: [("Source.swift", text)]).findings().map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)"
    }
  }

  @Test func `they speak at the place of the property, of the newest version alone`() {
    #expect(
      found(
        """
        import SwiftData
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var description = "" }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book {
            var hash = ""
            @Attribute(originalName: "description") var order = ""
          }
        }
        """) == ["11:9 reserved-name"])
  }

  @Test func `exceptions need a reason and something to except`() {
    #expect(
      found(
        """
        import SwiftData
        @Model final class Book {
          // migrate:ignore reserved-name -- never read by name
          @Attribute(.unique)
          var hash = ""
          var description = ""  // migrate:ignore reserved-name
          // migrate:ignore reserved-name -- renamed since
          var text = ""
        }
        """) == ["6:25 suppression-without-reason", "7:21 unused-suppression"])
  }

  @Test func `a file can be excepted as a whole`() {
    #expect(
      found(
        """
        // migrate:ignore-file reserved-name -- made by a tool
        import SwiftData
        @Model final class Book { var hash = ""; var description = "" }
        """) == [])
  }
}
