import MigrateKit
import SchemaYAML
import StoreMigration
import TestSupport
import Testing

/// Composites that change while the attributes of their type stay as they are.
struct CompositeTests {
  @Test func `a composite that cannot follow its change is told of where it changed`() throws {
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
        - migration: {map: {Book: {cover: {using: "…"}}}}
        """
      ])
  }
}
