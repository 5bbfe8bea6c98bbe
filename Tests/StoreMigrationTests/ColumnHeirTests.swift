import Diagnostics
import MigrateKit
import MigrationPlanner
import SQLite
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// Columns of a table of an existing database that get a foreign key, or lose one: the values in
/// these columns stay.
struct ColumnHeirTests {
  private static let database = """
    CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE booking (id INTEGER PRIMARY KEY, room_id INTEGER, h INTEGER);
    INSERT INTO room VALUES (1, 'r'), (2, 's');
    INSERT INTO booking VALUES (1, 1, 2), (2, 2, 3), (3, NULL, 1);
    """
  private static let linkedDatabase = database.replacing(
    "room_id INTEGER,", with: "room_id INTEGER REFERENCES room (id) ON DELETE SET NULL,")

  private static let plain = """
    entities:
      room: {table: room, primaryKey: [id], attributes: {id: {type: int, sqlType: INTEGER}, name: string?}}
      booking:
        table: booking
        primaryKey: [id]
        attributes: {id: {type: int, sqlType: INTEGER}, room_id: {type: int?, sqlType: INTEGER}, h: {type: int?, sqlType: INTEGER}}

    """
  private static let linked = """
    entities:
      room:
        table: room
        primaryKey: [id]
        attributes: {id: {type: int, sqlType: INTEGER}, name: string?}
        relationships: {bookings: {toMany: booking, inverse: room, delete: nullify}}
      booking:
        table: booking
        primaryKey: [id]
        attributes: {id: {type: int, sqlType: INTEGER}, h: {type: int?, sqlType: INTEGER}}
        relationships: {room: {toOne: room?, inverse: bookings, delete: nullify, column: room_id}}

    """
  private static let rows = "SELECT id, room_id, h FROM booking ORDER BY id"

  private static let kept = "the tables change, and all other values stay"

  private func plan(_ store: ExistingStore) throws -> (changes: [String], losses: [Effect]) {
    let plan = try store.migrator.plan(for: store.path)
    #expect(plan.obstacles == [])
    let changes = plan.migration.hops.flatMap(\.changes)
      .map { "\($0.change.code):\($0.change.subject) \($0.risk): \($0.reason)" }
    return (changes, plan.losses)
  }

  @Test func `a column that gets a foreign key keeps its values, and needs no approval`() throws {
    let store = try ExistingStore(Self.database, [Self.plain, Self.linked])
    let (changes, losses) = try plan(store)
    #expect(
      changes == [
        "change-attribute-to-relationship:booking.room none: \(Self.kept)",
        "add-relationship:room.bookings none: \(Self.kept)",
      ])
    #expect(losses == [])
    #expect(try store.migrated(Self.rows) == ["1 1 2", "2 2 3", "3 NULL 1"])
  }

  @Test func `a column that loses its foreign key keeps its values, and needs no approval`() throws
  {
    let store = try ExistingStore(Self.linkedDatabase, [Self.linked, Self.plain])
    let (changes, losses) = try plan(store)
    #expect(
      changes == [
        "change-relationship-to-attribute:booking.room_id none: \(Self.kept)",
        "drop-relationship:room.bookings none: \(Self.kept)",
      ])
    #expect(losses == [])
    #expect(try store.migrated(Self.rows) == ["1 1 2", "2 2 3", "3 NULL 1"])
  }

  @Test func `renamedFrom keeps the values where the column gets another name`() throws {
    let renamed = Self.linked.replacing("column: room_id", with: "renamedFrom: room_id")
    let store = try ExistingStore(Self.database, [Self.plain, renamed])
    #expect(try plan(store).changes.first?.hasPrefix("change-attribute-to-relationship:") == true)
    #expect(
      try store.migrated("SELECT id, room, h FROM booking ORDER BY id")
        == ["1 1 2", "2 2 3", "3 NULL 1"])
  }

  @Test func `renamedFrom of a property that stays is an error`() throws {
    let both = Self.linked.replacing("column: room_id", with: "renamedFrom: room_id").replacing(
      "h: {type: int?", with: "room_id: {type: int?, sqlType: INTEGER}, h: {type: int?")
    let store = try ExistingStore(Self.database, [Self.plain, both])
    #expect(
      store.refusals { _ = try $0.apply(to: $1) } == [
        "V2.yaml:13:91: relationship 'room' is renamed from 'room_id', but this version still has "
          + "'room_id' [rename-source-kept]\n- leave renamedFrom out, or remove 'room_id'"
      ])
  }

  @Test func `values that lead nowhere are reported as broken references`() throws {
    let store = try ExistingStore(
      Self.database + "UPDATE booking SET room_id = 7 WHERE id = 3;", [Self.plain, Self.linked])
    #expect(
      store.refusals { _ = try $0.apply(to: $1) } == [
        "1 row of 'booking' (id 3) refers by 'room_id' to rows of 'room' that are not there "
          + "[broken-reference]\n- correct these rows first, or say which links stay, "
          + "'room: {using: \"CASE WHEN … THEN … END\"}' under 'migration: map: booking:'"
      ])
  }

  @Test func `a required link needs a value in every row`() throws {
    let store = try ExistingStore(
      Self.database, [Self.plain, Self.linked.replacing("toOne: room?", with: "toOne: room")])
    #expect(
      store.refusals { _ = try $0.apply(to: $1) } == [
        "V2.yaml:13:21: 'booking.room' is required, and takes over the column of 'room_id', which is "
          + "not (1 object: id 3) [unmet-requirement]"
      ])
  }

  @Test func `an expression that is the old name keeps all values in another column, too`() throws {
    let other =
      Self.linked.replacing("column: room_id", with: "column: room")
      + "migration: {kind: custom, map: {booking: {room: {using: room_id}}}}\n"
    let store = try ExistingStore(Self.database, [Self.plain, other])
    #expect(try plan(store).losses == [])
    #expect(
      try store.migrated("SELECT id, room, h FROM booking ORDER BY id")
        == ["1 1 2", "2 2 3", "3 NULL 1"])
  }

  @Test func `values that an expression changes are counted, and need approval`() throws {
    func plan(_ expression: String) throws -> StorePlan {
      let other =
        Self.linked
        + "migration: {kind: custom, map: {booking: {room: {using: \"\(expression)\"}}}}\n"
      let store = try ExistingStore(Self.database, [Self.plain, other])
      return try store.migrator.plan(for: store.path)
    }
    let name = "change-attribute-to-relationship:booking.room"
    for (expression, count) in [("nullif(room_id, 2)", 1), ("NULL", 2), ("2", 1)] {
      let losses = try plan(expression).losses
      #expect(losses.map(\.approval) == [name])
      #expect(losses.map(\.count) == [Int64(count)])
    }
    #expect(try plan("coalesce(room_id, 1)").losses == [])
  }

  @Test func `a link that becomes a number by an expression is one change, and no loss`() throws {
    let filled =
      Self.plain.replacing("room_id: {type: int?", with: "room_id: {type: int")
      + "migration: {kind: custom, map: {booking: {room_id: {using: \"coalesce(room, 0)\"}}}}\n"
    let store = try ExistingStore(Self.linkedDatabase, [Self.linked, filled])
    let (changes, losses) = try plan(store)
    #expect(
      changes.first?.hasPrefix("change-relationship-to-attribute:booking.room_id none") == true)
    #expect(losses == [])
    #expect(try store.migrated(Self.rows) == ["1 1 2", "2 2 3", "3 0 1"])
  }
}
