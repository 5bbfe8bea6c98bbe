import Foundation
import SchemaExchange
import TestSupport
import Testing

struct MarkupReaderTests {
  @Test func `references, sections and line ends are read as XML says`() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE plist PUBLIC "-//A>B//EN" "http://example.com/never.dtd">
      <!-- before --><a one='1 "&apos;&quot;&#x1F600;' two="x\ty
      z"><b/>&lt;&amp;&#233;<![CDATA[<c>]]><?skip me?></a>
      <!-- after -->

      """
    #expect(
      try Events(reading: text.replacing("\n", with: "\r\n")).lines == [
        #"3:16 <a one="1 "'"😀" two="x y z">"#, "4:4 <b>", "</b>", "text <&é<c>", "</a>",
      ])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { message }

    init(_ text: String, _ message: String) { (self.text, self.message) = (text, message) }
  }

  static let rows: [Row] = [
    Row("", "f:1:1: the file is empty"),
    Row("<a b='\u{e9}'>", "f:1:10: the file ends in the middle of '<a>'"),
    Row(
      "<?xml version='1.0' encoding='UTF-16'?><a/>",
      "f:1:38: the file is in 'UTF-16', and only UTF-8 is read"),
    Row("<?xml version='1.0'", "f:1:20: the file ends in the middle of the XML declaration"),
    Row("<?xml version='1.0'? >", "f:1:20: '?>' is due here"),
    Row("text", "f:1:1: an element is due here"),
    Row("<a>\n  <b>\n  </a>", "f:3:6: '</a>' stands where '</b>' is due"),
    Row("<a x='1' x='2'/>", "f:1:11: there is a second attribute 'x'"),
    Row("<a x=1/>", "f:1:6: a quoted value is due here"),
    Row("<a x/>", "f:1:5: '=' is due here"),
    Row("<a x='1'y='2'/>", "f:1:9: a space or '>' is due here"),
    Row("<a x='<'/>", "f:1:7: '&lt;', not '<', is due here"),
    Row("<a>fish & chips</a>", "f:1:9: '&amp;', not '&', is due here"),
    Row(
      "<a>&nbsp;</a>",
      "f:1:4: '&nbsp;' refers to an entity, and only the entities of XML itself are read"),
    Row("<a>&#0;</a>", "f:1:4: '&#0;' is not a character of XML"),
    Row("<a>&#xD800;</a>", "f:1:4: '&#xD800;' is not a character of XML"),
    Row("<a>\u{1}</a>", "f:1:4: 'U+0001' is not a character of XML"),
    Row(
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "f:1:13: the file declares entities of its own, which are not read"),
    Row("<!DOCTYPE a", "f:1:12: the file ends in the middle of the document's type"),
    Row("<a><!-- -- --></a>", "f:1:11: '>' after '--' in a comment is due here"),
    Row("<a><![CDATA[x</a>", "f:1:18: the file ends in the middle of a CDATA section"),
    Row("<a/><b/>", "f:1:5: something stands after the end of the document"),
    Row("<1/>", "f:1:2: the name of an element is due here"),
    Row(
      String(repeating: "<a>", count: 201),
      "f:1:601: elements are nested deeper than 200 levels"),
  ]

  @Test(arguments: rows)
  func `text that is not XML is reported with its place`(_ row: Row) throws {
    #expect(throws: Events.Failure(messages: [row.message])) { try Events(reading: row.text) }
  }

  @Test func `bytes that are not UTF-8 are reported`() throws {
    #expect(throws: Events.Failure(messages: ["f:1:1: the file is not UTF-8 text"])) {
      try Events(reading: Array("<a>".utf8) + [0xFF] + Array("</a>".utf8))
    }
  }

  @Test(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
  func `every model file reads as Foundation's parser reads it`() throws {
    let files =
      Corpora.paths(below: "xcdatamodeld", endingWith: "contents")
      + Corpora.paths(below: "xcdatamodeld", endingWith: ".xccurrentversion")
    for file in files {
      let bytes = try Data(contentsOf: URL(filePath: Corpora.path(file)))
      #expect(
        try Events(reading: Array(bytes)).withoutPlaces == Events(parsing: bytes).withoutPlaces,
        "\(file)")
    }
    #expect(files.count > 60)
  }
}
