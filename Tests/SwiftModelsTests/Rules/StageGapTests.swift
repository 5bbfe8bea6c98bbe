import Diagnostics
import SchemaLint
import Testing

struct StageGapTests {
  private static func source(_ stages: String) -> String {
    let versions = (1...3).map { number in
      """
      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title\(number) = "" }
      }
      """
    }
    return """
      import SwiftData
      \(versions.joined(separator: "\n"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
          [
            SchemaV1.self,
            SchemaV2.self,MARK2
            SchemaV3.self,MARK3
          ]
        }
        static var stages: [MigrationStage] { \(stages) }
        static let toV2 = MigrationStage.lightweight(
          fromVersion: SchemaV1.self, toVersion: SchemaV2.self)
        static let toV3 = MigrationStage.custom(
          fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil, didMigrate: nil)
        static let skip = MigrationStage.lightweight(
          fromVersion: SchemaV1.self, toVersion: SchemaV3.self)
      }
      """
  }

  private func expect(_ stages: String, missing: Set<Int>, as severity: String = "error") {
    var text = Self.source(stages)
    for version in 2...3 {
      text = text.replacing(
        "MARK\(version)", with: missing.contains(version) ? "  // \(severity)" : "")
    }
    MarkedSource(text).expect("stage-gap")
  }

  @Test func `versions that no stage leads to from the one before are found`() {
    expect("[toV2]", missing: [3])
    expect("[toV3]", missing: [2])
    expect("[skip]", missing: [2, 3])
  }

  @Test func `whole chains, in any order, and stages that are computed draw nothing`() {
    expect("[toV2, toV3]", missing: [])
    expect("[Self.toV3, Plan.toV2, skip]", missing: [])
    expect("makeStages()", missing: [])
    expect("[toV2] + others", missing: [])
  }

  @Test func `a plan without any stage is doubtful, as apps that have one run`() {
    expect("[]", missing: [2, 3], as: "warning")
    let text = Self.source("[]").replacing("MARK2", with: "").replacing("MARK3", with: "")
    #expect(
      MarkedSource(text).findings(of: "stage-gap").first.map(line) == """
        Source.swift:21:7: warning: no stage leads from 'SchemaV1' to 'SchemaV2', as the plan has \
        none: whether the platform then infers the way is nowhere promised [stage-gap]
          add '.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)', or a custom one
        """)
  }
}
