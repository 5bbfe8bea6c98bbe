extension [String] {
  /// The first five elements in quotes, and the number of the others.
  var quotedExcerpt: String {
    let more = count > 5 ? " and \(count - 5) more" : ""
    return prefix(5).map { "'\($0)'" }.joined(separator: ", ") + more
  }
}
