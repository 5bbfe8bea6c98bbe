import SchemaModel
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Links that are replaced by links to new objects: they are reported whatever numbers the objects
/// have.
struct ReplacedLinkTests {
  private static let first = """
    schema: Notes
    version: 1.0.0
    entities:
      Note:
        attributes: {text: string, tag: string?}
        relationships: {label: {toOne: Tag?, inverse: notes}}
      Tag:
        attributes: {name: string?}
        relationships: {notes: {toMany: Note, inverse: label}}

    """

  private static func history(_ map: String) throws -> SchemaHistory {
    try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, map: {Tag: {\(map)}}}\n")
  }

  private static let made = "name: {using: tag}, where: tag IS NOT NULL, link: Note.label"
  private static let options = MigrationOptions.testing {
    $0.allowedLosses = ["rewrite-relationship:Note.label"]
  }

  @Test func `a link to an object with the number of a new object is replaced as well`() throws {
    let history = try Self.history("from: {Note: {\(Self.made)}}")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Tag (_id, name) VALUES (1, 'old'), (3, 'older');
        INSERT INTO Note (_id, text, tag, label) VALUES (1, 'a', 'x', 1), (2, 'b', 'y', 3),
          (3, 'c', 'z', NULL), (4, 'd', NULL, 1), (5, 'e', 'v', 1);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map(\.message) == [
        "lost: 3 links of Note.label, of the objects with _id 1, 2, 5"
      ])
    #expect(failure(of: store, history)?.exitStatus == 3)
    _ = try migrated(store, history, Self.options)
    #expect(
      try store.lines("SELECT text, name FROM Note LEFT JOIN Tag ON label = Tag._id ORDER BY text")
        == ["a x", "b y", "c z", "d old", "e v"])
  }

  @Test(arguments: 0..<40)
  func `the reported number of links is the number that lead elsewhere afterwards`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let merges = random.bool(0.3)
    let history = try Self.history(
      "from: {Note: {\(Self.made)}}" + (merges ? ", dedupe: {by: [name], keep: first}" : ""))
    let tags = Array((1...12).shuffled(using: &random).prefix(.random(in: 1...6, using: &random)))
    let notes = Array((1...12).shuffled(using: &random).prefix(.random(in: 1...9, using: &random)))
    var content = tags.map { "INSERT INTO Tag (_id, name) VALUES (\($0), 'tag \($0)');" }
    for note in notes {
      let tag = random.pick(["NULL", "'x'", "'tag \(random.pick(tags))'"])
      let label = random.bool(0.3) ? "NULL" : "\(random.pick(tags))"
      content.append(
        "INSERT INTO Note (_id, text, tag, label) "
          + "VALUES (\(note), 'note \(note)', \(tag), \(label));")
    }
    let store = try TestStore(history.oldest, filledBy: content.joined(separator: "\n"))
    let links = "SELECT text, name FROM Note JOIN Tag ON label = Tag._id ORDER BY text"
    let before = try store.lines(links)
    let told = try Migrator(history: history, options: .testing()).plan(for: store.path).losses
    let summary = try migrated(store, history, Self.options)
    // Existing tags keep their numbers; others may have the same name.
    let first = tags.map { "\($0)" }.joined(separator: ", ")
    let condition = merges ? "1" : "label IN (\(first))"
    let after = Set(
      try store.lines(links.replacing("ORDER BY", with: "WHERE \(condition) ORDER BY")))
    let lost = before.filter { !after.contains($0) }
    #expect(told.compactMap(\.count).reduce(0, +) == Int64(lost.count), "seed \(seed)")
    #expect(summary.losses == told.map { approved($0) }, "seed \(seed)")
    let losers = Set(
      lost.compactMap { line in line.split(separator: " ").dropFirst().first.flatMap { Int64($0) } }
    )
    #expect(losers.isSuperset(of: told.flatMap(\.numbers)), "seed \(seed)")
    #expect(told.allSatisfy { $0.numbers.count == min(5, losers.count) }, "seed \(seed)")
  }

  private func approved(_ loss: Effect) -> Effect {
    var loss = loss
    loss.isApproved = true
    return loss
  }
}
