internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import Terminal

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes what a command has to tell: results to the standard output or a file, the rest to the
/// standard error.
struct Console {
  private let format: OutputFormat
  private let color: ColorChoice
  private let isQuiet: Bool
  private let output: String?
  private let arguments: ParsedArguments

  /// A console as the options of a command line ask for it.
  ///
  /// Where `--output` is what the command itself makes, results go to the standard output.
  init(_ arguments: ParsedArguments, writesOutput: Bool = true) {
    format = arguments[CommonOptions.format(OutputFormat.allCases)]
    color = arguments[CommonOptions.color]
    isQuiet = arguments[CommonOptions.quiet]
    output = writesOutput ? arguments[CommonOptions.output] : nil
    self.arguments = arguments
  }

  /// A console for a command line that nobody understood, as far as it can be guessed.
  init(_ words: [String]) {
    let wantsJSON =
      words.contains("--format=json")
      || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    format = wantsJSON ? .json : .text
    color = words.contains("--color=never") ? .never : .auto
    isQuiet = false
    output = nil
    arguments = ParsedArguments()
  }
}

// MARK: - Done

extension Console {
  /// Refuses to begin where the result could not be written without harm.
  func checkOutput() throws {
    guard let output, output != "-" else { return }
    try ResultPlace.check(output, arguments)
  }

  /// Writes the result, then the summary, and returns how the tool ends.
  func write(_ outcome: Outcome) throws -> ExitStatus {
    do {
      try writeParts(of: outcome)
      return outcome.status
    } catch  where outcome.hasChangedStore {
      var failure = Failure(error)
      failure.status = outcome.status
      return report(failure)
    }
  }

  private func writeParts(of outcome: Outcome) throws {
    let lastLine = outcome.lastLine?.completed(from: arguments)
    let result =
      format == .json
      ? JSONReport(
        status: outcome.status.name,
        results: outcome.members + [lastLine?.member].compactMap(\.self)
      ).text(of: outcome.findings)
      : textReport(for: .output).text(of: outcome.findings) + outcome.text + (lastLine?.text ?? "")
    if outcome.hasWrittenOutput {
      try StandardStream.output.write(result)
    } else {
      try write(result: result)
    }
    if !isQuiet, !outcome.summary.isEmpty {
      try StandardStream.error.write(outcome.summary + "\n")
    }
  }

  private func write(result: String) throws {
    if let output, output != "-" {
      // Asked again, for the command itself may have made that file.
      try checkOutput()
      try AtomicFile.write(result, to: output)
    } else {
      try StandardStream.output.write(result)
    }
  }

  private func textReport(for stream: StandardStream) -> TextReport {
    let isToFile = stream == .output && output != nil
    return TextReport(
      isColored: color == .always || (!isToFile && color.colors(stream)), source: readSource)
  }
}

// MARK: - Failed

extension Console {
  /// Writes why the job was not done, and returns how the tool ends.
  func report(_ failure: Failure) -> ExitStatus {
    let lastLine = failure.lastLine?.completed(from: arguments)
    guard format == .json else {
      // Where even this cannot be written, only the exit status is left to tell.
      let text =
        textReport(for: .error).text(of: failure.diagnostics) + failure.advice
        + (lastLine?.text ?? "")
      try? StandardStream.error.write(text)
      return failure.status
    }
    let report = JSONReport(
      status: failure.status.name, results: [lastLine?.member].compactMap(\.self))
    do {
      try write(result: report.text(of: failure.diagnostics))
    } catch {
      let all =
        failure.diagnostics
        + Failure(error).diagnostics.filter {
          !failure.diagnostics.contains($0)
        }
      try? StandardStream.output.write(report.text(of: all))
    }
    return failure.status
  }
}

/// The text of a file that a diagnostic speaks of.
private func readSource(_ path: String) -> String? {
  FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
}
