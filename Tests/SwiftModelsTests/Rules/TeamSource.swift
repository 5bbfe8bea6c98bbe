import SchemaLint
import Testing

@testable import SwiftModels

/// Source about two models that are related to each other.
enum TeamSource {
  static let models = """
    import SwiftData
    @Model final class Team {
      var name: String = ""
      @Relationship(deleteRule: .cascade, inverse: \\Player.team) var players: [Player] = []
      init(name: String = "") { self.name = name }
    }
    @Model final class Player {
      var score: Int = 0
      @Relationship(deleteRule: .nullify) var team: Team?
      init() {}
    }

    """

  /// The result of following the function 'run' in code with the models.
  static func resultOfRun(in code: String) -> FlowResult? {
    let files = [("Models.swift", models), ("Run.swift", code)]
    let flow = ProgramFlow(
      SourceProgram(files.map { SourceReader.facts(of: $0.1, path: $0.0) }))
    return flow.results.first { flow.functions[$0.id].facts.name == "run" }?.result
  }

  /// Expects that `insert-before-relate` finds the marked lines in code with the models, and
  /// nothing else.
  static func expectRelations(
    _ code: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    MarkedSource([("Models.swift", models), ("Code.swift", code)])
      .expect("insert-before-relate", sourceLocation: sourceLocation)
  }
}
