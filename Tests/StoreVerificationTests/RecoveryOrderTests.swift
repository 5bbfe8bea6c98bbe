import StoreVerification
import Testing

/// The order of links that are there is told where it is another, and comes back where that is safe.
struct RecoveryOrderTests {
  private static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        relationships: {tags: {toMany: Tag, inverse: books, delete: nullify, ordered: true}}
      Tag:
        relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Book (_id) VALUES (1), (2);
    INSERT INTO Tag (_id) VALUES (1), (2), (3), (4), (5);
    INSERT INTO Book_tags (books, tags, _order_tags) VALUES
      (1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 4, 1), (2, 5, 2);
    """

  private func order(in pair: RecoveryPair) throws -> [[Int64?]] {
    try pair.numbers("SELECT tags, _order_tags FROM Book_tags ORDER BY tags")
  }

  private func plan(_ damage: String) throws -> (plan: RecoveryPlan, order: [[Int64?]]) {
    let pair = try RecoveryPair(Self.library, Self.content, damage)
    var options = RecoveryOptions()
    options.relinks = true
    let shown = try StoreRecoverer.plan(
      storeAt: pair.store.path, from: pair.donor.path, options: options)
    let plan = try StoreRecoverer.apply(
      storeAt: pair.store.path, from: pair.donor.path, options: options
    ) { _ in "/backups/a.json" }.plan
    #expect(plan == shown)
    return (plan, try order(in: pair))
  }

  @Test func `another order is told, and stays`() throws {
    let (plan, order) = try plan(
      "UPDATE Book_tags SET _order_tags = 10 - _order_tags WHERE books = 1")
    #expect(plan.differingOrders.map(\.text) == ["2 Book.tags"])
    #expect(plan.isEmpty && plan.hasDifferences)
    #expect(order == [[1, 9], [2, 8], [3, 7], [4, 1], [5, 2]])
  }

  @Test func `other numbers for the same order are no difference`() throws {
    let (plan, _) = try plan("UPDATE Book_tags SET _order_tags = _order_tags * 10")
    #expect(plan.differingOrders == [] && !plan.hasDifferences)
  }

  @Test func `positions that were lost come back where none contradicts them`() throws {
    let (plan, order) = try plan(
      """
      UPDATE Book_tags SET _order_tags = NULL WHERE tags IN (2, 5);
      UPDATE Book_tags SET _order_tags = 7 WHERE tags = 4;
      """)
    #expect(plan.emptiedOrders.map(\.text) == ["1 Book.tags"])
    #expect(plan.differingOrders.map(\.text) == ["1 Book.tags"])
    #expect(!plan.isEmpty)
    #expect(order == [[1, 1], [2, 2], [3, 3], [4, 7], [5, nil]])
  }

  @Test func `without being wanted lost positions are told`() throws {
    let pair = try RecoveryPair(
      Self.library, Self.content, "UPDATE Book_tags SET _order_tags = NULL")
    let plan = try StoreRecoverer.plan(storeAt: pair.store.path, from: pair.donor.path)
    #expect(plan.emptiedOrders.map(\.text) == ["5 Book.tags"])
    #expect(plan.isEmpty && plan.hasDifferences)
  }

  @Test func `links that led nowhere in the backup are counted`() throws {
    let pair = try RecoveryPair(
      Self.library, Self.content + "INSERT INTO Book_tags VALUES (1, 9, 4), (2, 8, 3);",
      "DELETE FROM Book_tags WHERE books = 1; DELETE FROM Book WHERE _id = 1")
    let plan = try StoreRecoverer.plan(storeAt: pair.store.path, from: pair.donor.path)
    #expect(plan.links == 3)
    #expect(plan.lostLinks == 1)
  }
}
