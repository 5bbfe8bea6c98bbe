import SchemaLint
import Testing

struct TransformableOpaqueTests {
  @Test func `a transformable is flagged unless it is not stored`() throws {
    try expect(
      TransformableOpaque(),
      in: """
        entities:
          Book:
            attributes:
              tags: transformable?
              # ! nothing but the app's transformer can read, check or convert the values of 'Book.tags'
              # + write the type that it stands for: a list such as '[string]', a composite, or 'data'
              cache: {type: transformable, transient: true}
              cover: data?
        """)
  }
}
