internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The next version of a model that is described whole, with what its migration still needs.
///
/// What the planner and the rules on changes and chains ask about stands as a comment above the line
/// that it is about: a value that is missing, a rename that may be meant, duplicates under a new key.
/// What stores need that skip versions is written at once.
struct NextVersion {
  /// The file, with comments.
  let text: String
  /// How many questions there are in it.
  let questionCount: Int
  private let path: String

  /// What is left for somebody to do where there are questions: `decide 2 questions in V2.yaml`.
  var task: String {
    "decide \(Quantity.count(questionCount, "question")) in \(path), each marked '# decide'"
  }

  /// The version that follows the newest one of a history, which has one, and is like another
  /// schema, in a file of that path.
  ///
  /// - Throws: where the two are of different models, or the same.
  init(
    _ version: Version, after history: SchemaHistory, like draft: SchemaDocument, path: String
  ) throws {
    guard let newest = history.newest else { throw Failure.noSchemaFiles(in: path) }
    var schema = draft.schema
    guard schema.name == newest.schema.name else {
      throw Failure(
        unable: "other-schema",
        "'\(draft.file ?? schema.name)' is of '\(schema.name)', not of '\(newest.schema.name)'")
    }
    schema.version = newest.schema.version
    guard schema != newest.schema else {
      throw Failure(
        unable: "no-changes",
        "'\(draft.file ?? schema.name)' is the same as version \(newest.schema.version)")
    }
    schema.version = version
    let next = SchemaDocument(schema: schema, migration: draft.migration)
      .safeToSkipTo(after: history)
    let yaml = SchemaWriter.yaml(of: next)
    let questions = try Self.questions(about: yaml, path, after: history)
    text = Self.commented(yaml, questions, path)
    questionCount = questions.count
    self.path = path
  }

  /// What is asked about the way from the versions before to the text, which is in no file yet.
  private static func questions(
    about yaml: String, _ path: String, after history: SchemaHistory
  ) throws -> [Diagnostic] {
    let next = try SchemaReader.withEdits([path: yaml]) { () throws(DiagnosticsError) in
      try SchemaReader.read(file: path)
    }
    let report = Linter.report(on: [SchemaHistory(history.versions + [next])])
    let rules = Set(RuleRegistry.changeRules.map(\.id) + RuleRegistry.chainRules.map(\.id))
    let found = report.findings.filter {
      rules.contains($0.finding.rule) && $0.version == next.schema.version
    }.map(\.diagnostic)
    let problems = report.problems.filter { $0.location?.file == path }
    return (found + problems).sorted()
  }

  /// The text with each question above the line that it is about, or at its beginning.
  private static func commented(
    _ yaml: String, _ questions: [Diagnostic], _ path: String
  ) -> String {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let byLine = Dictionary(grouping: questions) { question in
      question.location.flatMap { $0.file == path ? $0.line : nil } ?? 1
    }
    return lines.enumerated().flatMap { position, line in
      let indent = String(line.prefix { $0 == " " })
      return (byLine[position + 1] ?? []).flatMap(comment).map { indent + $0 } + [String(line)]
    }.joined(separator: "\n")
  }

  private static func comment(_ question: Diagnostic) -> [String] {
    let notes = question.notes.flatMap { note in
      note.message.split(separator: "\n").map { "#   " + $0 }
    }
    return ["\(OpenQuestion.mark)\(question.message) [\(question.code)]"] + notes
  }
}
