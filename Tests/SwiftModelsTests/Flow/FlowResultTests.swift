import Testing

@testable import SwiftModels

/// The facts about one function after it was followed, without a rule that uses them.
struct FlowResultTests {
  /// A body, and the facts about the relations in it.
  struct Body: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var relations: [String]

    init(_ description: String, _ text: String, _ relations: [String]) {
      testDescription = description
      self.text = text
      self.relations = relations
    }
  }

  static let bodies = [
    Body("nothing is related", "context.insert(Team())", []),
    Body(
      "both are inserted first",
      "let team = Team(), player = Player()\ncontext.insert(team)\ncontext.insert(player)\n"
        + "player.team = team", []),
    Body(
      "one end is given",
      "let player = Player()\nplayer.team = given\ncontext.insert(player)",
      ["2: player.team, new player, inserted at 3"]),
    Body(
      "both are new, and the owner is inserted first",
      "let team = Team(), player = Player()\nteam.players.append(player)\ncontext.insert(team)\n"
        + "context.insert(player)",
      ["2: team.players, new team and player, inserted at 3 and 4, fails: other end inserted at 4"]),
    Body(
      "both are new, and the other end is inserted first",
      "let team = Team(), player = Player()\nteam.players.append(player)\ncontext.insert(player)\n"
        + "context.insert(team)",
      ["2: team.players, new team and player, inserted at 3 and 4"]),
    Body(
      "a function that is called inserts",
      "let player = Player()\nplayer.team = given\nadd(player, to: context)",
      ["2: player.team, new player, inserted at 3"]),
    Body(
      "a function that is called relates",
      "let player = Player()\nlink(player, to: given)\ncontext.insert(player)",
      ["2: player.team, new player, inserted at 3"]),
    Body(
      "nothing is inserted, and a function that is called saves",
      "let team = Team(), player = Player()\nplayer.team = team\ntry store(context)",
      ["2: player.team, new player and team, fails: saved at 3"]),
    Body(
      "nothing is inserted, and nothing saves",
      "let team = Team(), player = Player()\nplayer.team = team",
      ["2: player.team, new player and team, for show"]),
    Body(
      "a closure gives it to a function that is not known",
      "keeper.perform {\nlet made = Player(), team = Team()\nmade.team = team\nreturn made\n}\n"
        + "try context.save()",
      ["3: made.team, new made and team"]),
    Body(
      "a tuple, a struct or a list of somebody else gets it",
      "let team = Team(), player = Player()\nplayer.team = team\nlet pair = (player, 1)\n"
        + "others.append(team)\ntry context.save()",
      ["2: player.team, new player and team"]),
    Body(
      "one of two ways inserts before",
      "let player = Player()\nif given.players.isEmpty { context.insert(player) }\n"
        + "player.team = given", []),
    Body(
      "two contexts",
      "let team = Team(), player = Player()\nModelContext(container).insert(team)\n"
        + "player.team = team\ncontext.insert(player)",
      ["3: player.team, new player, inserted at 4, fails: two contexts"]),
    Body(
      "the identifier is read before the save",
      "let player = Player()\nplayer.team = given\ncontext.insert(player)\n"
        + "let id = player.persistentModelID\ntry context.save()",
      ["2: player.team, new player, inserted at 3"]),
    Body(
      "the identifier is read before the save, and a model keeps it",
      "let player = Player()\nplayer.team = given\ncontext.insert(player)\n"
        + "let last = Last(), id = player.persistentModelID\ntry context.save()\nlast.id = id",
      ["2: player.team, new player, inserted at 3, fails: identified at 4"]),
    Body(
      "the identifier is read after the save",
      "let player = Player()\nplayer.team = given\ncontext.insert(player)\ntry context.save()\n"
        + "let id = player.persistentModelID",
      ["2: player.team, new player, inserted at 3"]),
  ]

  @Test(arguments: bodies)
  func `the relations in a function are known with what happens to their ends`(body: Body) {
    let text = """
      func run(_ given: Team, _ context: ModelContext, _ container: ModelContainer) throws {
      \(body.text)
      }
      func add(_ player: Player, to context: ModelContext) { context.insert(player) }
      func link(_ player: Player, to team: Team) { player.team = team }
      func store(_ context: ModelContext) throws { try context.save() }
      @Model final class Last { var id: PersistentIdentifier?; init() {} }
      """
    #expect(TeamSource.resultOfRun(in: text).map(Self.relations) == body.relations)
  }

  /// The relations, with lines that are counted from the first one of the body.
  private static func relations(_ result: FlowResult) -> [String] {
    result.events.map { event in
      let ends = event.ends.filter(\.isFresh)
      let inserted = ends.flatMap(\.objects)
        .flatMap(result.insertions(of:))
        .map { Int($0.line) - 1 }
      var words = [
        "\(event.position.line - 1): \(event.owner.text ?? "").\(event.properties.joined())",
        "new " + ends.compactMap(\.text).joined(separator: " and "),
      ]
      if !inserted.isEmpty {
        let lines = Set(inserted).sorted().map(String.init).joined(separator: " and ")
        words.append("inserted at \(lines)")
      }
      if let failure = result.failure(of: event) { words.append("fails: \(failure.words)") }
      if result.isForShow(event) { words.append("for show") }
      return words.joined(separator: ", ")
    }
  }
}

extension RelationFailure {
  /// The failure, with its line counted from the first one of the body.
  fileprivate var words: String {
    switch self {
    case .ownerFirst(let other): "other end inserted at \(other.line - 1)"
    case .neverInserted(let save): "saved at \(save.line - 1)"
    case .identifierRead(let read): "identified at \(read.line - 1)"
    case .severalContexts: "two contexts"
    }
  }
}
