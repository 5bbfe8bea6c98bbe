import Diagnostics
import SchemaLint
import Testing

/// Objects that are found or made, as the case may be.
struct InsertBeforeRelateSeveralTests {
  @Test func `an object that is made where none is found must be inserted, too`() {
    TeamSource.expectRelations(
      """
      func a(_ context: ModelContext, _ player: Player) throws {
        player.team = try context.fetch(FetchDescriptor<Team>()).first ?? Team()  // warning
      }
      func b(_ context: ModelContext, _ player: Player) throws {
        var team = try context.fetch(FetchDescriptor<Team>()).first
        if team == nil { team = Team() }
        player.team = team  // warning
        context.insert(team!)
      }
      func c(_ context: ModelContext, _ player: Player) throws {
        let team: Team
        if let found = try context.fetch(FetchDescriptor<Team>()).first {
          team = found
        } else {
          team = Team()
        }
        player.team = team  // warning
        try context.save()
      }
      func d(_ isOld: Bool, _ old: Team, _ player: Player) {
        player.team = isOld ? old : Team()  // warning
      }
      func found(_ context: ModelContext) throws -> Team {
        if let found = try context.fetch(FetchDescriptor<Team>()).first { return found }
        return Team()
      }
      func e(_ context: ModelContext, _ player: Player) throws {
        player.team = try found(context)  // warning
      }
      """)
  }

  @Test func `an object that is inserted in the branch that makes it draws nothing`() {
    TeamSource.expectRelations(
      """
      func a(_ context: ModelContext, _ player: Player) throws {
        let team: Team
        if let found = try context.fetch(FetchDescriptor<Team>()).first {
          team = found
        } else {
          team = Team()
          context.insert(team)
        }
        player.team = team
      }
      func b(_ context: ModelContext, _ player: Player) throws {
        let found = try context.fetch(FetchDescriptor<Team>()).first
        let team = found ?? Team()
        if found == nil { context.insert(team) }
        player.team = team
      }
      func c(_ context: ModelContext, _ player: Player) throws {
        let found = try context.fetch(FetchDescriptor<Team>()).first
        let team = found ?? Team()
        if found != nil {
          player.team = team
        } else {
          context.insert(team)
          player.team = team
        }
      }
      func d(_ context: ModelContext, _ player: Player) throws {
        let found = try context.fetch(FetchDescriptor<Team>()).first
        let team = found ?? Team()
        guard found != nil else {
          context.insert(team)
          player.team = team
          return
        }
        player.team = team
      }
      func e(_ context: ModelContext, _ player: Player) throws {
        let team = try context.fetch(FetchDescriptor<Team>()).first ?? Team()
        context.insert(team)
        player.team = team
      }
      func f(_ context: ModelContext, _ player: Player) throws {
        let old = try context.fetch(FetchDescriptor<Team>())
        let new = Team()
        for team in old + [new] where team !== new { player.team = team }
        context.insert(new)
      }
      func foundOrInserted(_ context: ModelContext) throws -> Team {
        if let found = try context.fetch(FetchDescriptor<Team>()).first { return found }
        let team = Team()
        context.insert(team)
        return team
      }
      func foundOrNew(_ context: ModelContext) throws -> Team {
        try context.fetch(FetchDescriptor<Team>()).first ?? Team()
      }
      func h(_ context: ModelContext, _ player: Player) throws {
        player.team = try foundOrInserted(context)
        let team = try foundOrNew(context)
        if team.modelContext == nil { context.insert(team) }
        player.team = team
      }
      func g(_ context: ModelContext, _ player: Player) throws {
        let found = try context.fetch(FetchDescriptor<Team>()).first
        let team = found ?? Team()
        if found == nil {
          context.insert(team)
          try context.save()
          return
        }
        player.team = team
      }
      """)
  }

  @Test func `no lines are shown that would make an object where one is found`() {
    let found = MarkedSource([
      ("Models.swift", TeamSource.models),
      (
        "Code.swift",
        """
        func a(_ context: ModelContext, _ player: Player) throws {
          player.team = try context.fetch(FetchDescriptor<Team>()).first ?? Team()
        }
        """
      ),
    ]).findings(of: "insert-before-relate")
    #expect(
      found.flatMap(\.notes).map(\.message) == [
        "insert first, relate then: insert 'team' above this line"
      ])
  }

  @Test func `objects that a class keeps are not followed`() {
    TeamSource.expectRelations(
      """
      final class Draft {
        let context: ModelContext
        var player: Player?
        var seen: Player? { didSet { context.insert(seen!) } }
        var other: Player?
        init(context: ModelContext) { self.context = context }
        func start(_ team: Team) {
          player = Player()
          player?.team = team
          context.insert(player!)
        }
        func insertFirst(_ team: Team) {
          self.player = Player()
          context.insert(self.player!)
          self.player?.team = team
        }
        func observed(_ team: Team) {
          seen = Player()
          seen?.team = team
        }
        func byOther(_ team: Team) {
          other = Player()
          keep()
          other?.team = team
        }
        func keep() { context.insert(other!) }
        func byUnknown(_ team: Team, _ saver: Saver) {
          other = Player()
          saver.save()
          other?.team = team
        }
      }
      """)
  }
}
