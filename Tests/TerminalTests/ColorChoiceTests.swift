import Terminal
import Testing

struct ColorChoiceTests {
  @Test(
    arguments: [
      (.auto, true, nil, "xterm", true),
      (.auto, false, nil, "xterm", false),
      (.auto, true, "1", "xterm", false),
      (.auto, true, "", "xterm", true),
      (.auto, true, nil, "dumb", false),
      (.auto, true, nil, nil, true),
      (.always, false, "1", "dumb", true),
      (.never, true, nil, "xterm", false),
    ] as [(ColorChoice, Bool, String?, String?, Bool)])
  func `colours are used on terminals unless options say otherwise`(
    choice: ColorChoice, isTerminal: Bool, noColor: String?, term: String?, expected: Bool
  ) {
    #expect(choice.colors(isTerminal: isTerminal, noColor: noColor, term: term) == expected)
  }
}
