import Programs
import Testing

struct ProgramTests {
  @Test func `a program's output and status are told`() throws {
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

  @Test func `a program that a signal ends has a status above 128`() throws {
    #expect(try Program.run("/bin/sh", ["-c", "kill -9 $$"]).status == 137)
  }

  @Test func `a program that is not there is an error with its path`() {
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
