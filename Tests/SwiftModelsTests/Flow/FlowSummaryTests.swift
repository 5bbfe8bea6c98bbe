import Testing

@testable import SwiftModels

/// The summary of one function for its callers, without a rule that uses it.
struct FlowSummaryTests {
  /// A function named 'run', and its summary.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var summary: [String]

    init(_ description: String, _ text: String, _ summary: [String]) {
      testDescription = description
      self.text = text
      self.summary = summary
    }
  }

  static let functions = [
    Case("it does nothing", "func run(_ player: Player) {}", []),
    Case(
      "it inserts",
      "func run(_ player: Player, _ context: ModelContext) { context.insert(player) }",
      ["0 inserted", "changes"]),
    Case(
      "it inserts on one of two ways",
      "func run(_ player: Player?, _ context: ModelContext) {\n"
        + "if let player { context.insert(player) } }",
      ["0 escaped", "changes"]),
    Case(
      "it inserts along with another",
      "func run(_ player: Player, _ context: ModelContext) {\n"
        + "let team = Team(); context.insert(team); player.team = team }",
      ["0 inserted along", "0.team = other", "changes"]),
    Case(
      "somebody else gets it",
      "func run(_ player: Player) { Storage.shared.keep(player) }", ["0 escaped"]),
    Case(
      "it relates",
      "func run(_ player: Player, to team: Team) { player.team = team }",
      ["0.team = 1", "changes"]),
    Case(
      "it relates and inserts then",
      "func run(_ player: Player, to team: Team, _ context: ModelContext) {\n"
        + "player.team = team; context.insert(player) }",
      ["0 inserted", "1 inserted along", "changes"]),
    Case(
      "it inserts and relates then",
      "func run(_ player: Player, to team: Team, _ context: ModelContext) {\n"
        + "context.insert(player); player.team = team }",
      ["0 inserted", "1 inserted along", "other.team = 1", "changes"]),
    Case(
      "a helper relates",
      "func run(_ player: Player, to team: Team) { link(player, team) }\n"
        + "func link(_ player: Player, _ team: Team) { player.team = team }",
      ["0.team = 1", "changes"]),
    Case(
      "a helper of a helper inserts",
      "func run(_ player: Player, _ context: ModelContext) { keep(player, context) }\n"
        + "func keep(_ player: Player, _ context: ModelContext) { add(player, context) }\n"
        + "func add(_ player: Player, _ context: ModelContext) { context.insert(player) }",
      ["0 inserted", "changes"]),
    Case(
      "it calls itself",
      "func run(_ player: Player, _ team: Team) { player.team = team; run(player, team) }",
      ["0 escaped", "1 escaped", "0.team = 1", "changes", "hands on"]),
    Case("it makes an object", "func run() -> Player { Player() }", ["returns new"]),
    Case(
      "it makes an object and inserts it",
      "func run(_ context: ModelContext) -> Player {\n"
        + "let player = Player(); context.insert(player); return player }",
      ["returns inserted", "changes"]),
    Case(
      "it finds an object or makes one",
      "func run(_ context: ModelContext) throws -> Player {\n"
        + "try context.fetch(FetchDescriptor<Player>()).first ?? Player() }",
      ["returns found or new"]),
    Case(
      "it returns what it is given", "func run(_ player: Player) -> Player { player }",
      ["returns given 0"]),
    Case(
      "it makes a context",
      "func run(_ container: ModelContainer) -> ModelContext { ModelContext(container) }",
      ["returns new context"]),
    Case(
      "it saves", "func run(_ context: ModelContext) throws { try context.save() }", ["saves"]),
    Case(
      "it rolls back", "func run(_ context: ModelContext) { context.rollback() }", ["rolls back"]),
    Case(
      "a context goes somewhere", "func run(_ context: ModelContext) { Other.use(context) }",
      ["hands on"]),
  ]

  @Test(arguments: functions)
  func `the effects of a function are known to its callers`(function: Case) {
    #expect(TeamSource.resultOfRun(in: function.text)?.summary.words == function.summary)
  }
}

extension FlowSummary {
  /// The summary, a line for each fact.
  fileprivate var words: [String] {
    let fates = fates.map { "\($0.key.word) \($0.value.word)" }.sorted()
    let relations = relations.map { "\($0.owner.word).\($0.property) = \($0.value.word)" }
    let effects = [
      effects.changes ? "changes" : nil, effects.saves ? "saves" : nil,
      effects.rollsBack ? "rolls back" : nil, effects.handsOn ? "hands on" : nil,
    ]
    return fates + relations + (returned == .unknown ? [] : ["returns \(returned.word)"])
      + effects.compactMap(\.self)
  }
}

extension FlowSummary.End {
  fileprivate var word: String {
    switch self {
    case .itself: "itself"
    case .parameter(let place): "\(place)"
    case .other: "other"
    }
  }
}

extension FlowSummary.Fate {
  fileprivate var word: String {
    switch self {
    case .inserted(let byName): byName ? "inserted" : "inserted along"
    case .escaped: "escaped"
    }
  }
}

extension FlowSummary.Returned {
  fileprivate var word: String {
    switch self {
    case .given(let end): "given \(end.word)"
    case .new: "new"
    case .inserted: "inserted"
    case .foundOrNew: "found or new"
    case .newContext: "new context"
    case .unknown: "unknown"
    }
  }
}
