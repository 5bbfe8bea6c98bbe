import ArgumentParsing
import Testing

struct UsageProblemTests {
  @Test(
    arguments: [
      ("", ["a command is missing"]),
      ("aply", ["unknown command 'aply', did you mean 'apply'?"]),
      ("hepl", ["unknown command 'hepl', did you mean 'help'?"]),
      ("frobnicate", ["unknown command 'frobnicate'"]),
      ("help lnt", ["unknown command 'lnt', did you mean 'lint'?"]),
      ("--verison", ["unknown option '--verison', did you mean '--version'?"]),
      ("--quiet lint", ["option '--quiet' stands before the command; write it after"]),
      ("-o=x lint", ["option '-o=x' stands before the command; write it after"]),
      ("lint --quite", ["unknown option '--quite', did you mean '--quiet'?"]),
      ("lint --frobnicate", ["unknown option '--frobnicate'"]),
      ("lint --hlep", ["unknown option '--hlep', did you mean '--help'?"]),
      ("lint -x", ["unknown option '-x'"]),
      ("lint -qx", ["unknown option '-x'"]),
      ("lint -quiet", ["unknown option '-quiet', did you mean '--quiet'?"]),
      ("apply a -color never", ["unknown option '-color', did you mean '--color'?"]),
      ("apply a --to", ["option '--to' needs a value: '--to VERSION'"]),
      ("apply a --to --quiet", ["option '--to' needs a value: '--to VERSION'"]),
      ("apply a -o", ["option '-o' needs a value: '-o FILE'"]),
      ("lint --quiet=yes", ["option '--quiet' takes no value, but has 'yes'"]),
      (
        "apply a --color sometimes",
        ["option '--color' needs 'auto', 'always' or 'never', not 'sometimes'"]
      ),
      ("apply a --seed many", ["option '--seed' needs a whole number, not 'many'"]),
      ("apply a --sample -1", ["option '--sample' needs a whole number from 0, not '-1'"]),
      ("head ten", ["argument 'LIMIT' needs a whole number, not 'ten'"]),
      ("apply a --version b", ["unknown option '--version', did you mean '--to'?"]),
      ("apply a --to b --to c", ["option '--to' is given more than once"]),
      ("apply", ["argument 'STORE' is missing"]),
      ("apply a b c d", ["unexpected argument 'c'", "unexpected argument 'd'"]),
    ] as [(String, [String])])
  func `every mistake has its sentence`(line: String, messages: [String]) {
    #expect(problems(line).map(\.message) == messages)
  }

  @Test func `all mistakes in a command line are reported at once`() {
    #expect(
      problems("apply --tu 1 --color x --seed --quiet=1").map(\.message) == [
        "unknown option '--tu', did you mean '--to'?",
        "option '--color' needs 'auto', 'always' or 'never', not 'x'",
        "option '--seed' needs a value: '--seed N'",
        "option '--quiet' takes no value, but has '1'",
        "argument 'STORE' is missing",
      ])
  }

  @Test func `the value of a misspelt option is not taken for an argument`() {
    #expect(
      problems("apply a b --tu 1 c").map(\.message) == [
        "unknown option '--tu', did you mean '--to'?", "unexpected argument 'c'",
      ])
    #expect(
      problems("apply a b --frobnicate 1").map(\.message) == ["unknown option '--frobnicate'"])
  }

  @Test func `every kind of mistake has a code of its own`() {
    let problems: [UsageProblem] = [
      .missingCommand, .unknownCommand("a", suggestion: nil), .unknownOption("a", suggestion: nil),
      .optionBeforeCommand("a"), .missingValue(option: "a", placeholder: "b"),
      .unexpectedValue("a", flag: "b"),
      .invalidValue("a", parameter: .argument("b"), expectation: "c"), .repeatedOption("a"),
      .missingArgument("a"), .unexpectedArgument("a"),
    ]
    #expect(
      problems.map(\.code) == [
        "missing-command", "unknown-command", "unknown-option", "option-before-command",
        "missing-value", "unexpected-value", "invalid-value", "repeated-option",
        "missing-argument", "unexpected-argument",
      ])
  }

  @Test func `a mistake knows the command that was meant`() {
    do throws(UsageError) {
      _ = try Sample.parse("apply a --nonsense")
      Issue.record("the line has a mistake")
    } catch {
      #expect(error.path.name == "migrate apply")
      #expect(
        HelpText(error.path).usage == "usage: migrate apply STORE [BACKUP] [options]")
      #expect(HelpText(error.path).pointer == "see 'migrate apply --help'")
    }
  }

  private func problems(_ line: String) -> [UsageProblem] {
    do throws(UsageError) {
      _ = try Sample.parse(line)
      return []
    } catch {
      return error.problems
    }
  }
}
