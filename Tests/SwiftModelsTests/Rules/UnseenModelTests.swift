import Diagnostics
import SwiftModels
import Testing

struct UnseenModelTests {
  private static let work = """
    import SwiftData
    @Model final class Work {
      var title: String = ""
      @Relationship(deleteRule: .nullify, inverse: \\Author.works) var authors: [Author]?
      init(title: String, authors: [Author]) {
        self.title = title
        self.authors = authors
      }
    }
    """

  @Test func `a class to which a relationship leads is a model, though no file declares it`() {
    let source = SwiftSource(texts: [("W.swift", Self.work)])
    expect(
      source.unseenModels().map(line).joined(separator: "\n"),
      is: """
        W.swift:4:67: note: 'Author' is a model that none of the files declares: no rule looks at it [unseen-type]
          W.swift:4:67: 'Work.authors' leads to it
          give the file that declares it too
        """)
    #expect(source.findings().map(\.code) == ["relationship-in-initializer"])
    #expect(
      source.schemas().problems.map(line) == [
        """
        W.swift:4:67: error: 'Work.authors' leads to 'Author', a model that none of the files declares: what it stores is not known [unseen-type]
          give the file that declares it too
        """
      ])
  }

  @Test func `a type in another file is not a model without evidence`() {
    let text = Self.work.replacing(
      "@Relationship(deleteRule: .nullify, inverse: \\Author.works) ", with: "")
    let source = SwiftSource(texts: [("W.swift", text)])
    #expect(source.unseenModels() == [])
    #expect(source.findings() == [])
  }

  @Test func `a class that a file declares in an extension is seen`() {
    let source = SwiftSource(texts: [
      ("A.swift", "enum V1 {}\nextension V1 {\n" + Self.work + "\n}"),
      ("B.swift", "extension V1 { @Model final class Author { var works: [Work] = [] } }"),
    ])
    #expect(source.unseenModels() == [])
  }
}
