/// The sources of the texts that findings refer to.
struct ReportedTexts {
  /// Reads the text of a file; nil if it cannot be read.
  var source: (String) -> String?
  /// The page of a rule or problem by its code, in Markdown; nil for a code without a page.
  var rulePage: (String) -> String?
}
