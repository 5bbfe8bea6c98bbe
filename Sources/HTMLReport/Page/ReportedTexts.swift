/// Where the texts come from that findings speak of.
struct ReportedTexts {
  /// Reads the text of a file; nil where it cannot be read.
  var source: (String) -> String?
  /// The page about the rule or problem of a code, in Markdown; nil for a code without a page.
  var rulePage: (String) -> String?
}
