internal import ArgumentParsing
internal import SchemaModel
internal import Terminal

/// The options that several commands have, each declared once.
enum CommonOptions {
  static let output = Option(
    "output", short: "o", .file(), help: "write the result to a file, whole or not at all")
  static let quiet = Flag("quiet", short: "q", help: "print the result and errors, nothing else")
  static let color = Option<ColorChoice>(
    "color", .choice("WHEN"), default: .auto, help: "when to use colours")
  static let noProgress = Flag("no-progress", help: "do not show how far long work is")
  static let config = Option(
    "config", .file(), help: "read the defaults from this file, not from the nearest migrate.yml")

  /// The options of every command, besides a format.
  static let all: [any CommandOption] = [output] + allButOutput

  /// The options of a command whose `--output` is a file of its own.
  static let allButOutput: [any CommandOption] = [quiet, color, noProgress, config]

  static let schemas = Option(
    "schemas", .directory(),
    help: "the folder with the versions of a model, or with one such folder for each model")
  static let to = Option(
    "to", elsewhere: ["version"], .version, help: "the version to go to; by default the newest")
  static let store = Argument(.file("STORE"), help: "the store")
  static let files = Option(
    "files", .directory(),
    help: "the folder of the app's own files, which attributes with 'storage: path' name")
  static let scratch = Option(
    "scratch", .directory(),
    help: "the folder for temporary copies of the store, instead of the one in TMPDIR")
  static let dryRun = Flag("dry-run", help: "show what would be done, and do nothing")

  static let since = Option(
    "since", .text("REVISION"),
    help: "leave out the findings that this git revision of the files has, too")

  static let select = Option(
    repeating: "select", .text("RULES"),
    help: "ask these lint rules only; several with commas between, or given several times")
  static let ignore = Option(
    repeating: "ignore", .text("RULES"), help: "leave these lint rules out, likewise")
  static let baseline = Option(
    "baseline", .file(),
    help: "leave out the findings that this file lists; by default the 'baseline' of migrate.yml")
  static let writeBaseline = Flag(
    "write-baseline", help: "list all findings in the baseline, so that only new ones count")
  static let strict = Flag("strict", help: "end with exit status 1 for warnings, too")
  static let noCache = Flag(
    "no-cache", help: "read all Swift source anew, and keep nothing of it")
  static let statistics = Flag(
    "statistics", help: "print only the number of findings by rule")

  /// The formats for findings.
  static let findingsFormats: [OutputFormat] = [
    .text, .json, .github, .sarif, .junit, .markdown, .xcode,
  ]
  static let report = Option(
    repeating: "report", .report,
    help: "report the findings in a further form, to a file; may be given several times")

  /// The format option with the formats of a command.
  static func format(_ formats: [OutputFormat]) -> Option<OutputFormat> {
    Option(
      "format", .choice("FORMAT", among: formats), default: formats.first ?? .text,
      help: "the form of the result")
  }
}

extension ValueKind where Value == Version {
  /// A version of a schema.
  static var version: Self {
    Self("VERSION", expectation: "a version such as 2.1.0", read: { Version($0) })
  }
}
