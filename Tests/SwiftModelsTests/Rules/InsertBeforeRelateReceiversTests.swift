import SchemaLint
import Testing

/// Objects whose class is known only from the types that are written.
struct InsertBeforeRelateReceiversTests {
  @Test func `fetched objects are known by their descriptor, in every form`() {
    TeamSource.expectRelations(
      """
      func all(_ context: ModelContext, _ name: String) throws {
        let found = try context.fetch(
          FetchDescriptor(predicate: #Predicate<Team> { $0.name == name }))
        found.first?.players.append(Player())  // warning
        var one = FetchDescriptor<Team>()
        one.fetchLimit = 1
        try context.fetch(one).first?.players.append(Player())  // warning
        try context.enumerate(FetchDescriptor<Team>()) { team in
          team.players.append(Player())  // warning
        }
        try context.enumerate(FetchDescriptor<Team>(), batchSize: 10) { team in
          let player = Player()
          context.insert(player)
          team.players.append(player)
        }
      }
      """)
  }

  @Test func `elements of lists and values of key paths are known by their types`() {
    TeamSource.expectRelations(
      """
      final class Board {
        var byName: [String: Team] = [:]
        func a() { byName["x"]?.players.append(Player()) }
        func b(_ pair: (Team, Int)) { pair.0.players.append(Player()) }
        func c(_ any: Any) {
          if case let team as Team = any { team.players.append(Player()) }  // warning
          switch any {
          case let team as Team: team.players.append(Player())  // warning
          default: break
          }
        }
        func d(_ players: [Player]) {
          players.compactMap(\\.team).forEach { $0.players.append(Player()) }
        }
        func e(_ teams: [Team], _ context: ModelContext) {
          teams.first?.players.append(Player())  // warning
          for (_, team) in teams.enumerated() {
            let player = Player()
            context.insert(player)
            team.players.append(player)
          }
        }
      }
      """)
  }

  @Test func `types in the files hide types of the platform`() {
    TeamSource.expectRelations(
      """
      struct Result<Value, Other> { var value: Value; func get() -> Roster { Roster() } }
      struct Roster { var players: [Player] = [] }
      func a(_ result: Result<Team, Int>) {
        var roster = result.get()
        roster.players.append(Player())
      }
      """)
  }

  @Test func `a view passes the elements of its argument to its closure`() {
    TeamSource.expectRelations(
      """
      import SwiftUI
      struct Screen: View {
        @Query private var teams: [Team]
        var body: some View {
          ForEach(Array(teams.enumerated()), id: \\.offset) { index, team in
            Button("a") { team.players.append(Player()) }  // warning
          }
        }
      }
      """)
  }

  @Test func `closures get the arguments that a function in the files declares`() {
    TeamSource.expectRelations(
      """
      import SwiftUI
      struct Row: View {
        let team: Team
        var onPick: (Team) -> Void
        var body: some View { Text(team.name) }
      }
      struct Picker: View {
        init(_ title: String, done: @escaping (_ team: Team?, Int) -> Void) {}
        var body: some View { Text("a") }
      }
      final class Board {
        func load(_ done: @escaping (Team) -> Void) {}
        func check(_ done: ((Bool) -> Void)? = nil) {}
      }
      struct Screen: View {
        let board: Board
        @State private var isOver = false
        var body: some View {
          Row(team: Team(), onPick: { $0.players.append(Player()) })  // warning
          Picker("a") { team, _ in team?.players.append(Player()) }  // warning
          Text("b")
        }
        func load() {
          board.load { team in team.players.append(Player()) }  // warning
          board.load { team in print(team) }
          board.check { isDone in print(isDone) }
        }
      }
      """)
  }

  @Test func `an alias inside a function hides outer types`() {
    TeamSource.expectRelations(
      """
      func a(_ context: ModelContext) {
        let club = Club()
        context.insert(club)
        club.players.append(Mate())
        typealias Club = Team
        typealias Mate = Player
      }
      func b<Other>(_ other: Other) {
        typealias Team = Other
        let team = Team()
        team.players.append(Player())
      }
      func c(_ context: ModelContext) {
        typealias Pair<Value> = (Value, Value)
        struct Player {}
        typealias Mate = Player
        let team = Team()
        context.insert(team)
        team.players.append(Mate())
      }
      """)
  }

  @Test func `types inside a function know one another, and hide outer types`() {
    TeamSource.expectRelations(
      """
      func shown() {
        struct Team { var players: [Player] = [] }
        struct Holder {
          var team: Team
          mutating func add() { team.players.append(Player()) }
        }
      }
      func used(_ team: Team) {
        struct Holder {
          var team: Team
          func add() { team.players.append(Player()) }  // warning
        }
      }
      """)
  }
}
