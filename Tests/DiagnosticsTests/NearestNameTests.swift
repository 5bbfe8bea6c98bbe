import Diagnostics
import Testing

struct NearestNameTests {
  @Test(
    arguments: [
      ("atributes", "attributes"),
      ("Attributes", "attributes"),
      ("attrbiutes", "attributes"),
      ("relationship", "relationships"),
      ("defualt", "default"),
      ("colour", nil),
      ("", nil),
      ("x", nil),
    ] as [(String, String?)])
  func `a misspelt name finds the intended name`(name: String, meant: String?) {
    #expect(nearest(to: name, among: ["attributes", "default", "relationships"]) == meant)
  }

  @Test func `a name is not its own neighbour`() {
    #expect(nearest(to: "title", among: ["title"]) == nil)
    #expect(nearest(to: "title", among: ["title", "titles"]) == "titles")
  }

  @Test func `letters beyond ASCII count as one`() {
    #expect(nearest(to: "Bücher", among: ["Bucher"]) == "Bucher")
    #expect(nearest(to: "名前", among: ["名"]) == "名")
  }

  @Test func `among equally close names the alphabetically first is taken in any order`() {
    #expect(nearest(to: "node", among: ["nodes", "mode"]) == "mode")
    #expect(nearest(to: "node", among: ["mode", "nodes"]) == "mode")
  }

  @Test func `among equally close names one with swapped letters is taken first`() {
    #expect(nearest(to: "lnit", among: ["init", "lint"]) == "lint")
    #expect(nearest(to: "lnit", among: ["lint", "init"]) == "lint")
  }

  @Test func `the closest name wins over a merely close one`() {
    #expect(nearest(to: "bookModle", among: ["bookModel", "booksModel"]) == "bookModel")
  }

  @Test func `without candidates there is no suggestion`() {
    #expect(nearest(to: "title", among: []) == nil)
  }
}
