internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The next version of a model that is described in full, with the open questions of its migration.
///
/// The file extends the newest version if the changes can be expressed that way; otherwise it is complete.
///
/// The questions of the planner, and of the rules on changes and chains, become comments above the lines that
/// they are about: a missing value, a possible rename, duplicates under a new key. Renames that stores need
/// when they skip versions are written at once.
struct NextVersion {
  /// The file, with comments.
  let text: String
  /// The reason why the file is complete; nil if it extends the newest version.
  let whole: String?

  /// The remaining task for a file with questions: `decide 2 questions in V2.yaml`.
  static func task(in text: String, _ path: String) -> String? {
    let count = OpenQuestion.all(in: text, file: path).count
    return count == 0
      ? nil : "decide \(Quantity.count(count, "question")) in \(path), each marked '# decide'"
  }

  /// Makes the version that follows the newest version of a history, with the content of another schema.
  ///
  /// - Throws: if the two are of different models, or equal.
  init(
    _ version: Version, after history: SchemaHistory, like draft: SchemaDocument, path: String,
    _ answers: [String: String] = [:]
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
        "'\(draft.file ?? schema.name)' is the same as version \(newest.schema.version)",
        notes: [.init("write in it what is to change, or begin an empty version: migrate new")])
    }
    schema.version = version
    // Later versions keep both, even if a draft does not give them.
    schema.profile = schema.profile ?? newest.schema.profile
    schema.declaredPlatform = schema.declaredPlatform ?? newest.schema.declaredPlatform
    let next = SchemaDocument(schema: schema, migration: draft.migration)
      .safeToSkipTo(after: history)
    var (yaml, whole) = (SchemaWriter.yaml(of: next), String?.none)
    var questions = Linter.questions(about: try Self.read(yaml, path), yaml, after: history)
    let undecided = questions.filter { answers[OpenQuestion.text(of: $0)] == nil }
    switch Self.difference(of: next, after: newest, path, undecided) {
    case .success(let difference):
      yaml = difference
      questions = Linter.questions(about: try Self.read(yaml, path), yaml, after: history)
    case .failure(let reason): whole = reason.words
    }
    let renames = HopReview(from: newest, to: next).probableRenames
    text = Self.commented(
      yaml, questions, try Self.carried(in: yaml, path, besides: schema), newest.schema.version,
      path, Self.answers(answers, to: questions, besides: renames))
    self.whole = whole
  }

  /// The reason why a version cannot be written as a difference.
  private struct Obstacle: Error {
    let words: String
  }

  /// Tries to write the version as a difference; `questions` are the open ones about the complete file.
  private static func difference(
    of next: SchemaDocument, after newest: SchemaDocument, _ path: String,
    _ questions: [Diagnostic]
  ) -> Result<String, Obstacle> {
    // A removal in the file would already decide the question.
    let undecided = [ProbableRename.id.name, RenameCaseOnly.id.name]
    guard !questions.contains(where: { undecided.contains($0.code) }) else {
      return .failure(Obstacle(words: "it is to be decided what is renamed and what is removed"))
    }
    guard let base = newest.file,
      FilePath.shortened(FilePath.folder(of: base)) == FilePath.shortened(FilePath.folder(of: path))
    else { return .failure(Obstacle(words: "the newest version is in another folder")) }
    let name = FilePath.name(of: base)
    let difference = SchemaDifference(of: next, extending: newest.schema, file: name)
    guard difference.obstacles.isEmpty else {
      return .failure(Obstacle(words: difference.obstacles.joined(separator: ", ")))
    }
    guard reads(difference.yaml, as: next, path) else {
      return .failure(Obstacle(words: "a difference would not read back as the same model"))
    }
    return .success(difference.yaml)
  }

  /// Whether an unsaved text reads back as a version, whatever the order of its parts.
  static func reads(_ yaml: String, as next: SchemaDocument, _ path: String) -> Bool {
    let read = try? read(yaml, path)
    return read?.schema.inOrderOfNames == next.schema.inOrderOfNames
      && read?.migration == next.migration
  }

  /// The lines with an old name that the draft does not have.
  static func carried(
    in yaml: String, _ path: String, besides draft: Schema
  ) throws -> Set<Int> {
    let next = try read(yaml, path)
    let places = next.schema.entities.flatMap { entity -> [SchemaPath] in
      let known = draft.entity(named: entity.name)
      let attributes = entity.attributes.filter {
        $0.renamedFrom != known?.attribute(named: $0.name)?.renamedFrom
      }.map { SchemaPath.property($0.name, of: entity.name, .attributes) }
      let relationships = entity.relationships.filter {
        $0.renamedFrom != known?.relationship(named: $0.name)?.renamedFrom
      }.map { SchemaPath.property($0.name, of: entity.name, .relationships) }
      return (entity.renamedFrom == known?.renamedFrom ? [] : [.entity(entity.name)])
        + attributes + relationships
    }.compactMap(next.sources.location)
    return Set(places.filter { $0.file == path }.map(\.line))
  }

  /// The answers without those to questions about renames, each of which answers whether the part is lost.
  static func answers(
    _ answers: [String: String], to questions: [Diagnostic],
    besides renames: [Ambiguities.ProbableRename]
  ) -> [String: String] {
    var answers = answers
    for rename in renames {
      guard let reason = answers.removeValue(forKey: OpenQuestion.text(of: rename.diagnostic))
      else {
        continue
      }
      for loss in questions
      where loss.code == rename.drop.code && loss.message.contains("'\(rename.drop.subject)'") {
        answers[OpenQuestion.text(of: loss)] = reason
      }
    }
    return answers
  }

  /// Reads an unsaved text as the file at a path.
  static func read(_ yaml: String, _ path: String) throws(DiagnosticsError) -> SchemaDocument {
    try SchemaReader.withEdits([path: yaml]) { () throws(DiagnosticsError) in
      try SchemaReader.read(file: path)
    }
  }

  /// The text with each question above its line, or at the beginning, and a reason above each repeated
  /// rename.
  ///
  /// A question that has an answer becomes an exception at the end of its line, unless that has a comment.
  static func commented(
    _ yaml: String, _ questions: [Diagnostic], _ carried: Set<Int>, _ newest: Version,
    _ path: String, _ answers: [String: String]
  ) -> String {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let byLine = Dictionary(grouping: questions) { question in
      question.location.flatMap { $0.file == path ? $0.line : nil } ?? 1
    }
    return lines.enumerated().flatMap { position, line in
      let indent = String(line.prefix { $0 == " " })
      let width = SchemaWriter.width - indent.count
      let reason = carried.contains(position + 1) ? [NextTemplate.reason(of: newest)] : []
      let asked = byLine[position + 1] ?? []
      let answered =
        line.contains("#") ? [] : asked.filter { answers[OpenQuestion.text(of: $0)] != nil }
      return (reason + asked.filter { !answered.contains($0) }.flatMap { comment($0, width) })
        .map { indent + $0 } + [line + exception(answered, answers)]
    }.joined(separator: "\n")
  }

  /// The exception from questions with an answer, as the end of a line; empty without any.
  private static func exception(_ answered: [Diagnostic], _ answers: [String: String]) -> String {
    guard !answered.isEmpty else { return "" }
    let rules = Set(answered.map(\.code)).sorted().joined(separator: ", ")
    let reasons = Set(answered.compactMap { answers[OpenQuestion.text(of: $0)] })
    return " # migrate:ignore \(rules) -- \(reasons.sorted().joined(separator: "; "))"
  }

  private static func comment(_ question: Diagnostic, _ width: Int) -> [String] {
    OpenQuestion.comment(
      OpenQuestion.text(of: question),
      notes: question.notes.flatMap {
        $0.message.replacing("at the end of the line", with: "at the end of the line below")
          .split(separator: "\n").map(String.init)
      },
      width: width)
  }
}

extension Schema {
  /// The schema with its parts sorted by name, which has the same meaning.
  fileprivate var inOrderOfNames: Schema {
    var schema = self
    for position in schema.entities.indices {
      schema.entities[position].attributes.sort { $0.name < $1.name }
      schema.entities[position].relationships.sort { $0.name < $1.name }
      schema.entities[position].uniquenessConstraints.sort { $0.lexicographicallyPrecedes($1) }
      schema.entities[position].indexes.sort { $0.list < $1.list }
      schema.entities[position].rules.sort { $0.name < $1.name }
    }
    schema.entities.sort { $0.name < $1.name }
    schema.enumerations.sort { $0.name < $1.name }
    schema.composites.sort { $0.name < $1.name }
    schema.queries.sort { $0.name < $1.name }
    return schema
  }
}
