import Diagnostics
import Testing

struct ArticleTests {
  @Test(arguments: [
    ("Edition", "an 'Edition'"), ("author", "an 'author'"), ("User", "a 'User'"),
    ("Book", "a 'Book'"), ("", "a ''"),
  ])
  func `a name takes the article that it is read with`(name: String, phrase: String) {
    #expect(withArticle(name) == phrase)
  }
}
