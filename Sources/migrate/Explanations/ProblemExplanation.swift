internal import CPages

/// The meaning of a problem's code, which is printed in square brackets after a message.
///
/// The texts are the pages in `Documentation/problems`, one for each chapter.
struct ProblemExplanation {
  /// The stable name of the kind of problem: `drift`.
  let code: String
  /// The problem in a sentence or two.
  let meaning: String
  /// The advice in a sentence or two.
  let remedy: String

  /// The page: the problem and the advice.
  var page: String { "\(meaning)\n\n\(Self.advice)\(remedy)" }

  private static let advice = "What to do: "
}

extension ProblemExplanation {
  /// A group of related codes.
  struct Chapter {
    /// The heading.
    let title: String
    /// One entry for each code.
    let entries: [ProblemExplanation]
  }

  /// All codes that are not lint rules, in the order of a user's work.
  static let chapters: [Chapter] = {
    let bytes = unsafe UnsafeBufferPointer(start: problemPages(), count: problemPagesSize())
    let pages = unsafe bytes.split(separator: 0).map { unsafe String(decoding: $0, as: UTF8.self) }
    return pages.map(Chapter.init)
  }()

  /// The explanation of a code.
  static func of(_ code: String) -> ProblemExplanation? { byCode[code] }

  /// The codes, in the order of the chapters.
  static var codes: [String] { chapters.flatMap { $0.entries.map(\.code) } }

  private static let byCode = Dictionary(
    chapters.flatMap { $0.entries.map { ($0.code, $0) } }
  ) { first, _ in first }
}

extension ProblemExplanation.Chapter {
  /// Reads a page: a heading, and for each code a heading, the meaning and the advice.
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
