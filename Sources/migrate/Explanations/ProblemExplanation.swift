internal import CPages

/// What a problem's code stands for, for a person who met it in square brackets behind a message.
///
/// The texts are the pages in `Documentation/problems`, one a chapter.
struct ProblemExplanation {
  /// The stable name of the kind of problem: `drift`.
  let code: String
  /// What is the matter, in a sentence or two.
  let meaning: String
  /// What to do about it, in a sentence or two.
  let remedy: String

  /// The page: what is the matter, and what to do.
  var page: String { "\(meaning)\n\n\(Self.advice)\(remedy)" }

  private static let advice = "What to do: "
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
  static let chapters: [Chapter] = {
    let bytes = unsafe UnsafeBufferPointer(start: problemPages(), count: problemPagesSize())
    let pages = unsafe bytes.split(separator: 0).map { unsafe String(decoding: $0, as: UTF8.self) }
    return pages.map(Chapter.init)
  }()

  /// What is known of a code.
  static func of(_ code: String) -> ProblemExplanation? { byCode[code] }

  /// The codes, in the order of the chapters.
  static var codes: [String] { chapters.flatMap { $0.entries.map(\.code) } }

  private static let byCode = Dictionary(
    chapters.flatMap { $0.entries.map { ($0.code, $0) } }
  ) { first, _ in first }
}

extension ProblemExplanation.Chapter {
  /// Reads a page: a heading, and for each code a heading, its meaning and what to do.
  fileprivate init(page: String) {
    let sections = page.replacing("`", with: "'").split(separator: "\n## ")
    let heading = sections[0].dropFirst("# ".count).prefix { $0 != "\n" }
    title = heading.prefix(1).lowercased() + heading.dropFirst()
    entries = sections.dropFirst().map(ProblemExplanation.init(section:))
  }
}

extension ProblemExplanation {
  fileprivate init(section: Substring) {
    let paragraphs = section.split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: "\n").joined(separator: " ")
    }
    code = paragraphs[0]
    meaning = paragraphs[1]
    remedy = String(paragraphs[2].dropFirst(Self.advice.count))
  }
}
