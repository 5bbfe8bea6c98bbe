import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Laws over all models of the repository; tests of one model are in its own file.
struct SystemsTests {
  static let models: [(name: String, versions: [Version])] = [
    ("BooksTracker", [Version(1), Version(2)]),
    ("Epilogue", [Version(1), Version(2), Version(3), Version(4)]),
    ("EpilogueCache", [Version(1)]),
    ("NowThatIKnowMore", [Version(1)]),
    ("Study", [Version(1), Version(1, 1)]),
    ("TwinMind", [Version(1), Version(2)]),
  ]

  @Test func `every folder of schemas is known here`() throws {
    #expect(
      try SchemaReader.systems(inDirectory: RepositorySchemas.folder)
        == Self.models.map { RepositorySchemas.folder + "/" + $0.name })
  }

  @Test(arguments: models)
  func `every version of a model is read without a problem`(
    _ model: (name: String, versions: [Version])
  ) throws {
    let schemas = try RepositorySchemas.history(of: model.name).versions.map(\.schema)
    #expect(schemas.map(\.version) == model.versions)
    #expect(schemas.map(\.name) == model.versions.map { _ in model.name })
  }

  @Test(arguments: models)
  func `a model as a whole has no warning either`(
    _ model: (name: String, versions: [Version])
  ) throws {
    for document in try RepositorySchemas.history(of: model.name).versions {
      #expect(document.schema.validate(sources: document.sources) == [])
    }
  }

  @Test(arguments: models)
  func `every relationship names its inverse and its delete rule, but for TwinMind 1`(
    _ model: (name: String, versions: [Version])
  ) throws {
    for schema in try RepositorySchemas.history(of: model.name).versions.map(\.schema) {
      let isBare = model.name == "TwinMind" && schema.version == Version(1)
      for relationship in schema.entities.flatMap(\.relationships) {
        #expect((relationship.inverse == nil) == isBare, "\(relationship)")
        #expect((relationship.declaredDeleteRule == nil) == isBare, "\(relationship)")
        #expect(relationship.deleteRule != .noAction, "\(relationship)")
      }
    }
  }

  @Test func `every declared query exists under its name`() throws {
    let names = try Self.models.map { model in
      try #require(try RepositorySchemas.history(of: model.name).newest).schema.queries.map(\.name)
    }
    #expect(
      names == [
        [], [],
        ["byHash", "ofBook", "leastRecentlyUsed", "recentDays"],
        ["recipeByIdentity", "recentRecipes", "recipesByTitle", "shelf"],
        [
          "materialsBySubject", "materialsOfLastWeek", "unprocessedMaterials", "tasksDueToday",
          "tasksOverdue", "flashcardsDue",
        ],
        ["sessionsByDate", "segmentsOfSession", "olderThan90Days"],
      ])
  }
}
