import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import Testing
import TestSupport

/// Composites that change while the attributes of their type stay as they are.
struct CompositeTests {
  @Test func `a composite that cannot follow its change is reported where it changed`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      schema: Library
      version: 1.0.0
      composites:
        Size: {attributes: {width: double}}
        Cover: {attributes: {color: string, size: Size}}
      entities:
        Book:
          attributes: {cover: Cover}
      """, to: "V1.yaml")
    try folder.write(
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      composites:
        Size: {attributes: {width: double, unit: string}}
      """, to: "V2.yaml")
    let history = try SchemaReader.history(inDirectory: folder.path)
    let store = try TestStore(
      history.oldest,
      filledBy: #"INSERT INTO Book VALUES (1, '{"color":"red","size":{"width":2.5}}')"#)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let told = MigrationError.refused(plan.obstacles).diagnostics(of: "my.store").map {
      $0.rendered.replacing(folder.path + "/", with: "")
    }
    #expect(
      told == [
        """
        V2.yaml:5:3: attribute 'Book.cover' cannot keep its values: 'unit' of 'Size' is new, \
        required and has no default (1 object: _id 1) [unmet-requirement]
        - write 'cover: {using: "…"}' under 'migration: map: Book:'
        """
      ])
  }

  private static func text(_ version: Int, _ composites: String) -> String {
    """
    schema: People
    version: \(version).0.0
    composites:
      Address: {attributes: {street: string, geo: Geo?}}
      \(composites)
    entities:
      Person:
        attributes: {name: string, home: Address?, places: "[Geo]?", spot: Geo?}
    """
  }

  private func told(_ composites: String..., content: String) throws -> [String] {
    let versions = composites.enumerated().map { Self.text($0.offset + 1, $0.element) }
    let history = try SchemaHistory(versions[0], versions[1])
    let store = try TestStore(history.oldest, filledBy: content)
    let losses = try Migrator(history: history, options: .testing()).plan(for: store.path).losses
    if !losses.isEmpty { #expect(failure(of: store, history)?.exitStatus == 3) }
    return losses.map { "\($0.approval ?? "") \($0.count ?? 0)" }
  }

  private static let full = "Geo: {attributes: {lat: double?, name: string?}}"
  private static let without = "Geo: {attributes: {name: string?}}"

  @Test func `a removed element is counted within other composites and in lists`() throws {
    let told = try told(
      Self.full, Self.without,
      content: #"""
        INSERT INTO Person (name, home, places, spot) VALUES
          ('a', '{"street":"s","geo":{"lat":1.5,"name":"x"}}', NULL, NULL),
          ('b', '{"street":"s","geo":{"lat":null,"name":"x"}}', NULL, NULL),
          ('c', '{"street":"s","geo":null}', '[{"lat":null,"name":"y"},{"lat":2.0,"name":null}]', NULL),
          ('d', NULL, '[{"lat":null,"name":"y"}]', '{"lat":3.0,"name":null}'),
          ('e', NULL, '[]', NULL);
        """#)
    #expect(told == ["change-composite:Geo 3"])
  }

  @Test func `after other versions, an element is counted as they leave it`() throws {
    let versions = [
      Self.full,
      "Geo: {attributes: {width: {type: double, optional: true, renamedFrom: lat}, name: string?}}",
      Self.without,
    ].enumerated().map { Self.text($0.offset + 1, $0.element) }
    let history = try SchemaHistory(versions[0], versions[1], versions[2])
    let store = try TestStore(
      history.oldest,
      filledBy: #"""
        INSERT INTO Person (name, spot) VALUES ('a', '{"lat":1.5,"name":"x"}'), ('b', '{"name":"x"}'),
          ('c', NULL), ('d', '{"lat":null,"name":null}');
        """#)
    let losses = try Migrator(history: history, options: .testing()).plan(for: store.path).losses
    #expect(losses.map(\.message) == ["lost: 1 value of Geo"])
  }

  @Test func `an element that becomes required is checked in the data`() throws {
    let history = try SchemaHistory(
      Self.text(1, "Geo: {attributes: {lat: double?, name: string?}}"),
      Self.text(2, "Geo: {attributes: {lat: double, name: string?}}"))
    let store = try TestStore(
      history.oldest,
      filledBy: #"""
        INSERT INTO Person (_id, name, home, places, spot) VALUES
          (1, 'a', '{"street":"s","geo":{"lat":1.5}}', '[{"lat":1}]', '{"lat":3.0,"name":null}'),
          (2, 'b', '{"street":"s","geo":null}', '[]', NULL),
          (3, 'c', '{"street":"s"}', NULL, '{"lat":0.0}'),
          (4, 'd', NULL, NULL, NULL);
        """#)
    #expect(failure(of: store, history, .testing { $0.isDryRun = true }) == nil)
    try store.execute(
      #"""
      UPDATE Person SET home = '{"street":"s","geo":{"name":"x"}}' WHERE _id = 2;
      UPDATE Person SET places = '[{"lat":1},{"lat":null}]' WHERE _id = 1;
      UPDATE Person SET spot = '{}' WHERE _id = 4;
      """#)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      MigrationError.refused(plan.obstacles).diagnostics(of: store.path).map(\.message) == [
        "attribute 'Person.home' cannot keep its values: 'lat' of 'Geo' becomes required and has no "
          + "default (1 object: _id 2)",
        "attribute 'Person.places' cannot keep its values: 'lat' of 'Geo' becomes required and has no "
          + "default (1 object: _id 1)",
        "attribute 'Person.spot' cannot keep its values: 'lat' of 'Geo' becomes required and has no "
          + "default (1 object: _id 4)",
      ])
    #expect(failure(of: store, history)?.exitStatus == 2)
  }

  @Test func `an element without values is no loss`() throws {
    let told = try told(
      Self.full, Self.without,
      content: #"""
        INSERT INTO Person (name, home, spot) VALUES
          ('a', '{"street":"s","geo":{"lat":null,"name":"x"}}', '{"lat":null,"name":"x"}');
        """#)
    #expect(told == [])
  }
}
