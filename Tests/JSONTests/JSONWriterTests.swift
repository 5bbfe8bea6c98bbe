import JSON
import Testing

struct JSONWriterTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (-7, "-7"), ("", "\"\""),
      (.integer(.min), "-9223372036854775808"), (.number(0.1), "0.1"), (.number(-0.0), "-0.0"),
      (.number(1e300), "1e+300"), (.number(.leastNonzeroMagnitude), "5e-324"),
      (.number(.nan), "\"NaN\""),
      (.number(.infinity), "\"Infinity\""), (.number(-.infinity), "\"-Infinity\""),
      ([], "[]"), ([:], "{}"),
    ] as [(JSONValue, String)])
  func `every kind of value has its form`(value: JSONValue, text: String) {
    #expect(JSONWriter.text(of: value) == text)
  }

  @Test(
    arguments: [
      ("a\"b\\c/", #""a\"b\\c/""#),
      ("\n\r\t", #""\n\r\t""#),
      ("\0\u{1B}[31m\u{7F}\u{85}", #""\u0000\u001B[31m\u007F\u0085""#),
      ("\u{2028}\u{202E}", #""\u2028\u202E""#),
      ("é 名前 🏳️‍🌈 \u{10FFFF}", "\"é 名前 🏳️‍🌈 \u{10FFFF}\""),
      ("\r\n", #""\r\n""#),
    ])
  func `a text is escaped where it has to be and nowhere else`(text: String, json: String) {
    #expect(JSONWriter.text(of: .string(text)) == json)
  }

  @Test func `members and elements stand on lines of their own, in the order given`() {
    let value: JSONValue = [
      "z": 1, "a": ["nested": [1, [], ["x": .null]]], "k\n": "v",
    ]
    #expect(
      JSONWriter.text(of: value) == #"""
        {
          "z": 1,
          "a": {
            "nested": [
              1,
              [],
              {
                "x": null
              }
            ]
          },
          "k\n": "v"
        }
        """#)
  }
}
