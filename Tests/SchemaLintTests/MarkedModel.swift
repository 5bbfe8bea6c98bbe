import Diagnostics
import Foundation
import SchemaFixes
import SchemaLint
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The versions of a model, written with the findings that are expected at their lines.
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, delete: cascade}
///       # ! 'Book.notes' has no inverse…
///       # + a note of that finding
///       # > safe: set inverse to book in entities.Book.relationships.notes
/// ```
///
/// A mark belongs to the nearest line above it that is not a mark. What continues a mark on the
/// next line begins with `#   `. Each text is one version; `schema` and `version` are added where
/// they are missing.
struct MarkedModel {
  /// The versions.
  let history: SchemaHistory
  /// The texts of the files, by their paths.
  let texts: [String: String]
  /// The findings that are expected, with the file and the line of each.
  let expected: [String]
  private let folder: String
  private let home: TemporaryFolder

  init(_ versions: [String], _ variation: Variation = .asWritten) throws {
    let folder = try TemporaryFolder()
    var texts: [String: String] = [:]
    for (position, text) in versions.enumerated() {
      let name = "V\(position + 1).yaml"
      let whole = Self.whole(variation.varied(text), number: position + 1)
      texts[name] = whole
      try folder.write(variation.encoded(whole), to: name)
    }
    history = try SchemaReader.history(inDirectory: folder.path)
    self.folder = folder.path + "/"
    home = folder
    self.texts = texts
    expected =
      variation.isSilent
      ? [] : texts.sorted { $0.key < $1.key }.flatMap { Self.marks(in: $1, file: $0) }
  }

  /// The text with the beginning that every schema file has.
  private static func whole(_ text: String, number: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let schema = lines.contains { $0.hasPrefix("schema:") } ? [] : ["schema: Library"]
    let version = lines.contains { $0.hasPrefix("version:") } ? [] : ["version: \(number).0.0"]
    return (schema + version + [text]).joined(separator: "\n") + "\n"
  }

  private static func marks(in text: String, file: String) -> [String] {
    var result: [String] = []
    var subject = 0
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("# ! ") {
        result.append("\(file):\(subject): \(content.dropFirst(4))")
      } else if content.hasPrefix("# + ") || content.hasPrefix("# > ") {
        result.append("  \(content.dropFirst(2))")
      } else if content.hasPrefix("#   "), let last = result.popLast() {
        result.append(last + " " + content.dropFirst(4))
      } else {
        subject = number + 1
      }
    }
    return result
  }
}

// MARK: - Linting

extension MarkedModel {
  /// The findings of one rule, in the form of the marks.
  ///
  /// Rules to which it yields are off, and the profile that it belongs to is on.
  func findings(of rule: some LintRule, context: LintContext = LintContext()) -> [String] {
    var settings = RuleSettings(overrides: [rule.id: .error], profile: .cloudkit)
    for other in type(of: rule).yieldsTo { settings.overrides[other] = .off }
    return report(settings: settings, context: context).findings
      .filter { $0.finding.rule == rule.id }.flatMap { $0.marks(in: folder) }
  }

  /// The linter's report on the model.
  func report(
    settings: RuleSettings = RuleSettings(), context: LintContext = LintContext()
  ) -> LintReport {
    Linter.report(on: [history], settings: settings, context: placed(context, [:]))
  }

  /// A context with the texts of the files, some of them edited, which names files as they are here.
  private func placed(_ context: LintContext, _ edits: [String: String]) -> LintContext {
    var context = context
    context.comments = { YAMLComments.starts(in: $0) }
    // Tests say what belongs to the model by its name.
    let (name, newest) = (history.newest?.schema.name ?? "", history.newest?.file ?? "")
    context.released = [newest: context.released[name]].compactMapValues(\.self)
    context.testRows = [newest: context.testRows[name]].compactMapValues(\.self)
    for (name, text) in texts { context.texts[folder + name] = edits[folder + name] ?? text }
    context.pathSuppressions = context.pathSuppressions.map { suppression in
      guard case .path(let path) = suppression.scope else { return suppression }
      var suppression = suppression
      suppression.scope = .path(folder + path)
      return suppression
    }
    if let baseline = context.baseline {
      context.baseline = Baseline(
        baseline.entries.map { entry in
          var entry = entry
          entry.file = folder + entry.file
          return entry
        })
    }
    return context
  }

  /// A text without the name of the folder that the files are in.
  func shortened(_ text: String) -> String { text.replacing(folder, with: "") }
}

// MARK: - Mending

extension MarkedModel {
  /// The rules that find more after the fixes of one were made than before, as often as they do.
  func findingsMade(
    by rule: some LintRule, _ allowed: Set<TextFix.Safety>, context: LintContext
  ) -> [String] {
    var alone = RuleSettings(profile: .cloudkit)
    for other in RuleRegistry.rules { alone.overrides[other.id] = .off }
    alone.overrides[rule.id] = .error
    let run = FixRun(
      allowing: allowed, read: { texts[shortened($0)] },
      lint: { state(after: $0, settings: alone, context: context) })
    let isOfProfile = rule.id.name.hasPrefix("sync-")
    let all = RuleSettings(
      overrides: [rule.id: .error], profile: isOfProfile ? .cloudkit : nil)
    func codes(_ edits: [String: String]) -> [String] {
      let state = state(after: edits, settings: all, context: context)
      return (state.report.findings.map(\.diagnostic) + state.unread).map(\.code).sorted()
    }
    return codes(run.texts).difference(from: codes([:])).insertions.compactMap { change in
      if case .insert(_, let text, _) = change { text } else { nil }
    }
  }

  private func state(
    after edits: [String: String], settings: RuleSettings, context: LintContext
  ) -> LintState {
    SchemaReader.withEdits(edits) {
      let inspection = SchemaReader.inspect(directory: home.path)
      let history = SchemaHistory(inspection.documents)
      return LintState(
        histories: [history],
        report: Linter.report(on: [history], settings: settings, context: placed(context, edits)),
        unread: inspection.problems)
    }
  }
}

/// Expects exactly the findings that are marked in the versions, in every variation.
func expect(
  _ rule: some LintRule, in versions: String..., context: LintContext = LintContext(),
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  // What was released misses everything that stands in a comment.
  let variations = Variation.all(for: rule).filter {
    $0 != .commentedOut || context.released.isEmpty
  }
  for variation in variations {
    let model = try MarkedModel(versions, variation)
    let found = model.findings(of: rule, context: context)
    #expect(
      found.joined(separator: "\n") == model.expected.joined(separator: "\n"), "\(variation)",
      sourceLocation: sourceLocation)
    guard variation == .asWritten, !found.isEmpty else { continue }
    for allowed: Set<TextFix.Safety> in [[.safe], [.safe, .unsafe]] {
      #expect(
        model.findingsMade(by: rule, allowed, context: context) == [], "after the fix",
        sourceLocation: sourceLocation)
    }
  }
}

extension JudgedFinding {
  /// The finding as marks put it, files named from a folder.
  func marks(in folder: String) -> [String] {
    let place =
      diagnostic.location.map { "\($0.file):\($0.line)".replacing(folder, with: "") } ?? "-"
    return ["\(place): \(diagnostic.message)"]
      + diagnostic.notes.map {
        "  + \($0.message.replacing(folder, with: ""))"
      }
      + (finding.fix.map { ["  > \($0.text)"] } ?? [])
  }
}

extension Fix {
  /// The fix in words.
  var text: String { "\(safety): \(edits.map(\.text).joined(separator: "; "))" }
}

extension Fix.Edit {
  fileprivate var text: String {
    switch self {
    case .set(let key, let value, let path): "set \(key) to \(value) in \(path)"
    case .unset(let key, let path): "unset \(key) in \(path)"
    case .append(let value, let path): "append \(value) to \(path)"
    case .remove(let value, let path): "remove \(value) from \(path)"
    case .rename(let path, let name): "rename \(path) to \(name)"
    case .move(let key, let other, let path): "move \(key) before \(other) in \(path)"
    case .removeComment(let place): "remove the comment at \(place.line):\(place.column)"
    case .removeLine(let place): "remove line \(place.line)"
    case .replace(let word, let other, let place):
      "replace \(word) with \(other) at \(place.line):\(place.column)"
    }
  }
}
