extension [String] {
  /// The first five in quotes, and how many more there are.
  var quotedExcerpt: String {
    let more = count > 5 ? " and \(count - 5) more" : ""
    return prefix(5).map { "'\($0)'" }.joined(separator: ", ") + more
  }
}
