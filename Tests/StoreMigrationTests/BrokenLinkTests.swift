import Diagnostics
import SchemaModel
import StoreMigration
import Testing

/// Statements of steps that make links which cannot be.
struct BrokenLinkTests {
  @Test func `a link that already exists is reported with its relationship`() throws {
    let first = """
      schema: Kitchen
      version: 1.0.0
      entities:
        Recipe: {relationships: {tags: {toMany: Tag, inverse: recipes}}}
        Tag: {relationships: {recipes: {toMany: Recipe, inverse: tags}}}

      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0") + """
        migration:
          kind: custom
          steps:
            - sql: INSERT INTO Recipe_tags (recipes, tags) VALUES (7, 1)
              touches: [Recipe.tags]
        """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Recipe (_id) VALUES (7);
        INSERT INTO Tag (_id) VALUES (1);
        INSERT INTO Recipe_tags (recipes, tags) VALUES (7, 1);
        """)
    let error = try #require(failure(of: store, history))
    let diagnostics = error.diagnostics(of: store.path)
    #expect(diagnostics.map(\.code) == ["failed-step"])
    #expect(
      diagnostics.flatMap(\.notes).map(\.message) == [
        "no two links of 'Recipe.tags' may join the same objects"
      ])
    #expect(diagnostics.flatMap(\.notes).map(\.location?.line) == [4])
  }
}
