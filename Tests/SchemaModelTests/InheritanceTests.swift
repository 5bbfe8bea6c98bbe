import Diagnostics
import SchemaModel
import Testing

struct InheritanceTests {
  /// Entities of which each has the parent of that number, or none, or one that is not there.
  private static func schema(_ parents: [Int?]) throws -> Schema {
    let entities = parents.enumerated().map { number, parent in
      Entity("E\(number)", parent: parent.map { "E\($0)" })
    }
    return Schema(
      name: "S", version: try #require(Version("1.0.0")), entities: entities)
  }

  /// What a lineage is, step by step.
  private static func lineage(of name: String, in schema: Schema) -> [String] {
    var names: [String] = []
    var next: String? = name
    while let current = next, let entity = schema.entity(named: current),
      !names.contains(current)
    {
      names.append(current)
      next = entity.parent
    }
    return names
  }

  @Test func `a lineage ends at its root, at a missing parent, or before it repeats itself`() throws
  {
    // Each of four entities inherits from nothing, from any of them, or from one that is missing.
    let choices: [Int?] = [nil, 0, 1, 2, 3, 9]
    for code in 0..<(choices.count * choices.count * choices.count * choices.count) {
      var rest = code
      let parents = (0..<4).map { _ in
        defer { rest /= choices.count }
        return choices[rest % choices.count]
      }
      let schema = try Self.schema(parents)
      for entity in schema.entities {
        let expected = Self.lineage(of: entity.name, in: schema)
        #expect(schema.lineage(of: entity.name).map(\.name) == expected)
        #expect(schema.root(of: entity.name)?.name == expected.last)
        for other in schema.entities {
          #expect(
            schema.isEntity(entity.name, orDescendantOf: other.name)
              == expected.contains(other.name))
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `a chain of many parents is validated in no time`() throws {
    let schema = try Self.schema([nil] + (0..<2000).map { $0 })
    #expect(schema.validate().filter { $0.severity == .error } == [])
  }
}
