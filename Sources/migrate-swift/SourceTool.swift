internal import ArgumentParsing
internal import Diagnostics
internal import Reports
internal import Terminal

/// The half of the tool that reads Swift source; `migrate` runs it and shows what it found.
///
/// It is linked to the toolchain's SwiftSyntax, which `migrate` must do without to run where no
/// Swift is installed. It prints one JSON object, which `migrate` puts into the form asked for.
enum SourceTool {
  private static let root = Command(
    name: "migrate-swift", abstract: "Read Swift source for 'migrate'.",
    discussion: """
      This is a part of 'migrate', which runs it by itself when it is given Swift files: use \
      'migrate lint' and 'migrate import'. What it prints is JSON for 'migrate' to read.
      """,
    subcommands: [LintSource.declaration, ImportSource.declaration].map { Subcommand($0) })

  /// Does what the words after the tool's name ask for, and returns the exit status.
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
    // Where even this cannot be written, only the exit status is left to tell.
    try? StandardStream.error.write("migrate-swift: \(message)\n")
    return status
  }
}
