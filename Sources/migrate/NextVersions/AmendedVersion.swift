internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The newest version of a model, which is not locked, with the changes of the models in Swift source.
///
/// Only lines of changed parts are edited. What Swift does not say stays: the migration, old names, comments,
/// documentation, checks and indexes. Questions that the changes raise become comments, as in a new version.
/// A file is refused if an edit would delete a comment or a check that a person wrote.
struct AmendedVersion {
  /// The new text of the schema file; the old one if the file cannot be edited.
  private(set) var text: String
  /// The reason why the file cannot be edited, with what is to be decided first, or else the lines to write; nil
  /// if it was edited.
  private(set) var refusal: String?

  /// Amends a version of which a file has this text.
  ///
  /// - Throws: if the edited text, which has the meant content, cannot be read.
  init(
    of file: SchemaDocument, _ text: String, like source: SchemaDocument,
    after history: SchemaHistory, _ answers: [String: String] = [:]
  ) throws {
    self.text = text
    guard let path = file.file, let newest = history.newest else { return }
    let lineBreak = TextLines(text).lineBreak
    let text = text.replacing(lineBreak, with: "\n")
    let names = DraftedNames(of: file, like: source, after: newest)
    let meant = SchemaDocument(schema: names.schema, migration: names.migration)
      .safeToSkipTo(after: history)
    var written = meant
    written.schema = written.schema.inOrder(of: file.schema)
    let base = YAMLEditor(text: text, file: path)?.depth(of: ["extends"]) == 1 ? newest : nil
    let probable = Self.probableRenames(in: meant, file, after: newest)
    let undecided = probable.filter { answers[OpenQuestion.text(of: $0.diagnostic)] == nil }
    // A removal in the file would already decide whether it is a rename.
    if base != nil { written.schema.keep(undecided.map(\.drop), of: file.schema) }
    let old = Self.canonical(file, extending: base?.schema)
    let renames = names.renames.filter { rename in
      YAMLEditor(text: text, file: path)?.depth(of: rename.path) == rename.path.count
    }.map { YAMLEdit.rename($0.path, to: $0.name) }
    let edits =
      renames
      + YAMLEdit.changes(
        from: YAMLEditor.text(old, file: path, after: renames) ?? old,
        to: Self.canonical(written, extending: base?.schema))
    let remarks =
      Self.remarks(
        in: YAMLEditor.text(text, file: path, after: renames) ?? text, path, edits,
        newest.schema.version) + names.lostParts
    guard remarks.isEmpty else {
      refusal = Self.refusal(
        "the edit would delete \(remarks.joined(separator: ", ")): move or delete that first",
        edits,
        undecided)
      return
    }
    guard let edited = Self.text(text, path, after: edits),
      NextVersion.reads(edited, as: written, path)
    else {
      refusal = Self.refusal("not every line of it can be edited by itself", edits, undecided)
      return
    }
    var next = try NextVersion.read(edited, path)
    next.schema = meant.schema
    if let exception = Self.widened(from: file, text, to: next, edited, after: history) {
      refusal = Self.refusal(
        "an exception would cover this, too, unless it has a line of its own: \(exception)", edits,
        undecided)
      return
    }
    let questions = Linter.questions(about: next, edited, after: history)
    // Only what the changes raise is asked, and nothing twice.
    let known = Set(
      OpenQuestion.all(in: edited, file: path).map(\.text)
        + Linter.questions(about: file, text, after: history).map(OpenQuestion.text))
    let carried = try NextVersion.carried(in: edited, path, besides: names.schema)
      .intersection(NextVersion.carried(in: edited, path, besides: file.schema))
    self.text = Self.withoutAnswered(
      questions,
      in: NextVersion.commented(
        edited, questions.filter { !known.contains(OpenQuestion.text(of: $0)) }, carried,
        newest.schema.version, path, NextVersion.answers(answers, to: questions, besides: probable)),
      path
    ).replacing("\n", with: lineBreak)
  }

  /// The text after edits, with new sections before the migration.
  private static func text(
    _ text: String, _ path: String, after edits: [YAMLEdit]
  ) -> String? {
    let begun = ["entities", "removed"].filter {
      YAMLEditor(text: text, file: path)?.depth(of: [$0]) == 0
    }
    return YAMLEditor.text(text, file: path, after: edits).map { edited in
      begun.reduce(edited) { text, key in
        let move = YAMLEdit.move(key: key, before: "migration", in: [])
        return (YAMLEditor.text(text, file: path, after: [move]) ?? text)
          .withBlankLine(above: "\(key):").withBlankLine(above: "migration:")
      }
    }
  }

  /// The text of a version as the tool writes it, so that two versions differ only in changed parts.
  private static func canonical(_ version: SchemaDocument, extending base: Schema?) -> String {
    base.map { SchemaDifference(of: version, extending: $0, file: "").yaml }
      ?? SchemaWriter.yaml(of: version)
  }

  /// The removals, since the previous version, of which it is to be decided whether they are renames.
  private static func probableRenames(
    in next: SchemaDocument, _ file: SchemaDocument, after newest: SchemaDocument
  ) -> [Ambiguities.ProbableRename] {
    let target = SchemaDocument(
      schema: next.schema, migration: next.migration, removals: file.removals)
    return HopReview(from: newest, to: target).probableRenames
  }

  /// The comments of a person that the edits delete, or leave without their part.
  private static func remarks(
    in text: String, _ path: String, _ edits: [YAMLEdit], _ newest: Version
  ) -> [String] {
    guard let editor = YAMLEditor(text: text, file: path) else { return [] }
    return edits.flatMap(editor.comments(deletedBy:)).filter {
      // An exception is about what is deleted.
      !$0.hasPrefix("# migrate:") && $0 != NextTemplate.reason(of: newest)
    }.map { "'\($0)'" }
  }

  /// A finding that an exception for another part hides after the edits; nil if none is hidden.
  private static func widened(
    from file: SchemaDocument, _ text: String, to next: SchemaDocument, _ edited: String,
    after history: SchemaHistory
  ) -> String? {
    let known = Linter.report(on: file, text, after: history).excepted.map(
      \.diagnostic.message)
    return Linter.report(on: next, edited, after: history).excepted.map(\.diagnostic.message)
      .first { !known.contains($0) }
  }

  /// The text without the questions of rules that are not asked any more.
  private static func withoutAnswered(
    _ questions: [Diagnostic], in text: String, _ path: String
  ) -> String {
    let asked = Set(questions.map(OpenQuestion.text))
    let answered = OpenQuestion.all(in: text, file: path).filter {
      $0.isOfRule && !asked.contains($0.text)
    }
    let lines = Set(answered.flatMap(\.lines))
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !lines.contains($0.offset + 1) }.map(\.element).joined(separator: "\n")
  }

  /// The refusal with what is to be decided first, or else the lines to write.
  private static func refusal(
    _ reason: String, _ edits: [YAMLEdit], _ undecided: [Ambiguities.ProbableRename]
  ) -> String {
    let questions = undecided.map(\.diagnostic).flatMap { question in
      ["decide: \(question.message)"] + question.notes.map { "  \($0.message)" }
    }
    return "it is left as it is, as \(reason)"
      + (questions.isEmpty ? edits.map(\.advice) : questions).map { "\n  \($0)" }.joined()
  }
}

extension String {
  /// The text with a blank line above a line and the comments directly above it.
  fileprivate func withBlankLine(above line: String) -> String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard var place = lines.firstIndex(of: line[...]) else { return self }
    while place > 0, lines[place - 1].hasPrefix("#") { place -= 1 }
    if place > 0, !lines[place - 1].isEmpty { lines.insert("", at: place) }
    return lines.joined(separator: "\n")
  }
}

extension OpenQuestion {
  /// Whether a rule asked the question, whose name is at its end.
  fileprivate var isOfRule: Bool {
    text.hasSuffix("]")
      && text.split(separator: "[").last.map { RuleRegistry.rule(RuleID(String($0.dropLast()))) }
        != nil
  }
}

extension Schema {
  /// Keeps the removed parts that another schema still has.
  fileprivate mutating func keep(_ removals: [SchemaChange], of file: Schema) {
    for keys in removals.map(\.path.components) {
      let known = file.entities.first { ($0.renamedFrom ?? $0.name) == keys[1] }
      guard let known else { continue }
      guard let place = entities.firstIndex(where: { $0.name == known.name }) else {
        entities.append(known)
        continue
      }
      entities[place].attributes += known.attributes.filter {
        ($0.renamedFrom ?? $0.name) == keys.last
      }
      entities[place].relationships += known.relationships.filter {
        ($0.renamedFrom ?? $0.name) == keys.last
      }
    }
  }

  /// The schema with its parts in the order of another schema, followed by the new ones.
  fileprivate func inOrder(of other: Schema) -> Schema {
    var result = self
    for place in entities.indices {
      guard let known = other.entity(named: entities[place].name) else { continue }
      result.entities[place].attributes.sort(as: known.attributes, by: \.name)
      result.entities[place].relationships.sort(as: known.relationships, by: \.name)
      result.entities[place].uniquenessConstraints.sort(as: known.uniquenessConstraints, by: \.self)
      result.entities[place].indexes.sort(as: known.indexes, by: \.self)
    }
    result.entities.sort(as: other.entities, by: \.name)
    result.enumerations.sort(as: other.enumerations, by: \.name)
    result.composites.sort(as: other.composites, by: \.name)
    return result
  }
}

extension Array {
  /// Brings elements in the order of equal elements of another array, followed by the others.
  fileprivate mutating func sort<Key: Equatable>(as others: Self, by key: (Element) -> Key) {
    let keys = others.map(key)
    self =
      keys.compactMap { known in first { key($0) == known } }
      + filter { !keys.contains(key($0)) }
  }
}
