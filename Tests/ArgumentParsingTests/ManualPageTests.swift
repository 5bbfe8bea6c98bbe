import ArgumentParsing
import Testing

struct ManualPageTests {
  private let page = ManualPage(
    Sample.root, version: "1.2.3",
    sections: [.init("EXIT STATUS", [(term: "0", meaning: ".done \\o/ …")])]
  ).text

  @Test func `the page begins with what the tool is`() {
    #expect(
      page.hasPrefix(
        #"""
        .TH MIGRATE 1 "" "migrate 1.2.3" ""
        .nh
        .ad l
        .SH NAME
        migrate \- keep data safe
        .SH SYNOPSIS
        .B migrate
        .I COMMAND
        [arguments] [options]
        .SH DESCRIPTION
        .SH COMMANDS
        .SS lint
        .PP
        Look for mistakes.
        .RS 4
        .nf
        migrate lint [PATH]... [options]
        .fi
        .RE
        .TP
        .B PATH
        what to look at
        .TP
        .B \-q, \-\-quiet
        say nothing but the result
        .SS apply

        """#))
  }

  @Test func `nothing in a text has a meaning to roff`() {
    #expect(
      page.hasSuffix(
        #"""
        .SH EXIT STATUS
        .TP
        .B 0
        \&.done \eo/ \[u2026]

        """#))
  }

  @Test func `groff gives no warnings, where it is installed`() throws {
    let arguments = ["-man", "-Tutf8", "-ww", "-z", "/dev/stdin"]
    guard let output = try Shell.run("groff", arguments, input: page) else {
      print("skipped: groff is not installed")
      return
    }
    #expect(output == "")
  }
}
