internal import Diagnostics
internal import SchemaModel

extension SourceFindings {
  /// Whether what a rule finds in a schema file is found in the source as well, and nothing there
  /// corrects the file alone.
  func says(_ judged: JudgedFinding) -> Bool {
    guard judged.isOnModel, judged.finding.fix?.safety != .safe,
      let path = judged.finding.place.path,
      !files.contains(judged.diagnostic.location?.file ?? "")
    else { return false }
    return findings.contains {
      $0.finding.rule == judged.finding.rule && $0.finding.place.path == path
    }
  }

  /// Whether a schema file has an exception from what is found in the source: it is one decision.
  func isExcepted(_ judged: JudgedFinding, by excepted: [JudgedFinding]) -> Bool {
    guard files.contains(judged.diagnostic.location?.file ?? "") else { return false }
    return excepted.contains {
      $0.finding.rule == judged.finding.rule && $0.diagnostic.message == judged.diagnostic.message
    }
  }

  /// The finding in source with the places of the same in schema files, as heavy as the heaviest.
  func joined(_ judged: JudgedFinding, with said: [JudgedFinding]) -> JudgedFinding {
    guard files.contains(judged.diagnostic.location?.file ?? "") else { return judged }
    var judged = judged
    let (rule, path) = (judged.finding.rule, judged.finding.place.path)
    for other in said where other.finding.rule == rule && other.finding.place.path == path {
      judged.diagnostic.severity = max(judged.diagnostic.severity, other.diagnostic.severity)
      judged.diagnostic.notes.append(
        .init("the schema file says the same: correct both", at: other.diagnostic.location))
    }
    return judged
  }

  /// The findings, without the list of a schema file's open questions where each of them is a finding of
  /// its own there, which then says what becomes of the comment.
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

  /// The finding with a fix that leaves schema files and source in agreement; with none where the
  /// source has to change as well.
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

  /// What the source says of an edit.
  private enum Answer {
    /// It says the same already.
    case agrees
    /// It says something else.
    case differs
    /// It cannot say such a thing, or does not declare the part.
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
  /// How a schema file and the source get it both.
  fileprivate var inSource: String {
    let old = edits.lazy.compactMap { edit -> String? in
      if case .set("renamedFrom", let old, _) = edit { old } else { nil }
    }.first
    return old.map {
      "write 'originalName: \"\($0)\"' in the Swift source, and 'migrate lint --fix' writes it here"
    } ?? "the Swift source declares it, too: change both"
  }
}
