import HTMLReport
import Testing

struct HTMLTests {
  @Test func `text is escaped wherever it stands`() {
    let name = #"<script>alert("1" & '2')</script>"#
    let html = HTML.element("p", [.title(name)], HTML(name), "a < \(name)")
    #expect(
      html.markup == """
        <p title="&lt;script&gt;alert(&quot;1&quot; &amp; '2')&lt;/script&gt;">\
        &lt;script&gt;alert("1" &amp; '2')&lt;/script&gt;\
        a &lt; &lt;script&gt;alert("1" &amp; '2')&lt;/script&gt;</p>
        """)
  }

  @Test func `control characters are made visible`() {
    #expect(HTML("a\u{1B}[31m\u{202E}b").markup == #"a\u{1B}[31m\u{202E}b"#)
    #expect(
      HTML.empty("br", [.title("one\ntwo\u{0}")]).markup == #"<br title="one&#10;two\u{0}">"#)
  }

  @Test func `pieces are joined in their order`() {
    #expect(HTML.list(["a", "b", "<"]).markup == "a, b, &lt;")
  }

  @Test func `an anchor is a name without spaces, and different parts make different names`() {
    #expect(Anchor("My Model", "Buch-ö").name == "My_20_Model.Buch-_f6_")
    #expect(Anchor("a.b").name != Anchor("a", "b").name)
    #expect(Anchor("a_20_").name != Anchor("a ").name)
    #expect(Anchor("a").appending("b", "c") == Anchor("a", "b", "c"))
  }
}
