/// A name in quotes with its indefinite article: `an 'Edition'`, `a 'User'`.
package func withArticle(_ name: some StringProtocol) -> String {
  "aeio".contains(name.lowercased().prefix(1)) && !name.isEmpty ? "an '\(name)'" : "a '\(name)'"
}
