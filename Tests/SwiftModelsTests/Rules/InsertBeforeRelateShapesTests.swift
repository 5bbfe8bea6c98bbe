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
        let last = Player()
        (_, (last.team, _)) = (1, (second, 2))  // warning
        context.insert(last)
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
        let players = (Player(), Player(), Player(), Player(), Player())
        let (a, b, c, d, e) = players
        link(a, to: team)  // warning
        bind(b, to: team)  // warning
        tie(c, to: team)  // warning
        knot(d, to: team)  // warning
        show(e).enter(team)  // warning
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
          player.team = team  // warning
          context.insert(player)
          player.team = team
        }
        if case .pair(let player, let team) = draft { player.team = team }
        switch Draft.pair(Player(), team) {
        case .pair(let player, let team): player.team = team  // warning
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

  @Test(arguments: [
    Shape(
      "a struct has the object, and a method relates",
      """
      struct Box {
        let player: Player
        var score = 0
        func join(_ team: Team) { player.team = team }
        func enter(_ team: Team) { join(team) }
        func save(in context: ModelContext) { context.insert(player) }
      }
      func add(to team: Team, in context: ModelContext) {
        let player = Player()
        Box(player: player).join(team)  // warning
        let box = Box(player: Player())
        box.enter(team)  // warning
        box.player.team = team  // warning
        box.save(in: context)
        box.enter(team)
        box.player.team = team
        context.insert(player)
        Box(player: player).join(team)
      }
      """),
    Shape(
      "a struct gets another object",
      """
      struct Box {
        var player: Player
        func join(_ team: Team) { player.team = team }
        mutating func renew(_ context: ModelContext) {
          player = Player()
          context.insert(player)
        }
        mutating func renewed(_ team: Team, _ context: ModelContext) {
          renew(context)
          player.team = team
        }
      }
      func add(_ known: Player, to team: Team, in context: ModelContext) {
        var box = Box(player: Player())
        box.renew(context)
        box.join(team)
        var other = Box(player: Player())
        other.player = known
        other.join(team)
        var third = Box(player: Player())
        third.renewed(team, context)
        third.join(team)
        let fourth = Box(player: Player())
        let join = fourth.join
        keep(fourth)
        join(team)
        fourth.join(team)
      }
      func keep(_ box: Box) { Storage.shared.context.insert(box.player) }
      """),
    Shape(
      "a builder has an object of its own and gives itself",
      """
      final class PlayerBuilder {
        private let player = Player()
        func with(_ team: Team) -> PlayerBuilder {
          player.team = team
          return self
        }
        func scored(_ score: Int) -> Self {
          player.score = score
          return self
        }
        func kept(_ context: ModelContext) -> PlayerBuilder {
          context.insert(player)
          return self
        }
        func build() -> Player { player }
      }
      func add(to team: Team, in context: ModelContext) {
        _ = PlayerBuilder().scored(1).with(team).kept(context).build()  // warning
        _ = PlayerBuilder().scored(1).kept(context).with(team).build()
        let builder = PlayerBuilder()
        let player = builder.build()
        context.insert(player)
        _ = builder.with(team)
      }
      """),
    Shape(
      "a class has a property that it sets anew",
      """
      final class Editor {
        var draft = Player()
        func pick(_ team: Team) { draft.team = team }
        func save(_ context: ModelContext) {
          context.insert(draft)
          draft = Player()
        }
        func register(_ context: ModelContext) { Center.shared.add(self, context) }
        func finish(_ team: Team, _ context: ModelContext) {
          draft.team = team
          context.insert(draft)
        }
      }
      func add(to team: Team, in context: ModelContext) {
        let editor = Editor()
        editor.pick(team)  // warning
        editor.save(context)
        editor.pick(team)
        let other = Editor()
        other.register(context)
        other.pick(team)
        let third = Editor()
        Center.shared.add(third, context)
        third.pick(team)
        let fourth = Editor()
        fourth.finish(team, context)  // warning
        let fifth = Editor()
        fifth.draft = team.players[0]
        fifth.pick(team)
      }
      func edit(_ editor: Editor, _ team: Team) { editor.pick(team) }
      """),
    Shape(
      "a view shows an object that others made",
      """
      struct PlayerView: View {
        let player: Player
        @Environment(\\.modelContext) private var context
        var body: some View {
          Button("Join") { player.team = team }
          Button("Add") {
            let other = Player()
            context.insert(other)
            player.team?.captain = other
          }
        }
        func save(_ team: Team) {
          player.team = team
          context.insert(player)
        }
      }
      struct TeamView: View {
        var body: some View { PlayerView(player: Player()) }
      }
      """),
  ])
  func `objects that the properties of a value have are followed with it`(_ shape: Shape) {
    Self.expect(shape)
  }
}
