internal import ArgumentParsing
internal import Diagnostics
internal import Reports
internal import Terminal

/// The part of the tool that reads Swift source; `migrate` runs it and reports its findings.
///
/// This program is linked to the toolchain's SwiftSyntax. `migrate` is not, so that it runs where no Swift is
/// installed. The program prints one JSON object, which `migrate` converts to the requested format.
enum SourceTool {
  private static let root = Command(
    name: "migrate-swift", abstract: "Read Swift source for 'migrate'.",
    discussion: """
      This is a part of 'migrate', which runs it by itself when it is given Swift files: use \
      'migrate lint' and 'migrate import'. What it prints is JSON for 'migrate' to read.
      """,
    subcommands: [LintSource.declaration, ImportSource.declaration].map { Subcommand($0) })

  /// Runs the command of the words after the tool's name, and returns the exit status.
  static func run(_ words: [String]) -> Int32 {
    StandardStream.ignoreClosedPipes()
    do {
      try StandardStream.output.write(result(of: CommandParser(root).parse(words), words))
      return 0
    } catch let error as UsageError {
      return fail(error.problems.map(\.message).joined(separator: "\n"), status: 64)
    } catch {
      return fail("\(error)", status: 2)
    }
  }

  private static func result(of outcome: ParsingOutcome, _ words: [String]) -> String {
    switch outcome {
    case .help(let help): help.text
    case .version: "migrate-swift\n"
    case .run(let path, let arguments):
      path.command.name == LintSource.declaration.name
        ? LintSource.report(arguments, words: words) : ImportSource.report(arguments)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Int32 {
    // If this cannot be written either, only the exit status remains.
    try? StandardStream.error.write("migrate-swift: \(message)\n")
    return status
  }
}
