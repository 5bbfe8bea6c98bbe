import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct SupportedVersionsTests {
  /// Three versions: the first step changes a type, which the platform does not infer.
  private static func source(listing versions: String, stages: String) -> SwiftSource {
    let types = ["String", "Int", "Int"].enumerated().map { place, type in
      """
      enum V\(place + 1): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(place + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book {
          var pages: \(type) = \(type)()
          \(place == 2 ? "var title: String = \"\"" : "")
        }
      }
      """
    }
    return SwiftSource(texts: [
      (
        "Models.swift",
        """
        import SwiftData
        \(types.joined(separator: "\n"))
        enum LibraryPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [\(versions)] }
          static var stages: [MigrationStage] { [\(stages)] }
        }
        """
      )
    ])
  }

  private static let stages = """
    .lightweight(fromVersion: V1.self, toVersion: V2.self),
    .lightweight(fromVersion: V2.self, toVersion: V3.self)
    """

  @Test(
    arguments: [
      ([:], ["lightweight-stage-not-inferred"]), (["Library": Version(2)], []),
      (["Other": Version(2)], ["lightweight-stage-not-inferred"]),
    ] as [([String: Version], [String])])
  func `a migration from a version that is not in the field draws nothing`(
    oldest: [String: Version], codes: [String]
  ) {
    let source = Self.source(listing: "V1.self, V2.self, V3.self", stages: Self.stages)
    #expect(source.findings(oldestSupported: oldest).map(\.code) == codes)
  }

  @Test(arguments: [(1, ["version-missing-from-plan"]), (2, [])] as [(Int, [String])])
  func `a plan may leave out released versions that are not in the field`(
    oldest: Int, codes: [String]
  ) {
    let all = Self.source(listing: "V1.self, V2.self, V3.self", stages: Self.stages)
    let documents = all.schemas().versions
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(3),
      pinned: documents.map { ReleasedVersion(releasing: $0) })
    let source = Self.source(
      listing: "V2.self, V3.self",
      stages: ".lightweight(fromVersion: V2.self, toVersion: V3.self)")
    let found = source.findings(
      released: [released], oldestSupported: ["Library": Version(oldest)])
    #expect(
      found.filter { $0.code == "version-missing-from-plan" && $0.severity != .note }.map(\.code)
        == codes)
  }
}
