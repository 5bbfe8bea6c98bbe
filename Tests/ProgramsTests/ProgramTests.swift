import Programs
import TestSupport
import Testing

struct ProgramTests {
  @Test func `a program's output and status are returned`() throws {
    #expect(
      try Program.run("/bin/sh", ["-c", "printf 'a\\nb'; exit 3"])
        == Program.Result(status: 3, output: Array("a\nb".utf8)))
  }

  @Test func `words reach the program as they are`() throws {
    let words = ["two words", "", "*", "$HOME", "ä'\""]
    let result = try Program.run("/usr/bin/printf", ["%s|"] + words)
    #expect(String(decoding: result.output, as: UTF8.self) == words.map { $0 + "|" }.joined())
  }

  @Test func `more output than a pipe holds is read to its end`() throws {
    let result = try Program.run("/bin/sh", ["-c", "yes abcdefg | head -c 1000000"])
    #expect(result.output.count == 1_000_000)
  }

  @Test func `the error output of a program is part of the result where it is not shown`() throws {
    let script = "yes abcdefg | head -c 1000000; yes hijklmn | head -c 999999 >&2"
    let result = try Program.run("/bin/sh", ["-c", script], showingErrors: false)
    #expect(result.output.count == 1_000_000)
    #expect(result.errors.count == 999_999)
  }

  @Test func `a program has the given variables in addition to inherited ones`() throws {
    let script = "printf '%s %s' \"$MIGRATE_PROBE\" \"${PATH:+path}\""
    let result = try Program.run("/bin/sh", ["-c", script], variables: ["MIGRATE_PROBE": "a b"])
    #expect(String(decoding: result.output, as: UTF8.self) == "a b path")
  }

  @Test func `a program reads the file that is its input`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one two", to: "input")
    #expect(
      try Program.run("/bin/cat", [], input: folder.path("input"))
        == Program.Result(status: 0, output: Array("one two".utf8)))
  }

  @Test func `a program is found by its name on the search path, a folder of that name is not`() {
    #expect(Program.file(named: "sh")?.hasSuffix("/sh") == true)
    #expect(Program.file(named: "no such program") == nil)
    #expect(Program.file(named: ".") == nil)
  }

  @Test func `a program that a signal ends has a status above 128`() throws {
    #expect(try Program.run("/bin/sh", ["-c", "kill -9 $$"]).status == 137)
  }

  @Test func `a missing program is an error with its path`() {
    #expect {
      try Program.run("/nowhere/migrate-swift", [])
    } throws: { error in
      (error as? ProgramError)?.message
        == "'/nowhere/migrate-swift' cannot be run: no such file or directory"
    }
  }

  @Test func `this program knows its own file`() throws {
    #expect(try #require(Program.ownFile).hasPrefix("/"))
  }
}
