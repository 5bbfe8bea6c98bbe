import SchemaLint
import Testing

/// The many ways to write a relation, each too soon and each in time.
struct InsertBeforeRelateShapesTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    init(_ description: String, _ text: String) {
      testDescription = description
      self.text = text
    }
  }

  private static let models = """
    @Model final class Team {
      @Relationship(deleteRule: .cascade, inverse: \\Player.team) var players: [Player] = []
      @Relationship(deleteRule: .nullify, inverse: \\Player.captainOf) var captain: Player?
      init() {}
    }
    @Model final class Player {
      var score: Int = 0
      @Relationship(deleteRule: .nullify) var team: Team?
      @Relationship(deleteRule: .nullify) var captainOf: Team?
      init() {}
    }

    """

  private static func expect(_ shape: Shape) {
    MarkedSource([("Models.swift", models), ("Code.swift", shape.text)])
      .expect("insert-before-relate")
  }

  @Test(arguments: [
    Shape(
      "parts of a tuple are assigned",
      """
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        (player.team, player.score) = (team, 1)  // warning
        context.insert(player)
        let other = Player()
        context.insert(other)
        (other.team, other.score) = (team, 1)
      }
      func swap(in context: ModelContext) {
        var (first, second) = (Player(), Team())
        context.insert(second)
        var (third, fourth) = (first, Player())
        context.insert(fourth)
        (third, fourth) = (fourth, third)
        third.team = second
        fourth.team = second  // warning
      }
      func unknown(_ teams: (Team, Int), in context: ModelContext) {
        let player = Player()
        context.insert(player)
        (player.team, player.score) = teams
      }
      """),
    Shape(
      "a property is computed, and its setter relates",
      """
      extension Player {
        var squad: Team? {
          get { team }
          set(wanted) { team = wanted }
        }
        var rank: Int {
          get { score }
          set { score = newValue }
        }
        var watched: Int {
          get { 1 }
          set { print(newValue) }
        }
        func join(_ team: Team) { squad = team }
      }
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        player.rank = 1
        player.watched += 2
        player.squad = team  // warning
        context.insert(player)
        let other = Player()
        context.insert(other)
        other.squad = team
        let third = Player()
        third.join(team)  // warning
        third.squad = nil
        context.insert(third)
      }
      """),
    Shape(
      "a value is wrapped",
      """
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        team.captain = .some(player)  // warning
        team.captain = Optional.some(player)  // warning
        team.captain = Optional(player)  // warning
        context.insert(player)
        team.captain = .some(player)
      }
      """),
    Shape(
      "a helper is generic, or takes what conforms to a protocol",
      """
      protocol Member: PersistentModel { var team: Team? { get set } }
      extension Player: Member {}
      extension Member { func enter(_ team: Team) { self.team = team } }
      func link<P: Player>(_ player: P, to team: Team) { player.team = team }
      func bind<P>(_ player: P, to team: Team) where P: Member { player.team = team }
      func tie(_ player: some Member, to team: Team) { player.team = team }
      func knot(_ player: any Member, to team: Team) { player.team = team }
      func show<P: Member>(_ player: P) -> P { player }
      func add(to team: Team, in context: ModelContext) {
        let (a, b, c, d, e) = (Player(), Player(), Player(), Player(), Player())
        link(a, to: team)  // warning
        bind(b, to: team)
        tie(c, to: team)
        knot(d, to: team)
        show(e).enter(team)
        for player in [a, b, c, d, e] { context.insert(player) }
        link(a, to: team)
        bind(b, to: team)
        tie(c, to: team)
        knot(d, to: team)
        show(e).enter(team)
      }
      """),
    Shape(
      "what a protocol asks for is no relationship of all that conform to it",
      """
      protocol Member { var team: Team? { get set } }
      extension Player: Member {}
      struct Guest: Member { var team: Team? }
      func bind(_ member: any Member, to team: Team) { member.team = team }
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        bind(player, to: team)
        context.insert(player)
      }
      """),
    Shape(
      "a pattern binds a value that is there",
      """
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        if case let found? = Optional(player) { found.team = team }  // warning
        guard case .some(let other) = Optional(player) else { return }
        other.team = team  // warning
        switch Optional(player) {
        case let third?: third.team = team  // warning
        case nil: break
        }
        for case let each? in [Optional(player)] { each.team = team }  // warning
        context.insert(player)
        if case let found? = Optional(player) { found.team = team }
        switch Optional(player) {
        case .some(let third): third.team = team
        case .none: break
        }
      }
      func insert(to team: Team, in context: ModelContext) {
        let player = Player()
        if case let found? = Optional(player) { context.insert(found) }
        player.team = team
      }
      """),
    Shape(
      "a range of a to-many is replaced, or one of its elements",
      """
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        team.players.replaceSubrange(0..<0, with: [player])  // warning
        team.players[0] = player  // warning
        context.insert(player)
        team.players.replaceSubrange(0..<0, with: [player])
        team.players[0] = player
        var list = [Player()]
        list.replaceSubrange(0..<1, with: [Player()])
        list.forEach(context.insert)
        list[0].team = team
      }
      """),
    Shape(
      "an enumeration carries it",
      """
      enum Draft { case one(Player), pair(Player, Team), none }
      func take(_ draft: Draft, _ context: ModelContext) {
        if case .one(let player) = draft { context.insert(player) }
      }
      func add(to team: Team, in context: ModelContext) {
        let draft = Draft.one(Player())
        if case .one(let player) = draft {
          player.team = team
          context.insert(player)
          player.team = team
        }
        if case .pair(let player, let team) = draft { player.team = team }
        switch Draft.pair(Player(), team) {
        case .pair(let player, let team): player.team = team
        case .one(let player): player.team = team
        case .none: break
        }
      }
      func hand(_ team: Team, _ context: ModelContext) {
        let player = Player()
        take(.one(player), context)
        player.team = team
        let other = Player()
        let kept: Draft = .pair(other, team)
        if case .pair(let first, _) = kept { context.insert(first) }
        other.team = team
        let third = Player()
        for case .one(let each) in [Draft.one(third)] { context.insert(each) }
        third.team = team
        let fourth = Player()
        let either = team.players.isEmpty ? Draft.one(fourth) : .pair(Player(), team)
        switch either {
        case .one(let each), .pair(let each, _): context.insert(each)
        case .none: break
        }
        fourth.team = team
      }
      """),
    Shape(
      "an own enumeration has a case 'some'",
      """
      enum Found { case some(Player), none }
      func store(_ found: Found, _ context: ModelContext) {
        if case .some(let player) = found { context.insert(player) }
      }
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        store(.some(player), context)
        player.team = team
      }
      """),
  ])
  func `a relation is found however it is written`(_ shape: Shape) { Self.expect(shape) }

  @Test func `objects that a struct or another object holds are not followed in it`() {
    Self.expect(
      Shape(
        "a struct",
        """
        struct Box {
          var player: Player
          func join(_ team: Team) { player.team = team }
          mutating func renew(_ context: ModelContext) {
            player = Player()
            context.insert(player)
          }
        }
        func add(_ known: Player, to team: Team, in context: ModelContext) {
          let player = Player()
          Box(player: player).join(team)
          var box = Box(player: Player())
          box.player.team = team
          box.renew(context)
          box.join(team)
          let other = Player()
          other.team = team  // warning
          keep(Box(player: other))
        }
        func keep(_ box: Box) { Storage.shared.context.insert(box.player) }
        """))
  }
}
