import SchemaLint
import Testing

/// Ways to insert an object, and names that mean something else, which are no mistakes.
struct InsertBeforeRelateWaysTests {
  @Test func `deferred code runs before the caller has the object`() {
    TeamSource.expectRelations(
      """
      func made(in context: ModelContext) -> Player {
        let player = Player()
        defer { context.insert(player) }
        player.score = 1
        return player
      }
      func early(in context: ModelContext, _ isNew: Bool) -> Player {
        let player = Player()
        defer { context.insert(player) }
        guard isNew else { return player }
        player.score = 2
        return player
      }
      func add(to team: Team, in context: ModelContext) {
        made(in: context).team = team
        early(in: context, true).team = team
        let player: Player = {
          let player = Player()
          defer { context.insert(player) }
          return player
        }()
        player.team = team
      }
      func late(to team: Team, in context: ModelContext) -> Player {
        let player = Player()
        defer { context.insert(player) }
        player.team = team  // warning
        return player
      }
      """)
  }

  @Test func `deferred code around a 'do' does not run where an error is caught in it`() {
    TeamSource.expectRelations(
      """
      func add(_ isNew: Bool, to team: Team, in context: ModelContext) {
        let player = Player()
        defer { player.team = team }
        do {
          guard isNew else { throw CancellationError() }
          context.insert(player)
        } catch {
          context.insert(player)
        }
      }
      """)
  }

  @Test func `a subclass may insert what its superclass leaves alone`() {
    TeamSource.expectRelations(
      """
      class Repository {
        func store(_ player: Player) { fatalError("overridden") }
        func made() -> Player { Player() }
        func add(to team: Team) {
          let player = made()
          player.team = team
          let other = Player()
          store(other)
          other.team = team
        }
      }
      final class Database: Repository {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        override func store(_ player: Player) { context.insert(player) }
        override func made() -> Player {
          let player = super.made()
          context.insert(player)
          return player
        }
      }
      func add(to team: Team, in repository: Repository) {
        let player = Player()
        repository.store(player)
        player.team = team
      }
      class Plain { func keep(_ player: Player) { player.score = 1 } }
      final class Special: Plain { func keep(_ score: Int, _ player: Player) {} }
      func addTo(_ team: Team, in plain: Plain) {
        let player = Player()
        plain.keep(player)
        player.team = team  // warning
      }
      """)
  }

  @Test func `an object that has a context is inserted`() {
    TeamSource.expectRelations(
      """
      extension Player {
        func join(_ team: Team) {
          if modelContext != nil { self.team = team }
        }
        func joinBehind(_ team: Team) {
          guard modelContext != nil else { return }
          self.team = team
        }
        func joinIn(_ team: Team) {
          guard let context = modelContext, team.modelContext == context else { return }
          self.team = team
        }
        func joinUnless(_ team: Team) {
          if modelContext == nil || team.modelContext == nil { return }
          self.team = team
        }
      }
      func relate(_ player: Player, _ team: Team) {
        if player.modelContext != nil { player.team = team }
      }
      func add(to team: Team, _ others: [Player], in context: ModelContext) {
        let player = Player()
        player.join(team)
        player.joinBehind(team)
        player.joinIn(team)
        player.joinUnless(team)
        relate(player, team)
        if player.modelContext === context { player.team = team }
        if player.modelContext?.hasChanges == true { player.team = team }
        for player in [player] where !(player.modelContext == nil) { player.team = team }
        context.insert(player)
      }
      func wrong(_ team: Team, in context: ModelContext) {
        let player = Player()
        player.team = team  // warning
        let other = Player()
        if other.modelContext != nil { print(other) }
        other.team = team
        context.insert(player)
        context.insert(other)
      }
      """)
  }

  @Test func `types inside a function hide models`() {
    TeamSource.expectRelations(
      """
      func inClass() {
        class Player { var team: String? }
        let player = Player()
        player.team = "A"
      }
      func before() {
        func inner() {
          let player = Player()
          player.team = "A"
        }
        class Player { var team: String? }
        inner()
      }
      func inStruct(_ isOn: Bool) {
        if isOn {
          struct Team { var players: [Int] = [] }
          var team = Team()
          team.players.append(3)
          let other: Team = .init()
          other.players.append(3)
        }
      }
      enum Board { final class Player { var team = 0 } }
      func aliased() {
        typealias Player = Board.Player
        let player = Player()
        player.team = 2
      }
      protocol Joining: AnyObject {
        var team: Int { get set }
        init()
      }
      func generic<Player: Joining>(_ type: Player.Type) {
        let player = Player()
        player.team = 3
      }
      protocol Maker { associatedtype Player: Joining }
      extension Maker {
        func make() {
          let player = Player()
          player.team = 1
        }
      }
      class Base { final class Player { var team = 0 } }
      final class Derived: Base {
        func make() {
          let player = Self.Player()
          player.team = 3
        }
      }
      func outside(_ team: Team, in context: ModelContext) {
        do { struct Player {} }
        let player = Player()
        player.team = team  // warning
        context.insert(player)
      }
      """)
  }

  @Test func `a type of another module is not a model of this module`() {
    TeamSource.expectRelations(
      """
      import GameKit
      func add() {
        let player = GameKit.Player()
        player.team = 3
      }
      """)
    MarkedSource([
      ("App/Models/Models.swift", TeamSource.models),
      (
        "App/Game/Code.swift",
        """
        import Models
        func add(to team: Models.Team, in context: ModelContext) {
          let player = Models.Player()
          player.team = team  // warning
          context.insert(player)
        }
        """
      ),
    ]).expect("insert-before-relate")
  }

  @Test func `a wrapper around a variable may insert its value`() {
    TeamSource.expectRelations(
      """
      @propertyWrapper struct Inserted<Value: PersistentModel> {
        var wrappedValue: Value
        init(wrappedValue: Value, _ context: ModelContext) {
          context.insert(wrappedValue)
          self.wrappedValue = wrappedValue
        }
      }
      func add(to team: Team, in context: ModelContext) {
        @Inserted(context) var player = Player()
        player.team = team
        @Bindable var other = Player()
        other.team = team  // warning
        context.insert(other)
      }
      """)
  }

  @Test func `a closure that is kept under a name hides a function`() {
    TeamSource.expectRelations(
      """
      func link(_ player: Player, _ team: Team) { player.team = team }
      struct Board {
        var link: (Player, Team) -> Void
        func add(to team: Team) { link(Player(), team) }
      }
      func guarded(_ board: Board?, _ team: Team) {
        guard let link = board?.link else { return }
        link(Player(), team)
      }
      func looped(_ board: Board, _ team: Team) {
        for link in [board.link] { link(Player(), team) }
      }
      enum Move { case run((Player, Team) -> Void) }
      func chosen(_ move: Move, _ team: Team) {
        switch move {
        case .run(let link): link(Player(), team)
        }
      }
      func plain(_ team: Team) {
        link(Player(), team)  // warning
      }
      """)
  }

  @Test func `a call on an optional may insert its value`() {
    TeamSource.expectRelations(
      """
      extension Optional where Wrapped: PersistentModel {
        func insert(_ context: ModelContext) { if let self { context.insert(self) } }
      }
      func add(to team: Team, in context: ModelContext) {
        let player: Player? = Player()
        player.insert(context)
        player?.team = team
      }
      """)
  }

  @Test func `all clauses of an '#if' are read`() {
    TeamSource.expectRelations(
      """
      func other(_ team: Team, in context: ModelContext) {
        #if os(iOS)
          let player = Player()
          context.insert(player)
          player.team = team
        #else
          let player = Player()
          player.team = team  // warning
          context.insert(player)
        #endif
      }
      func third(_ team: Team, in context: ModelContext) {
        #if os(iOS)
          print(1)
        #elseif os(macOS)
          let player = Player()
          player.team = team  // warning
          context.insert(player)
        #else
          func add() {
            let player = Player()
            player.team = team  // warning
            context.insert(player)
          }
          add()
        #endif
      }
      func simulated(_ team: Team, in context: ModelContext) {
        let player = Player()
        #if targetEnvironment(simulator)
          player.team = team  // note
        #endif
        context.insert(player)
      }
      """)
  }

  @Test func `a closure that runs later is responsible for objects that it makes itself`() {
    TeamSource.expectRelations(
      """
      func later(_ team: Team, in context: ModelContext) {
        let player = Player()
        DispatchQueue.main.async {
          player.team = team
          context.insert(player)
        }
        Task { @MainActor in
          let other = Player()
          other.team = team  // warning
          context.insert(other)
        }
      }
      func inserted(_ team: Team, in context: ModelContext) {
        let player = Player()
        Task { player.team = team }
        context.insert(player)
        let first = Player()
        Task {
          context.insert(first)
          first.team = team
        }
        let shared = Player()
        Task { context.insert(shared) }
        Task {
          shared.team = team
          context.insert(shared)
        }
        let handed = Player()
        Task {
          handed.team = team
          context.insert(handed)
        }
        keep(handed)
      }
      """)
  }

  @Test func `objects of a list, of a view and of an actor keep their class`() {
    TeamSource.expectRelations(
      """
      struct Board: View {
        let teams: [Team]
        let context: ModelContext
        func add() {
          teams.first?.players.append(Player())  // warning
          let team = teams.last
          let player = Player()
          team?.players.append(player)  // warning
          context.insert(player)
        }
        var body: some View {
          ForEach(teams) { team in
            Button("Add") {
              let player = Player()
              team.players.append(player)  // warning
              context.insert(player)
            }
          }
          List(Array(teams.enumerated()), id: \\.offset) { place, team in
            Button("Add") {
              let player = Player()
              context.insert(player)
              team.players.append(player)
            }
          }
        }
      }
      @ModelActor actor Store {
        func add(to id: PersistentIdentifier) {
          guard let team = self[id, as: Team.self] else { return }
          let player = Player()
          team.players.append(player)  // warning
          modelContext.insert(player)
        }
      }
      """)
  }
}
