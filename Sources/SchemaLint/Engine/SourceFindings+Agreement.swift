internal import Diagnostics
internal import SchemaModel

extension SourceFindings {
  /// The rules in source whose finding on a version covers findings of other rules on it.
  private static let covered: [RuleID: [RuleID]] = [
    IdenticalVersions.id: [IdenticalSchemaVersions.id],
    EnumCaseRemoved.id: [IdenticalSchemaVersions.id],
    "asserted-lightweight": [IdenticalSchemaVersions.id, LightweightStageNotInferred.id],
    LightweightStageNotInferred.id: [IdenticalSchemaVersions.id],
    UnversionedModelChange.id: [IdenticalSchemaVersions.id],
  ]

  /// Whether an open finding in the source covers a finding, so that only the former is reported.
  func covers(_ judged: JudgedFinding, among open: [JudgedFinding]) -> Bool {
    let others = Self.covered[judged.finding.rule] ?? []
    guard !others.isEmpty || judged.finding.rule == ProbableRename.id else { return false }
    return open.contains { other in
      if other.repeats(judged) || isSameQuestion(other, judged) { return true }
      return others.contains(other.finding.rule) && other.finding.version != nil
        && other.finding.version == judged.finding.version ?? judged.version
        && other.diagnostic.severity >= judged.diagnostic.severity
    }
  }

  /// Whether the source and a schema file raise the same question about a rename.
  private func isSameQuestion(_ inSource: JudgedFinding, _ inFile: JudgedFinding) -> Bool {
    inSource.finding.rule == ProbableRename.id && inFile.finding.rule == ProbableRename.id
      && inSource.diagnostic.message == inFile.diagnostic.message
      && files.contains(inSource.diagnostic.location?.file ?? "")
      && !files.contains(inFile.diagnostic.location?.file ?? "")
  }

  /// Whether a finding on a schema file is also found in the source, and has no safe fix.
  ///
  /// The finding on a class that the source does not rename notes the line that renames it.
  func says(_ judged: JudgedFinding) -> Bool {
    if judged.finding.rule == LightweightNotInferred.id,
      judged.finding.place.path?.components.last == "renamedFrom"
    {
      return findings.contains {
        $0.finding.rule == UnversionedModelChange.id
          && $0.diagnostic.notes.contains { $0.location == judged.diagnostic.location }
      }
    }
    guard judged.isOnModel, judged.finding.fix?.safety != .safe,
      let path = judged.finding.place.path,
      !files.contains(judged.diagnostic.location?.file ?? "")
    else { return false }
    return findings.contains {
      $0.finding.rule == judged.finding.rule && $0.finding.place.path == path
    }
  }

  /// Whether a finding in the source is also found in a schema file, where it weighs as much.
  func leaves(_ judged: JudgedFinding, toFilesIn all: [JudgedFinding]) -> Bool {
    guard files.contains(judged.diagnostic.location?.file ?? "") else { return false }
    return all.contains {
      !files.contains($0.diagnostic.location?.file ?? "") && !says($0)
        && $0.finding.rule == judged.finding.rule
        && $0.diagnostic.message == judged.diagnostic.message
        && $0.diagnostic.severity >= judged.diagnostic.severity
    }
  }

  /// Whether a finding in the source is excepted in a schema file, or the reverse; one exception applies to both.
  func isExcepted(_ judged: JudgedFinding, by excepted: [JudgedFinding]) -> Bool {
    let isOfSource = files.contains(judged.diagnostic.location?.file ?? "")
    return excepted.contains {
      files.contains($0.diagnostic.location?.file ?? "") != isOfSource
        && $0.finding.rule == judged.finding.rule
        && $0.diagnostic.message == judged.diagnostic.message
    }
  }

  /// A finding in the source with the places of the same finding in schema files.
  ///
  /// The source shows what a schema file does not, such as which objects are deleted, and so has the severity.
  func joined(_ judged: JudgedFinding, with said: [JudgedFinding]) -> JudgedFinding {
    guard files.contains(judged.diagnostic.location?.file ?? "") else { return judged }
    var judged = judged
    let (rule, path) = (judged.finding.rule, judged.finding.place.path)
    for other in said where other.finding.rule == rule && other.finding.place.path == path {
      judged.diagnostic.notes.append(
        .init("the schema file says the same: correct both", at: other.diagnostic.location))
    }
    return judged
  }

  /// The findings without a schema file's list of open questions, if each question is a finding itself.
  ///
  /// Each of these findings then has the list's last note, about the comment.
  func withoutRepeatedQuestions(_ found: [JudgedFinding]) -> [JudgedFinding] {
    var found = found
    for list in findings where !files.contains(list.diagnostic.location?.file ?? "") {
      let questions = list.diagnostic.notes.dropLast().map(\.message)
      guard let last = list.diagnostic.notes.last, !questions.isEmpty, found.contains(list) else {
        continue
      }
      let asked = found.indices.filter { index in
        let problem = found[index].diagnostic
        return problem.location?.file == list.diagnostic.location?.file
          && questions.contains("\(problem.message) [\(problem.code)]")
      }
      guard Set(asked.map { found[$0].diagnostic.message }).count == Set(questions).count else {
        continue
      }
      for index in asked { found[index].diagnostic.notes.append(last) }
      found.removeAll { $0 == list }
    }
    return found
  }

  /// The finding with a fix that keeps schema files and source in agreement.
  ///
  /// The fix is removed if the source must change as well.
  func agreeing(_ judged: JudgedFinding) -> JudgedFinding {
    guard let fix = judged.finding.fix, fix.safety == .unsafe,
      !files.contains(judged.diagnostic.location?.file ?? "")
    else { return judged }
    var judged = judged
    let answers = fix.edits.map(answer)
    if answers.contains(.differs) {
      judged.finding.fix = nil
      if judged.diagnostic.severity > .note {
        judged.diagnostic.notes.append(.init(fix.inSource))
      }
    } else if !answers.isEmpty, answers.allSatisfy({ $0 == .agrees }) {
      judged.finding.fix?.safety = .safe
    }
    return judged
  }

  /// The relation between an edit and the source.
  private enum Answer {
    /// The source already agrees.
    case agrees
    /// The source differs.
    case differs
    /// The source cannot express the edit, or does not declare the part.
    case none
  }

  private func answer(to edit: Fix.Edit) -> Answer {
    guard let path = edit.path?.components, path.first == "entities", path.count > 1,
      let names = properties[path[1]]
    else { return .none }
    let before = path.count > 3 ? names[path[3]] : nil
    if path.count > 3, before == nil { return .none }
    guard case .set("renamedFrom", let old, _) = edit else { return .differs }
    // SwiftData has no original name for a class.
    return before.map { $0 == old ? .agrees : .differs } ?? .none
  }
}

extension Fix {
  /// The advice for changing both the schema file and the source.
  fileprivate var inSource: String {
    let old = edits.lazy.compactMap { edit -> String? in
      if case .set("renamedFrom", let old, _) = edit { old } else { nil }
    }.first
    return old.map {
      "write 'originalName: \"\($0)\"' in the Swift source, and 'migrate lint --fix' writes it here"
    } ?? "the Swift source declares it, too: change both"
  }
}

extension JudgedFinding {
  /// Whether another finding in the source is about the same change, and says less about it.
  ///
  /// A change that keeps stores from being opened is corrected first, and described then. A rename that no
  /// version describes is reported as a rename. A rename that a schema file declares, and the source does not,
  /// is no question any more.
  fileprivate func repeats(_ other: JudgedFinding) -> Bool {
    guard let place = diagnostic.location, place == other.diagnostic.location else { return false }
    return switch (finding.rule, other.finding.rule) {
    case (ProbableRename.id, UnversionedModelChange.id):
      other.diagnostic.message.hasPrefix("\(diagnostic.message) ")
    case (LightweightStageNotInferred.id, UnversionedModelChange.id):
      // The change stands at the end of the one message, and at the start of the other.
      diagnostic.message.split(separator: ": ", maxSplits: 1).last.map {
        other.diagnostic.message.contains(" \($0), and ")
      } ?? false
    case (UnversionedModelChange.id, LightweightStageNotInferred.id):
      // An attribute with a misspelt old name is new to the platform.
      diagnostic.message.contains(" is renamed from '")
    case (UnversionedModelChange.id, ProbableRename.id):
      diagnostic.notes.compactMap(\.location?.file).contains {
        $0 != diagnostic.location?.file
      }
    default: false
    }
  }
}
