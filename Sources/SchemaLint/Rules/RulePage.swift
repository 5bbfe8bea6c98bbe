internal import CPages

/// The pages of the rules, embedded in the program.
public enum RulePage {
  /// The page of a rule in Markdown: its file in `Documentation/rules`.
  public static func text(of rule: any LintRule) -> String { texts[rule.id.name] ?? "" }

  /// The pages by the names of their rules, which are the headings of the pages.
  private static let texts: [String: String] = {
    let bytes = unsafe UnsafeBufferPointer(start: rulePages(), count: rulePagesSize())
    let pages = unsafe bytes.split(separator: 0).map { page in
      let text = unsafe String(decoding: page, as: UTF8.self)
      return (String(text.dropFirst(2).prefix { $0 != "\n" }), text)
    }
    return Dictionary(pages) { first, _ in first }
  }()
}
