import ArgumentParsing
import Foundation
import TestSupport
import Testing

struct CompletionTests {
  private static let bash = BashCompletion(Sample.root).text
  private static let zsh = ZshCompletion(Sample.root).text
  private static let fish = FishCompletion(Sample.root).text

  @Test(arguments: [
    ("migrate ", ["lint", "apply", "head", "help", "--help", "--version"]),
    ("migrate ap", ["apply"]),
    ("migrate help h", ["head"]),
    ("migrate apply --co", ["--color"]),
    ("migrate apply --color ", ["auto", "always", "never"]),
    ("migrate apply --color = al", ["always"]),
    ("migrate apply --to ", []),
    (
      "migrate apply -",
      [
        "--to", "-o", "--output", "--color", "--allow", "--sample", "--seed",
        "--a-name-that-is-long",
        "-q", "--quiet", "-d", "--deep", "-h", "--help",
      ]
    ),
    ("migrate apply -o ", ["a file.txt", "b.txt", "folder"]),
    ("migrate lint b", ["b.txt"]),
    ("migrate apply --a-name-that-is-long ", ["folder"]),
    ("migrate head ", []),
    ("migrate nothing ", []),
  ])
  func `bash completes the declared options and commands`(line: String, expected: [String]) throws {
    #expect(try Self.completed(line).sorted() == expected.sorted())
  }

  @Test(arguments: [("bash", bash), ("zsh", zsh), ("fish", fish)])
  func `a script is sound where its shell is installed`(shell: String, script: String) throws {
    guard let output = try Shell.run(shell, ["-n", "/dev/stdin"], input: script) else {
      print("skipped: \(shell) is not installed")
      return
    }
    #expect(output == "")
  }

  @Test func `fish completes the declared options and commands, where it is installed`() throws {
    let script = Self.fish + "complete -C 'migrate apply --color a'\ncomplete -C 'migrate he'\n"
    guard let output = try Shell.run("fish", ["--no-config", "/dev/stdin"], input: script) else {
      print("skipped: fish is not installed")
      return
    }
    #expect(
      output == """
        always\twhen to colour
        auto\twhen to colour
        head\tShow the first.
        help\tExplain a command.

        """)
  }

  /// The completions that bash offers after a line, whose words are separated by single spaces.
  private static func completed(_ line: String) throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set -u
      cd "$(mktemp -d)"
      touch 'a file.txt' b.txt
      mkdir folder
      \(bash)
      COMP_WORDS=(\(words)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _migrate 2>&1
      for word in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$word"; done
      rm -r "$PWD"
      """
    let output = try #require(try Shell.run("bash", ["-s"], input: script))
    return output.split(separator: "\n").map(String.init)
  }
}

/// Shells, as far as they are installed.
enum Shell {
  /// The output of a script in a shell; nil if the shell is not installed.
  static func run(_ name: String, _ arguments: [String], input: String) throws -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      return nil
    }
    let (process, pipe, source) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = source
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    // Written aside, or a script longer than the pipe would wait for a reader that waits for it.
    let text = Data(input.utf8)
    DispatchQueue.global().async {
      source.fileHandleForWriting.write(text)
      try? source.fileHandleForWriting.close()
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
