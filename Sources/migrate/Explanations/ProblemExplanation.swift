/// What a problem's code stands for, for a person who met it in square brackets behind a message.
struct ProblemExplanation {
  /// The stable name of the kind of problem: `drift`.
  let code: String
  /// What is the matter, in a sentence or two.
  let meaning: String
  /// What to do about it, in a sentence or two.
  let remedy: String

  init(_ code: String, _ meaning: String, do remedy: String) {
    self.code = code
    self.meaning = meaning
    self.remedy = remedy
  }
}

extension ProblemExplanation {
  /// Codes that belong together.
  struct Chapter {
    /// What they are about, as a heading.
    let title: String
    /// One entry a code.
    let entries: [ProblemExplanation]
  }

  /// All codes that are not lint rules, in the order of the work.
  static let chapters = [
    Chapter(title: "the command line", entries: ofCommandLines),
    Chapter(title: "files and folders", entries: ofFiles),
    Chapter(title: "the text of schema files", entries: ofTexts),
    Chapter(title: "models", entries: ofModels),
    Chapter(title: "steps between versions", entries: ofSteps),
    Chapter(title: "the state of a store", entries: ofStores),
    Chapter(title: "migrations that were not begun", entries: ofRefusals),
    Chapter(title: "migrations that were undone", entries: ofFailures),
    Chapter(title: "what a check of a store finds", entries: ofChecks),
    Chapter(title: "backups, repairs and new stores", entries: ofUpkeep),
    Chapter(title: "imports", entries: ofImports),
    Chapter(title: "what an import leaves out", entries: ofRemarks),
  ]

  /// What is known of a code.
  static func of(_ code: String) -> ProblemExplanation? { byCode[code] }

  /// The codes, in the order of the chapters.
  static var codes: [String] { chapters.flatMap { $0.entries.map(\.code) } }

  private static let byCode = Dictionary(
    chapters.flatMap { $0.entries.map { ($0.code, $0) } }
  ) { first, _ in first }

  /// The page: what is the matter, and what to do.
  var page: String { "\(meaning)\n\nWhat to do: \(remedy)" }
}
