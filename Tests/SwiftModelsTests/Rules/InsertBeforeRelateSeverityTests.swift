import Diagnostics
import SchemaLint
import SwiftModels
import Testing

/// The evidence that makes an early relation an error, and the one finding that each object gets.
struct InsertBeforeRelateSeverityTests {
  @Test func `an owner that is inserted before a new other end is an error`() {
    TeamSource.expectRelations(
      """
      func appended(in context: ModelContext) {
        let team = Team()
        let player = Player()
        team.players.append(player)  // error
        context.insert(team)
        context.insert(player)
      }
      func assigned(in context: ModelContext) {
        let team = Team()
        let player = Player()
        player.team = team  // error
        context.insert(player)
        context.insert(team)
      }
      func each(in context: ModelContext) {
        let team = Team()
        let players = [Player(), Player()]
        team.players = players  // error
        context.insert(team)
        players.forEach { context.insert($0) }
      }
      """)
  }

  @Test func `an order that the platform's documentation shows is advice`() {
    TeamSource.expectRelations(
      """
      func toExisting(_ team: Team, in context: ModelContext) throws {
        let player = Player()
        player.team = team  // warning
        context.insert(player)
        try context.save()
      }
      func otherEndFirst(in context: ModelContext) throws {
        let team = Team()
        let player = Player()
        team.players.append(player)  // warning
        context.insert(player)
        context.insert(team)
        try context.save()
      }
      @Model final class Locker {
        @Relationship(deleteRule: .nullify) var player: Player?
        init() {}
      }
      struct Form {
        let team: Team
        func add(in context: ModelContext) throws {
          let player = Player()
          team.players.append(player)  // warning
          let locker = Locker()
          locker.player = player  // warning
          context.insert(locker)
          context.insert(player)
        }
      }
      func ofExisting(_ team: Team, in context: ModelContext) throws {
        let player = Player()
        player.team = team  // warning
        let locker = Locker()
        locker.player = player  // warning
        context.insert(locker)
        context.insert(player)
        try context.save()
      }
      func rootAlone(in context: ModelContext) throws {
        let team = Team()
        team.players.append(Player())  // warning
        context.insert(team)
        try context.save()
      }
      func leftToTheOwner(_ team: Team, in context: ModelContext) throws {
        let player = Player()
        team.players.append(player)  // warning
        try context.save()
      }
      """)
  }

  @Test func `an object saved but never inserted is an error, and a note where nothing saves`() {
    TeamSource.expectRelations(
      """
      func forgotten(in context: ModelContext) throws {
        let team = Team()
        let player = Player()
        player.team = team  // error
        try context.save()
      }
      func forgottenByHelper(in context: ModelContext) throws {
        let player = Player()
        player.team = Team()  // error
        try finish(context)
      }
      func finish(_ context: ModelContext) throws { try context.save() }
      func shown() {
        let player = Player()
        player.team = Team()  // note
        print(player.score)
      }
      func savedBefore(in context: ModelContext) throws {
        try context.save()
        let player = Player()
        player.team = Team()  // note
        print(player.score)
      }
      func handedOut(in context: ModelContext) throws -> Player {
        let player = Player()
        player.team = Team()  // warning
        try context.save()
        return player
      }
      """)
  }

  @Test func `ends in two contexts are an error`() {
    TeamSource.expectRelations(
      """
      func across(_ container: ModelContainer) {
        let first = ModelContext(container)
        let second = ModelContext(container)
        let team = Team()
        let player = Player()
        first.insert(team)
        player.team = team  // error
        second.insert(player)
      }
      """)
  }

  @Test func `an identifier that is read before the save and passed on is an error`() {
    TeamSource.expectRelations(
      """
      @Model final class Visit {
        var player: PersistentIdentifier?
        init(player: PersistentIdentifier? = nil) { self.player = player }
      }
      actor Coaching { func train(_ id: PersistentIdentifier) {} }
      func stored(_ team: Team, _ visit: Visit, in context: ModelContext) throws {
        let player = Player()
        player.team = team  // error
        context.insert(player)
        visit.player = player.persistentModelID
        try context.save()
      }
      func storedLater(_ team: Team, in context: ModelContext) throws {
        let player = Player()
        player.team = team  // error
        context.insert(player)
        let id = player.persistentModelID
        try context.save()
        context.insert(Visit(player: id))
      }
      func sent(_ team: Team, _ coaching: Coaching, in context: ModelContext) async {
        let player = Player()
        player.team = team  // error
        context.insert(player)
        let ids = [player.persistentModelID]
        for id in ids { await coaching.train(id) }
      }
      func sentToOtherContext(_ team: Team, _ container: ModelContainer, in context: ModelContext) {
        let player = Player()
        player.team = team  // error
        context.insert(player)
        let other = ModelContext(container)
        print(other.model(for: player.persistentModelID), context.model(for: player.persistentModelID))
      }
      func encoded(_ team: Team, in context: ModelContext) throws -> Data {
        let player = Player()
        player.team = team  // error
        context.insert(player)
        return try JSONEncoder().encode(player.persistentModelID)
      }
      """)
  }

  @Test func `an identifier that is only shown, or read after the save, makes no error`() {
    TeamSource.expectRelations(
      """
      func marked(_ team: Team, in context: ModelContext) -> Set<PersistentIdentifier> {
        let player = Player()
        player.team = team  // warning
        context.insert(player)
        var marked: Set<PersistentIdentifier> = []
        marked.insert(player.persistentModelID)
        print(context.model(for: player.persistentModelID))
        return marked
      }
      func late(_ team: Team, in context: ModelContext) throws -> PersistentIdentifier {
        let player = Player()
        player.team = team  // warning
        context.insert(player)
        try context.save()
        return player.persistentModelID
      }
      """)
  }

  @Test func `where an identifier is read too soon, the advice is to save first, too`() {
    let source =
      TeamSource.models + """

        func early(_ team: Team, in context: ModelContext) throws -> Data {
          let player = Player()
          player.team = team
          context.insert(player)
          return try JSONEncoder().encode(player.persistentModelID)
        }
        """
    let notes = SwiftSource(texts: [("Models.swift", source)]).findings(released: [])
      .filter { $0.code == "insert-before-relate" }.flatMap(\.notes).map(\.message)
    #expect(
      notes == [
        "the identifier is read here",
        "insert first, relate then: insert 'player' above this line; line 16 inserts too late; and save "
          + "before line 17 reads the identifier",
      ])
  }

  @Test func `tests and previews draw notes, whatever they do`() {
    let code = """
      func fails(in context: ModelContext) throws {
        let team = Team()
        team.players.append(Player())  // note
        context.insert(team)
        let player = Player()
        player.team = Team()  // note
        try context.save()
      }
      """
    MarkedSource([("Models.swift", TeamSource.models), ("Tests/TeamTests.swift", code)])
      .expect("insert-before-relate")
    let preview = code.replacing("func fails", with: "func samplePlayers")
    MarkedSource([("Models.swift", TeamSource.models), ("Sample.swift", preview)])
      .expect("insert-before-relate")
  }

  @Test func `an object has one finding with all of its places`() {
    let found = MarkedSource(
      TeamSource.models + """
        func add(_ names: [String], to team: Team, in context: ModelContext) {
          let player = Player()
          player.team = team
          if names.isEmpty { team.players.append(player) }
          context.insert(player)
        }
        """
    ).findings(of: "insert-before-relate")
    #expect(found.count == 1)
    #expect(
      found.flatMap(\.notes).map { "\($0.location?.line ?? 0): \($0.message)" } == [
        "0: insert first, relate then: insert 'player' above this line; line 16 inserts too late",
        "15: 'team.players' gets another object here, before 'player' is inserted",
      ])
  }

  /// The body of a function, and the finding on its early relation.
  struct Words: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var message: String
    var evidence: String?
  }

  static let words = [
    Words(
      testDescription: "advice",
      body: "player.team = old; context.insert(player)",
      message: "'player.team' is set before 'player' is inserted into a context: early releases "
        + "of SwiftData lost such a link, or crashed on saving"),
    Words(
      testDescription: "the owner first",
      body: "player.team = team; context.insert(player)\n  context.insert(team)",
      message: "'player.team' is set before 'player' and 'team' are inserted into a context, and "
        + "the other end is inserted after its owner: in this order the link is reported to be "
        + "lost or to crash the app",
      evidence: "16: the other end is inserted here"),
    Words(
      testDescription: "nothing inserted",
      body: "player.team = team\n  try context.save()",
      message: "'player.team' is set, and nothing inserts 'player' and 'team' before the save: "
        + "what is not inserted is not stored",
      evidence: "16: the save is here"),
    Words(
      testDescription: "two contexts",
      body: "other.insert(team); player.team = team; context.insert(player)",
      message: "'player.team' is set before 'player' is inserted into a context, and its ends go "
        + "into two contexts: the app crashes where they are linked"),
    Words(
      testDescription: "an identifier",
      body: "player.team = old; context.insert(player)\n  coder.encode(player.persistentModelID)",
      message: "'player.team' is set before 'player' is inserted into a context, and its "
        + "identifier is read before the save and goes elsewhere: the identifier is only temporary until "
        + "then",
      evidence: "16: the identifier is read here"),
  ]

  @Test(arguments: words)
  func `a finding says why it is an error`(words: Words) {
    let found = MarkedSource(
      TeamSource.models + """
        func add(_ old: Team, in context: ModelContext, _ container: ModelContainer) throws {
          let other = ModelContext(container)
          let player = Player(), team = Team()
          \(words.body)
        }
        """
    ).findings(of: "insert-before-relate")
    #expect(found.map(\.message) == [words.message])
    let places = found.flatMap(\.notes).compactMap { note in
      note.location.map { "\($0.line): \(note.message)" }
    }
    #expect(places == [words.evidence].compactMap(\.self))
  }
}
