import MigrationPlanner
import SchemaModel
import TestSupport
import Testing

/// The plans of the apps under `Schemas`, from their first version to their last.
struct SystemPlanTests {
  struct System: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var hops: [String]
    var approvals: [String]
  }

  static let systems = [
    System(
      testDescription: "BooksTracker", hops: ["1.0.0 2.0.0 custom, hashes changed"],
      approvals: ["rewrite-relationship:UserLibraryEntry.edition"]),
    System(
      testDescription: "Epilogue",
      hops: [
        "1.0.0 2.0.0 custom, hashes changed", "2.0.0 3.0.0 lightweight, hashes changed",
        "3.0.0 4.0.0 lightweight, hashes changed",
      ], approvals: []),
    System(
      testDescription: "Study", hops: ["1.0.0 1.1.0 lightweight, hashes changed"], approvals: []),
    System(
      testDescription: "TwinMind", hops: ["1.0.0 2.0.0 custom, hashes changed"],
      approvals: [
        "change-inverse:AudioSegment.transcription", "change-inverse:RecordingSession.segments",
        "rewrite-relationship:Transcription.segment",
      ]),
  ]

  @Test(arguments: systems)
  func `every version of an app is reached from its first one`(system: System) throws {
    let history = try RepositorySchemas.history(of: system.testDescription)
    let (first, last) = (try #require(history.versions.first), try #require(history.newest))
    let plan = try Planner.plan(
      history: history, from: first.schema.version, to: last.schema.version)
    let hops = plan.hops.map { hop in
      let hashes = hop.keepsVersionHashes.map { $0 ? "kept" : "changed" } ?? "unknown"
      return "\(hop.source) \(hop.target) \(hop.classification), hashes \(hashes)"
    }
    #expect(hops == system.hops)
    #expect(plan.hops.flatMap(\.changes).compactMap(\.approval) == system.approvals)
    #expect(plan.stages.flatMap(\.requirements) == [])
    #expect(plan.stages.last?.mapping.target == last.schema)
  }
}
