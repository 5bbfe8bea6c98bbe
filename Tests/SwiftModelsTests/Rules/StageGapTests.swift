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

  @Test func `versions without a stage from the previous version are found`() {
    expect("[toV2]", missing: [3])
    expect("[toV3]", missing: [2])
    expect("[skip]", missing: [2, 3])
  }

  @Test func `whole chains draw nothing`() {
    expect("[toV2, toV3]", missing: [])
    expect("[Self.toV2, skip, Plan.toV3]", missing: [])
  }

  @Test func `a version that only the plan's list lacks is one finding, without advice on stages`()
  {
    let text = Self.source("[toV2, toV3]").replacing("MARK2", with: "").replacing("MARK3", with: "")
      .replacing("      SchemaV2.self,\n", with: "")
    let found = MarkedSource(text)
    #expect(found.findings(of: "stage-gap") == [])
    #expect(
      found.findings(of: "version-missing-from-plan").flatMap { $0.notes.map(\.message) }
        == ["the plan is here", "add 'SchemaV2.self' to its 'schemas'"])
  }

  @Test func `a stage that is listed twice is a warning`() {
    let text = Self.source("[toV2, toV3, toV2, toV3, toV3]").replacing("MARK2", with: "")
      .replacing("MARK3", with: "")
    let repeated = MarkedSource(text).findings(of: "stage-gap").filter {
      $0.message.hasPrefix("a second stage")
    }
    #expect(
      repeated.map(line) == [
        """
        Source.swift:26:21: warning: a second stage from 'SchemaV1' to 'SchemaV2' is listed: whether \
        the platform runs one, runs both, or ends the app at launch is nowhere promised [stage-gap]
          list one stage from each version to the next in 'stages'
        """,
        """
        Source.swift:28:21: warning: a second stage from 'SchemaV2' to 'SchemaV3' is listed: whether \
        the platform runs one, runs both, or ends the app at launch is nowhere promised [stage-gap]
          list one stage from each version to the next in 'stages'
        """,
      ])
  }

  @Test func `a stage that is listed after a later one is a warning`() {
    let text = Self.source("[Self.toV3, Plan.toV2, skip]").replacing("MARK2", with: "")
      .replacing("MARK3", with: "")
    MarkedSource(
      text.replacing(
        "toV2 = MigrationStage.lightweight(", with: "toV2 = MigrationStage.lightweight(  // warning"
      )
    ).expect("stage-gap")
  }

  @Test(arguments: [
    "Steps.all", "Steps.made()", "[toV2] + Steps.rest", "Steps.all as [MigrationStage]",
    "var all = [toV2]; all.append(Steps.last); return all",
    "var all: [MigrationStage] = []; all += [toV2]; all.append(contentsOf: Steps.rest); return all",
    "let first = toV2; return [first, rest()[0]]".replacing("rest()[0]", with: "Steps.last"),
    "whole()", "allStages",
  ])
  func `stages are followed to lists and types of their own`(stages: String) {
    let elsewhere = """

      enum Steps {
        static let all = [first] + rest
        static let first: MigrationStage = .lightweight(
          fromVersion: SchemaV1.self, toVersion: SchemaV2.self)
        static var rest: [MigrationStage] { [last] }
        static let last = MigrationStage.custom(
          fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil, didMigrate: nil)
        static func made() -> [MigrationStage] { return all }
      }
      func whole() -> [MigrationStage] { Steps.made() }
      let allStages = whole()
      """
    let text = Self.source(stages).replacing("MARK2", with: "").replacing("MARK3", with: "")
    MarkedSource(text + elsewhere).expect("stage-gap")
    // The stages are read, and not only passed over.
    let gap = Self.source(stages).replacing("MARK2", with: "  // error").replacing(
      "MARK3", with: "")
    MarkedSource(
      (gap + elsewhere).replacing(
        "fromVersion: SchemaV1.self, toVersion: SchemaV2.self",
        with: "fromVersion: SchemaV1.self, toVersion: SchemaV3.self")
    ).expect("stage-gap")
  }

  @Test(arguments: [
    "makeStages()", "[toV2] + others", "[toV2, step(SchemaV3.self)]",
    "if isNew { return [toV2] }; return [toV2, toV3]",
    "[toV2, .custom(fromVersion: SchemaV2.self, toVersion: newest, willMigrate: nil, didMigrate: nil)]",
    "circle",
  ])
  func `stages that cannot be read are reported`(stages: String) {
    let text = Self.source(stages).replacing("MARK2", with: "").replacing("MARK3", with: "")
    let found = MarkedSource(
      text + "\nextension Plan { static var circle: [MigrationStage] { circle } }"
    ).findings(of: "stage-gap")
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "warning not all stages of 'Plan' can be read: whether a stage leads to each version, and "
          + "what the stages do, is not known"
      ])
  }

  /// A plan that has its list of versions in another form.
  private static func source(schemas: String, _ stages: String) -> String {
    let text = Self.source(stages)
    let start = text.firstRange(of: "    [\n      SchemaV1.self")?.lowerBound ?? text.endIndex
    let end = text.firstRange(of: "MARK3\n    ]")?.upperBound ?? text.endIndex
    return text[..<start] + schemas + text[end...]
      + """

      enum Versions {
        static let all: [any VersionedSchema.Type] = [SchemaV1.self] + rest
        static var rest: [any VersionedSchema.Type] { [SchemaV2.self, Self.last] }
        static let last: any VersionedSchema.Type = SchemaV3.self
        static func made() -> [any VersionedSchema.Type] { return all }
        static var circle: [any VersionedSchema.Type] { circle }
      }
      func allVersions() -> [any VersionedSchema.Type] { Versions.made() }
      """
  }

  @Test(arguments: [
    "Versions.all", "Versions.made()", "[SchemaV1.self] + Versions.rest", "allVersions()",
    "var all = [any VersionedSchema.Type](); all.append(SchemaV1.self); all += Versions.rest; return all",
    "let first = SchemaV1.self; return [first, SchemaV2.self, Versions.last]",
  ])
  func `versions are followed to lists and types of their own`(schemas: String) {
    MarkedSource(Self.source(schemas: schemas, "[toV2, toV3]")).expect("stage-gap")
    let gap = MarkedSource(Self.source(schemas: schemas, "[toV2]")).findings(of: "stage-gap")
    #expect(
      gap.map { $0.message.prefix { $0 != ":" } } == [
        "no stage leads from 'SchemaV2' to 'SchemaV3'"
      ])
  }

  @Test(arguments: [
    "makeVersions()", "Versions.some", "[SchemaV1.self, newest]", "Versions.circle",
    "if isNew { return [SchemaV1.self] }; return Versions.all", "[SchemaV1.self, SchemaV4.self]",
  ])
  func `versions that cannot be read are reported`(schemas: String) {
    let found = MarkedSource(Self.source(schemas: schemas, "[toV2]")).findings(of: "stage-gap")
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "warning not all versions of 'Plan' can be read: whether the plan lists each version, "
          + "whether stages lead to each, and what the stages do, is not known"
      ])
  }

  @Test func `versions in the wrong order are reported with the right order`() {
    let text = Self.source("[toV2, toV3]").replacing("MARK2", with: "").replacing("MARK3", with: "")
      .replacing(
        "SchemaV1.self,\n      SchemaV2.self,", with: "SchemaV2.self,\n      SchemaV1.self,")
    #expect(
      MarkedSource(text).findings(of: "stage-gap").map(line) == [
        """
        Source.swift:21:7: error: 'SchemaV1' is listed after 'SchemaV2', which is newer: a plan lists \
        its versions in their order [stage-gap]
          list the versions from the oldest to the newest
        """
      ])
  }

  @Test func `a plan without any stage is doubtful, as apps that have one run`() {
    expect("[]", missing: [2, 3], as: "warning")
    let text = Self.source("[]").replacing("MARK2", with: "").replacing("MARK3", with: "")
    #expect(
      MarkedSource(text).findings(of: "stage-gap").first.map(line) == """
        Source.swift:21:7: warning: no stage leads from 'SchemaV1' to 'SchemaV2', as the plan has \
        none: whether the platform then infers the migration is nowhere promised [stage-gap]
          add a stage: '.custom(…)' with code if objects or values have to be carried over, else \
        '.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)'
        """)
  }
}
