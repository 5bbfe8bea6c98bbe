public import Diagnostics
public import SchemaLint

/// Applies the fixes of findings, round after round, until no more can be applied.
///
/// If several fixes edit the same place, all but one wait for the next round. A fix that would make a model
/// unusable is not applied.
public struct FixRun {
  /// The texts of the files that were edited, by their paths.
  public private(set) var texts: [String: String] = [:]
  /// The findings that were fixed, in order.
  public private(set) var corrected: [JudgedFinding] = []
  /// The state after all fixes.
  public private(set) var state: LintState
  /// The remaining findings whose fix would edit a protected file.
  public private(set) var withheld: [JudgedFinding] = []

  private let allowed: Set<TextFix.Safety>
  private let protected: Set<String>
  private let read: (String) -> String?
  private let lint: ([String: String]) -> LintState
  private var failed: Set<Subject> = []
  /// The number of fixes that were applied for findings with the same message.
  ///
  /// It never exceeds the largest number of such findings.
  private var made: [Subject: Int] = [:]
  private var most: [Subject: Int] = [:]

  /// Applies the fixes of these kinds, without edits of protected files.
  ///
  /// `read` returns a file as it is on the disk. `lint` checks the files with the given texts in place of
  /// their content. Nothing is written.
  public init(
    allowing allowed: Set<TextFix.Safety>, protecting protected: Set<String> = [],
    read: @escaping (String) -> String?, lint: @escaping ([String: String]) -> LintState
  ) {
    self.allowed = allowed
    self.protected = protected
    self.read = read
    self.lint = lint
    state = lint([:])
    noteCounts()
    while mendSome() {}
    withheld = allowedRepairs().filter { isProtected($0.fix) }.map(\.judged)
  }

  /// The subject of a finding, independent of its current line.
  private struct Subject: Hashable {
    var rule: RuleID
    var file: String?
    var message: Finding.Message
    var place: Finding.Place?

    init(_ judged: JudgedFinding) {
      rule = judged.finding.rule
      file = judged.diagnostic.location?.file
      message = judged.finding.message
      if case .location = judged.finding.place { place = nil } else { place = judged.finding.place }
    }

    /// The same subject without its place, because removals change positions in a list.
    var anywhere: Subject {
      var subject = self
      subject.place = nil
      return subject
    }
  }

  /// A finding with the edits that repair it.
  private struct Repair {
    var judged: JudgedFinding
    var fix: TextFix
  }
}

// MARK: - Rounds

extension FixRun {
  /// Applies all fixes that are possible at once, or a single fix if they fail together.
  private mutating func mendSome() -> Bool {
    let repairs = withoutConflicts(urgent(possibleRepairs()))
    if repairs.isEmpty { return false }
    if make(repairs) { return true }
    for repair in repairs where make([repair]) { return true }
    // No fix can be applied, and none is tried again.
    return true
  }

  private func possibleRepairs() -> [Repair] {
    allowedRepairs().filter { repair in
      let subject = Subject(repair.judged)
      return !failed.contains(subject) && !isProtected(repair.fix)
        && made[subject.anywhere] ?? 0 < most[subject.anywhere] ?? 0
    }
  }

  /// The misspelt exceptions, if there are any: the findings that they were meant to hide must not be fixed
  /// first.
  private func urgent(_ repairs: [Repair]) -> [Repair] {
    let misspelt = repairs.filter {
      $0.judged.finding.rule == UnusedSuppression.id && $0.fix.safety == .unsafe
    }
    return misspelt.isEmpty ? repairs : misspelt
  }

  private func isProtected(_ fix: TextFix) -> Bool {
    fix.edits.contains { protected.contains($0.start.file) }
  }

  private func allowedRepairs() -> [Repair] {
    let current = texts
    var writer = FixWriter(state.histories, unread: state.unread) { [read] in
      current[$0] ?? read($0)
    }
    return state.report.findings.compactMap { judged in
      guard let fix = writer.textFix(of: judged), allowed.contains(fix.safety) else { return nil }
      return Repair(judged: judged, fix: fix)
    }
  }

  /// The fixes that touch no earlier fix, the safe ones first.
  private func withoutConflicts(_ repairs: [Repair]) -> [Repair] {
    var edits: [TextFix.Edit] = []
    return (repairs.filter { $0.fix.safety == .safe } + repairs.filter { $0.fix.safety == .unsafe })
      .filter { repair in
        let isFree = !repair.fix.edits.contains { edit in edits.contains { $0.touches(edit) } }
        if isFree { edits += repair.fix.edits }
        return isFree
      }
  }

  /// Applies some fixes.
  ///
  /// If a model would be unusable afterwards, nothing is changed, and the result is false.
  private mutating func make(_ repairs: [Repair]) -> Bool {
    guard let edited = edited(by: repairs) else { return giveUp(repairs) }
    let after = lint(edited)
    let before = state.obstacles
    guard after.obstacles.allSatisfy({ $1 <= before[$0] ?? 0 }) else { return giveUp(repairs) }
    corrected += repairs.map(\.judged) + alsoCorrected(by: repairs, after)
    noteMade(repairs, after)
    (texts, state) = (edited, after)
    noteCounts()
    return true
  }

  /// A fix that fails alone is not tried again.
  private mutating func giveUp(_ repairs: [Repair]) -> Bool {
    if repairs.count == 1 { failed.formUnion(repairs.map { Subject($0.judged) }) }
    return false
  }

  /// A fix that repairs nothing is not applied a second time.
  private mutating func noteMade(_ repairs: [Repair], _ after: LintState) {
    let (before, left) = (Self.counts(in: state), Self.counts(in: after))
    for subject in repairs.map({ Subject($0.judged) }) {
      made[subject.anywhere, default: 0] += 1
      if left[subject.anywhere] ?? 0 >= before[subject.anywhere] ?? 0 { failed.insert(subject) }
    }
  }

  private mutating func noteCounts() {
    most.merge(Self.counts(in: state), uniquingKeysWith: max)
  }

  private static func counts(in state: LintState) -> [Subject: Int] {
    Dictionary(grouping: state.report.findings) { Subject($0).anywhere }.mapValues(\.count)
  }

  /// The findings that disappear with the fix of another finding, as one fix corrects both ends of a link.
  private func alsoCorrected(by repairs: [Repair], _ after: LintState) -> [JudgedFinding] {
    let made = Set(repairs.map { Subject($0.judged) })
    let left = Set((after.report.findings + after.report.excepted).map { Subject($0) })
    return possibleRepairs().map(\.judged).filter { judged in
      !made.contains(Subject(judged)) && !left.contains(Subject(judged))
        && repairs.contains { $0.judged.finding.rule == judged.finding.rule }
    }
  }

  private func edited(by repairs: [Repair]) -> [String: String]? {
    var result = texts
    let edits = Dictionary(grouping: repairs.flatMap(\.fix.edits), by: \.start.file)
    for (file, edits) in edits {
      guard let text = texts[file] ?? read(file), let edited = TextLines(text).applying(edits)
      else { return nil }
      result[file] = edited
    }
    return result
  }
}
