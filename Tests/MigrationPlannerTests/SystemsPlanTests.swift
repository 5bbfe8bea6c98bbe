import Foundation
import MigrationPlanner
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The models of the repository, from their first version to their newest.
struct SystemsPlanTests {
  @Test(arguments: [
    ("BooksTracker", [Classification.custom]),
    ("Epilogue", [.custom, .lightweight, .lightweight]),
    ("EpilogueCache", []),
    ("NowThatIKnowMore", []),
    ("Study", [.lightweight]),
    ("TwinMind", [.custom]),
  ])
  func `each migration is of the kind that its model is an example of`(
    _ model: String, _ kinds: [Classification]
  ) throws {
    #expect(try Self.plan(model).hops.map(\.classification) == kinds)
  }

  @Test(arguments: ["BooksTracker", "Epilogue", "Study", "TwinMind"])
  func `the platform tells all versions of a model apart`(_ model: String) throws {
    #expect(try Self.plan(model).hops.filter { $0.keepsVersionHashes == true } == [])
  }

  @Test func `Epilogue goes from 1 to 4 without anything at risk`() throws {
    let plan = try Self.plan("Epilogue")
    #expect(plan.hops.flatMap(\.changes).compactMap(\.approval) == [])
    #expect(plan.hops.map(\.changes.count) == [3, 1, 11])
    #expect(plan.stages.map(\.mapping.target.version) == [Version(2), Version(4)])
  }

  @Test func `a rename in Study carries the values over`() throws {
    let cards = try #require(try Self.plan("Study").stages.first?.mapping.entity("Flashcard"))
    #expect(cards.layers.map { $0.value(of: "intervalDays") } == [.copied("interval")])
  }

  private static func plan(_ model: String) throws -> MigrationPlan {
    let folder = BuiltProducts.repository.appending(path: "Schemas/\(model)").path
    let history = try SchemaReader.history(inDirectory: folder)
    let (first, last) = (try #require(history.versions.first), try #require(history.newest))
    return try Planner.plan(history: history, from: first.schema.version, to: last.schema.version)
  }
}
