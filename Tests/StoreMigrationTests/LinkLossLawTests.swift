import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// The lost links that a plan reports, compared with the links that objects have afterwards, by
/// their names.
struct LinkLossLawTests {
  @Test(arguments: LinkedModel.Change.allCases)
  func `every lost link is reported, and no reported link stays`(
    change: LinkedModel.Change
  ) throws {
    var migrated = 0
    for seed: UInt64 in 0..<16 where try keepsLaw(change, seed) { migrated += 1 }
    // Links of which only one may stay are refused, not lost.
    #expect(migrated >= 10)
  }

  /// Whether a random model and its content are migrated, and the law holds for them.
  private func keepsLaw(_ change: LinkedModel.Change, _ seed: UInt64) throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let model = LinkedModel(change, using: &random)
    let history = try SchemaHistory(model.before, model.after(using: &random))
    let (old, new) = (history.versions[0].schema, history.versions[1].schema)
    let store = try TestStore(
      history.oldest, filledBy: LinkedModel.content(of: old, using: &random))
    let before = try LinkedModel.links(in: store, of: old)
    let names = try objects(of: store, old)
    // A removal next to an addition may be a rename, which is a question of its own.
    let dropped = Set(LinkedModel.droppedEnds(from: old, to: new).map { "drop-relationship:\($0)" })
    let plan = try Migrator(
      history: history, options: .testing { $0.allowedLosses = dropped }
    ).plan(for: store.path)
    let told = plan.losses.filter { $0.kind.unit == .links }
    #expect(told.allSatisfy { $0.approval != nil })

    let options = MigrationOptions.testing {
      $0.allowedLosses = dropped.union(plan.losses.compactMap(\.approval))
    }
    do throws(MigrationError) {
      _ = try Migrator(history: history, options: options).apply(to: store.path)
    } catch {
      #expect(error.exitStatus == 3 || error.exitStatus == 4, "\(change) \(seed)")
      return false
    }
    let after = Set(try LinkedModel.links(in: store, of: new).joined())
    let remaining = Set(try objects(of: store, new))
    let lost = before.filter { link in
      !link.contains(where: after.contains) && link.contains { remaining.contains($0.object) }
    }
    let count = Int(told.compactMap(\.count).reduce(0, +))
    #expect(count >= lost.count, "\(change) \(seed): \(lost.map(\.[0]))")
    // Links of a relationship that is dropped at both ends are reported once, unless objects become others.
    if names.allSatisfy(remaining.contains) {
      let tellers = change == .mergeInto ? 2 : 1
      #expect(count <= lost.count * tellers, "\(change) \(seed): \(lost.map(\.[0]))")
    }
    return true
  }

  private func objects(of store: TestStore, _ schema: Schema) throws -> [String] {
    try schema.entities.flatMap { try store.lines("SELECT name FROM \"\($0.name)\"") }
  }
}
