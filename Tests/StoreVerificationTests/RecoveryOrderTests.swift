import StoreVerification
import Testing

/// Links come back with their positions.
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
    let plan = try pair.apply()
    return (plan, try order(in: pair))
  }

  @Test func `positions of existing links stay as they are`() throws {
    let (plan, order) = try plan(
      """
      UPDATE Book_tags SET _order_tags = 10 - _order_tags WHERE books = 1;
      DELETE FROM Book_tags WHERE tags = 5; DELETE FROM Tag WHERE _id = 5
      """)
    #expect(plan.returning == ["1 Tag"])
    #expect(order == [[1, 9], [2, 8], [3, 7], [4, 1], [5, 2]])
  }

  @Test func `objects that come back have the links and the order of the backup`() throws {
    let (plan, order) = try plan(
      "DELETE FROM Book_tags WHERE tags IN (1, 3); DELETE FROM Tag WHERE _id IN (1, 3)")
    #expect(plan.returning == ["2 Tag"])
    #expect(plan.links == 2)
    #expect(order == [[1, 1], [2, 2], [3, 3], [4, 1], [5, 2]])
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
