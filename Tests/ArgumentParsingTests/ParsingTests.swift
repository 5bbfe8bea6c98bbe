import ArgumentParsing
import Testing

struct ParsingTests {
  @Test(arguments: ["--to 2.0.0 a.store", "a.store --to=2.0.0", "--to=2.0.0 -- a.store"])
  func `an option's value follows it or is attached`(line: String) throws {
    let arguments = try Sample.arguments("apply " + line)
    #expect(arguments[Sample.to] == "2.0.0")
    #expect(arguments[Sample.store] == "a.store")
    #expect(arguments[Sample.backup] == nil)
  }

  @Test(arguments: ["-o out", "-oout", "-o=out", "-qo out", "-qdoout", "--output out"])
  func `a short option's value follows it or is attached`(line: String) throws {
    let arguments = try Sample.arguments("apply a.store " + line)
    #expect(arguments[Sample.output] == "out")
  }

  @Test func `an argument that is left out has its default`() throws {
    let arguments = try Sample.arguments("apply a.store")
    #expect(arguments[Sample.to] == nil)
    #expect(arguments[Sample.color] == .auto)
    #expect(arguments[Sample.allow] == [])
    #expect(!arguments[Sample.quiet])
  }

  @Test func `an option that repeats keeps its values in order`() throws {
    let arguments = try Sample.arguments("apply a.store --allow b --allow=a")
    #expect(arguments[Sample.allow] == ["b", "a"])
  }

  @Test func `values have the type of their option`() throws {
    let arguments = try Sample.arguments("apply a.store --color never --sample 12 --seed -3")
    #expect(arguments[Sample.color] == .never)
    #expect(arguments[Sample.sample] == 12)
    #expect(arguments[Sample.seed] == -3)
  }

  @Test func `short flags combine`() throws {
    let arguments = try Sample.arguments("apply -qd a.store")
    #expect(arguments[Sample.quiet])
    #expect(arguments[Sample.deep])
  }

  @Test func `two dashes end the options`() throws {
    #expect(try Sample.arguments("lint -- --quiet -x --")[Sample.paths] == ["--quiet", "-x", "--"])
  }

  @Test func `a single dash is an argument or a value`() throws {
    let arguments = try Sample.arguments("apply - -o -")
    #expect(arguments[Sample.store] == "-")
    #expect(arguments[Sample.output] == "-")
  }

  @Test func `there may be no remaining arguments, or many`() throws {
    #expect(try Sample.arguments("lint")[Sample.paths] == [])
    #expect(try Sample.arguments("lint a -q b")[Sample.paths] == ["a", "b"])
  }

  @Test func `an attached value may hold an equals sign or be empty`() throws {
    #expect(try Sample.arguments("apply a --to=b=c")[Sample.to] == "b=c")
    #expect(messages("apply a --to=") == ["option '--to' needs a text, not ''"])
  }

  @Test(
    arguments: [
      ("--help", "migrate"), ("-h", "migrate"), ("help", "migrate"),
      ("help apply", "migrate apply"),
      ("apply --help", "migrate apply"), ("apply -h --nonsense", "migrate apply"),
      ("apply -qh a b c", "migrate apply"), ("lint a --help", "migrate lint"),
    ])
  func `help is asked for in several ways, and wins over mistakes`(
    line: String, command: String
  ) throws {
    guard case .help(let help) = try Sample.parse(line) else { throw Sample.Unexpected() }
    #expect(help.path.name == command)
  }

  @Test func `the version is asked for before any command`() throws {
    guard case .version = try Sample.parse("--version") else { throw Sample.Unexpected() }
  }

  @Test func `a command without subcommands is parsed by itself`() throws {
    let outcome = try CommandParser(Sample.lint).parse(["a", "--quiet"])
    guard case .run(let path, let arguments) = outcome else { throw Sample.Unexpected() }
    #expect(path.name == "lint")
    #expect(arguments[Sample.paths] == ["a"])
    #expect(arguments[Sample.quiet])
  }

  private func messages(_ line: String) -> [String] {
    do throws(UsageError) {
      _ = try Sample.parse(line)
      return []
    } catch {
      return error.problems.map(\.message)
    }
  }
}
