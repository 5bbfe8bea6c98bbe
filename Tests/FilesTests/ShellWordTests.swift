import Files
import Testing

struct ShellWordTests {
  static let words: [(text: String, word: String)] = [
    ("library.store", "library.store"),
    ("/tmp/a-b_c:1,2=+@%/x", "/tmp/a-b_c:1,2=+@%/x"),
    ("", "''"),
    ("my notes.store", "'my notes.store'"),
    ("it's", #"'it'\''s'"#),
    ("it'\u{308}s $HOME", "'it'\\''\u{308}s $HOME'"),
    ("$HOME", "'$HOME'"),
    ("über.store", "'über.store'"),
    ("a\nb", "'a\nb'"),
  ]

  @Test(arguments: words)
  func `a text is quoted only where a shell would read it otherwise`(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}
