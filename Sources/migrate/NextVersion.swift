internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The next version of a model that is described whole, with what its migration still needs.
///
/// The file extends the newest one where that can say what is new, and is whole by itself where not.
///
/// What the planner and the rules on changes and chains ask about stands as a comment above the line
/// that it is about: a value that is missing, a rename that may be meant, duplicates under a new key.
/// What stores need that skip versions is written at once.
struct NextVersion {
  /// The file, with comments.
  let text: String
  /// Why the file is whole by itself; nil where it extends the newest one.
  let whole: String?

  /// What is left for somebody to do in a file with questions: `decide 2 questions in V2.yaml`.
  static func task(in text: String, _ path: String) -> String? {
    let count = OpenQuestion.all(in: text, file: path).count
    return count == 0
      ? nil : "decide \(Quantity.count(count, "question")) in \(path), each marked '# decide'"
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
        "'\(draft.file ?? schema.name)' is the same as version \(newest.schema.version)",
        notes: [.init("write in it what is to change, or begin an empty version: migrate new")])
    }
    schema.version = version
    // Later versions keep both, whether or not a draft says them.
    schema.profile = schema.profile ?? newest.schema.profile
    schema.declaredPlatform = schema.declaredPlatform ?? newest.schema.declaredPlatform
    let next = SchemaDocument(schema: schema, migration: draft.migration)
      .safeToSkipTo(after: history)
    var (yaml, whole) = (SchemaWriter.yaml(of: next), String?.none)
    var questions = try Self.questions(about: yaml, path, after: history)
    switch Self.difference(of: next, after: newest, path, questions) {
    case .success(let difference):
      yaml = difference
      questions = try Self.questions(about: yaml, path, after: history)
    case .failure(let reason): whole = reason.words
    }
    text = Self.commented(
      yaml, questions, try Self.carried(in: yaml, path, besides: schema), newest.schema.version,
      path)
    self.whole = whole
  }

  /// Why a version is no difference.
  private struct Obstacle: Error {
    let words: String
  }

  /// The version as a difference, which is tried, given the questions about the whole of it.
  private static func difference(
    of next: SchemaDocument, after newest: SchemaDocument, _ path: String,
    _ questions: [Diagnostic]
  ) -> Result<String, Obstacle> {
    // What stands under 'removed' is decided.
    let undecided = [ProbableRename.id.name, RenameCaseOnly.id.name]
    guard !questions.contains(where: { undecided.contains($0.code) }) else {
      return .failure(Obstacle(words: "it is to be decided what is renamed and what is removed"))
    }
    guard let base = newest.file,
      FilePath.shortened(FilePath.folder(of: base)) == FilePath.shortened(FilePath.folder(of: path))
    else { return .failure(Obstacle(words: "the newest version is in another folder")) }
    let name = FilePath.name(of: base)
    let differences = [true, false].map {
      SchemaDifference(
        of: next, extending: newest.schema, file: name, removingListsOfRemoved: $0)
    }
    if let obstacles = differences.first?.obstacles, !obstacles.isEmpty {
      return .failure(Obstacle(words: obstacles.joined(separator: ", ")))
    }
    guard let difference = differences.first(where: { reads($0.yaml, as: next, path) }) else {
      return .failure(Obstacle(words: "a difference would not read back as the same model"))
    }
    return .success(difference.yaml)
  }

  /// Whether a text that is in no file yet is a version, whatever the order of its parts.
  private static func reads(_ yaml: String, as next: SchemaDocument, _ path: String) -> Bool {
    let read = try? read(yaml, path)
    return read?.schema.inOrderOfNames == next.schema.inOrderOfNames
      && read?.migration == next.migration
  }

  /// What is asked about the way from the versions before to the text, which is in no file yet.
  private static func questions(
    about yaml: String, _ path: String, after history: SchemaHistory
  ) throws -> [Diagnostic] {
    let next = try read(yaml, path)
    let report = Linter.report(on: [SchemaHistory(history.versions + [next])])
    let rules = Set(RuleRegistry.changeRules.map(\.id) + RuleRegistry.chainRules.map(\.id))
    let found = report.findings.filter {
      rules.contains($0.finding.rule) && $0.version == next.schema.version
    }.map(\.diagnostic)
    let problems = report.problems.filter { $0.location?.file == path }
    // Whether it is renamed is the first question, and answers whether a value is missing.
    let renames = found.filter { $0.code == ProbableRename.id.name }
      .flatMap { [$0.location] + $0.notes.map(\.location) }
    return (found + problems).filter {
      $0.code != RequiredAddedWithoutDefault.id.name || !renames.contains($0.location)
    }.sorted()
  }

  /// The lines with an old name that the models themselves do not give.
  private static func carried(
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

  /// A text that is in no file yet, read as one of that path.
  private static func read(_ yaml: String, _ path: String) throws(DiagnosticsError)
    -> SchemaDocument
  {
    try SchemaReader.withEdits([path: yaml]) { () throws(DiagnosticsError) in
      try SchemaReader.read(file: path)
    }
  }

  /// The text with each question above the line that it is about, or at its beginning, and the reason for
  /// each name that is carried on.
  private static func commented(
    _ yaml: String, _ questions: [Diagnostic], _ carried: Set<Int>, _ newest: Version,
    _ path: String
  ) -> String {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let byLine = Dictionary(grouping: questions) { question in
      question.location.flatMap { $0.file == path ? $0.line : nil } ?? 1
    }
    return lines.enumerated().flatMap { position, line in
      let indent = String(line.prefix { $0 == " " })
      let width = SchemaWriter.width - indent.count
      let reason = carried.contains(position + 1) ? [NextTemplate.reason(of: newest)] : []
      return (reason + (byLine[position + 1] ?? []).flatMap { comment($0, width) })
        .map { indent + $0 } + [String(line)]
    }.joined(separator: "\n")
  }

  private static func comment(_ question: Diagnostic, _ width: Int) -> [String] {
    OpenQuestion.comment(
      OpenQuestion.text(of: question),
      notes: question.notes.flatMap { $0.message.split(separator: "\n").map(String.init) },
      width: width)
  }
}

extension Schema {
  /// The schema with its parts in the order of their names, which means the same.
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
