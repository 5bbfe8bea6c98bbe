extension String {
  /// The text in single quotes, as bash and zsh read it.
  var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }

  /// The text as a part of a function name.
  var shellIdentifier: String {
    String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}

extension OptionDeclaration {
  /// The option as typed, with the short form first.
  var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--" + name] }
}
