extension [String] {
  /// The names in quotes: `'a', 'b' and 'c'`.
  var quoted: String {
    let quoted = map { "'\($0)'" }
    return quoted.count < 3
      ? quoted.joined(separator: " and ")
      : quoted.dropLast().joined(separator: ", ") + " and " + quoted[quoted.count - 1]
  }
}
