import SchemaLint
import Testing

struct LargeDataInlineTests {
  @Test func `large data is recognized by its name or its documentation`() throws {
    try expect(
      LargeDataInline(),
      in: """
        entities:
          Book:
            attributes:
              coverImage: data?
              # ! 'Book.coverImage' keeps large values in its rows, which every scan and rewrite then
              #   carries along
              # + write 'storage: external' to keep them in files next to the store
              # > unsafe: set storage to external in entities.Book.attributes.coverImage
              sample: {type: data, optional: true, doc: The first minute of the audio book.}
              # ! 'Book.sample' keeps large values in its rows, which every scan and rewrite then
              #   carries along
              # + write 'storage: external' to keep them in files next to the store
              # > unsafe: set storage to external in entities.Book.attributes.sample
        """)
  }

  @Test(arguments: [
    "coverImageData", "photo2", "scanJPEG", "rawAudio", "videoBytes", "original_file_contents",
  ])
  func `words for bytes and numbers behind the thing change nothing`(name: String) throws {
    let model = try MarkedModel(["entities: {Book: {attributes: {\(name): data?}}}"])
    #expect(model.report().findings.map(\.finding.rule) == [LargeDataInline.id])
  }

  @Test(arguments: [
    "coverImage: {type: data, optional: true, storage: external}", "imageHash: data?",
    "coverThumbnail: data?", "fileBookmark: data?", "embedding: data?", "coverImage: string?",
    "recovery: data?", "profile: data?", "cover: {type: data, optional: true, transient: true}",
    "digest: {type: data, doc: SHA-256 of the file.}", "coverColor: data?", "imageTags: data?",
    "videoPlaybackRanges: data?", "tint: {type: data, doc: The main color of the cover image.}",
  ])
  func `data that is external or small, and other types, are not flagged`(attribute: String) throws
  {
    try expect(
      LargeDataInline(),
      in: """
        entities:
          Book:
            attributes:
              \(attribute)
        """)
  }
}
