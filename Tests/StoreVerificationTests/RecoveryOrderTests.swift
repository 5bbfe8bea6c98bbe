import StoreVerification
import Testing

/// The order of links that exist is reported where it is another, and comes back where that is safe.
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
    let plan = try pair.apply(relinking: true)
    return (plan, try order(in: pair))
  }

  @Test func `other positions are reported, and stay`() throws {
    let (plan, order) = try plan(
      "UPDATE Book_tags SET _order_tags = 10 - _order_tags WHERE books = 1")
    #expect(plan.links(.differingOrders).map(\.text) == ["3 Book.tags"])
    #expect(plan.isEmpty && plan.hasDifferences)
    #expect(order == [[1, 9], [2, 8], [3, 7], [4, 1], [5, 2]])
  }

  @Test func `positions that were lost come back where no other is there`() throws {
    let (plan, order) = try plan(
      """
      UPDATE Book_tags SET _order_tags = NULL WHERE books = 1 OR tags = 5;
      UPDATE Book_tags SET _order_tags = 7 WHERE tags = 4;
      """)
    #expect(plan.links(.emptiedOrders).map(\.text) == ["3 Book.tags"])
    #expect(plan.links(.differingOrders).map(\.text) == ["2 Book.tags"])
    #expect(!plan.isEmpty)
    #expect(order == [[1, 1], [2, 2], [3, 3], [4, 7], [5, nil]])
  }

  @Test func `objects that come back have the links and the order of the backup`() throws {
    let (plan, order) = try plan(
      "DELETE FROM Book_tags WHERE tags IN (1, 3); DELETE FROM Tag WHERE _id IN (1, 3)")
    #expect(plan.returning == ["2 Tag"])
    #expect(plan.links == 2)
    #expect(order == [[1, 1], [2, 2], [3, 3], [4, 1], [5, 2]])
  }

  @Test func `without being wanted lost positions are reported`() throws {
    let pair = try RecoveryPair(
      Self.library, Self.content, "UPDATE Book_tags SET _order_tags = NULL")
    let plan = try pair.plan()
    #expect(plan.links(.emptiedOrders).map(\.text) == ["5 Book.tags"])
    #expect(plan.isEmpty && plan.hasDifferences)
  }

  @Test func `links that led nowhere in the backup are counted`() throws {
    let pair = try RecoveryPair(
      Self.library, Self.content + "INSERT INTO Book_tags VALUES (1, 9, 4), (2, 8, 3);",
      "DELETE FROM Book_tags WHERE books = 1; DELETE FROM Book WHERE _id = 1")
    let plan = try pair.plan()
    #expect(plan.links == 3)
    #expect(plan.lostLinks == 1)
  }
}
