internal import Diagnostics

/// A problem of a file as YAML, before its content is interpreted.
enum YAMLProblem: Error, Hashable {
  case tooManyBytes(Int, limit: Int)
  case utf16
  case notUTF8(byte: UInt8)
  case notText
  case controlCharacter(UInt32)
  case unresolvedConflict
  case tabIndentation
  case syntax(problem: String, context: String?, hint: Hint?)
  case empty
  case severalDocuments
  case directive
  case tooDeep(limit: Int)
  case tooManyNodes(limit: Int)
  case unknownAlias(String)
  case recursiveAlias(String)
  case duplicateKey(String, first: SourceLocation)
  case complexKey
  case mergeKey
  case tag(String)

  /// The probable cause of a syntax error.
  enum Hint: Hashable {
    case textAfterBracket
    case textAfterQuote
    case colonInText
    case lineBefore
    case reservedCharacter(Character)
  }
}

extension YAMLProblem {
  /// The diagnostic of the problem.
  func diagnostic(at location: SourceLocation) -> Diagnostic {
    Diagnostic(code: code, message, at: location, notes: notes)
  }

  var code: String {
    switch self {
    case .tooManyBytes: "file-too-large"
    case .utf16, .notUTF8: "not-utf8"
    case .notText, .controlCharacter: "control-character"
    case .unresolvedConflict: "unresolved-conflict"
    case .tabIndentation: "tab-indentation"
    case .syntax: "yaml-syntax"
    case .empty: "empty-file"
    case .severalDocuments: "several-documents"
    case .directive: "yaml-directive"
    case .tooDeep: "nesting-too-deep"
    case .tooManyNodes: "too-many-values"
    case .unknownAlias: "unknown-alias"
    case .recursiveAlias: "recursive-alias"
    case .duplicateKey: "duplicate-key"
    case .complexKey: "complex-key"
    case .mergeKey: "merge-key"
    case .tag: "yaml-tag"
    }
  }

  private var message: String {
    switch self {
    case .tooManyBytes(let count, let limit):
      "the file has \(count) bytes, and a schema file may have \(limit) at most"
    case .utf16: "the file is encoded as UTF-16: save it as UTF-8"
    case .notUTF8(let byte): "the byte 0x\(byte.hexadecimal) is not UTF-8: save the file as UTF-8"
    case .notText: "the file is not a text"
    case .controlCharacter(let value):
      "the control character U+\(value.codePoint) cannot stand in YAML"
    case .unresolvedConflict: "a merge conflict was not resolved"
    case .tabIndentation: "a tab is used to indent: YAML allows only spaces there"
    case .syntax(let problem, let context, _):
      "the YAML is malformed: "
        + (Self.words[problem] ?? [problem, context].compactMap(\.self).joined(separator: " "))
    case .empty: "the file is empty: a schema file begins with 'schema: Name'"
    case .severalDocuments: "a second YAML document begins here: a schema file holds one schema"
    case .directive: "YAML directives ('%TAG') are not supported"
    case .tooDeep(let limit): "lists and mappings are nested more than \(limit) deep"
    case .tooManyNodes(let limit):
      "the file has more than \(limit) values, counting those that aliases repeat"
    case .unknownAlias(let name): "the alias '*\(name)' has no anchor '&\(name)' before it"
    case .recursiveAlias(let name): "the alias '*\(name)' stands inside its own anchor"
    case .duplicateKey(let key, _): "the key '\(key.abbreviated)' is given twice"
    case .complexKey: "a key must be a single name, not a list or a mapping"
    case .mergeKey: "merge keys ('<<') are not supported: write the keys out"
    case .tag(let tag): "the tag '\(tag)' is not supported: what is due here decides the type"
    }
  }

  /// libyaml's messages for frequent mistakes, in plainer words.
  private static let words = [
    "mapping values are not allowed in this context": "a ':' stands where no key can be",
    "mapping keys are not allowed in this context": "a value goes on where it has ended",
    "block sequence entries are not allowed in this context": "a '- ' stands where no list can be",
    "could not find expected ':'": "this line has no ': ' after its key",
    "did not find expected key": "this is no 'key: value' of the lines above it",
    "did not find expected '-' indicator": "this is no '- ' of the list above it",
    "did not find expected ',' or ']'": "a ',' or a ']' is missing before this",
    "did not find expected ',' or '}'": "a ',' or a '}' is missing before this",
    "found unexpected end of stream": "the quote that opens here is not closed",
    "found unknown escape character": "in double quotes a backslash is written as '\\\\'",
    "found character that cannot start any token": "no value begins with this character",
  ]

  private var notes: [Diagnostic.Note] {
    switch self {
    case .notText:
      [
        .init(
          "it may be a text in UTF-16: save it as UTF-8; a store or another "
            + "binary file is no schema file: move it elsewhere")
      ]
    case .controlCharacter(let value):
      [.init("in double quotes it can be written as \\u\(value.codePoint)")]
    case .unresolvedConflict:
      [.init("keep one side, or both, and delete the lines that begin with '<<<', '===' and '>>>'")]
    case .duplicateKey(_, let first): [.init("it is given first here", at: first)]
    case .syntax(_, _, let hint): hint.map { [Diagnostic.Note($0.message)] } ?? []
    case .tooManyBytes, .utf16, .notUTF8, .tabIndentation, .empty, .severalDocuments, .directive,
      .tooDeep, .tooManyNodes, .unknownAlias, .recursiveAlias, .complexKey, .mergeKey, .tag:
      []
    }
  }
}

extension YAMLProblem.Hint {
  fileprivate var message: String {
    switch self {
    case .textAfterBracket:
      "a value that goes on after ']' needs quotes around all of it: \"[string]? = []\""
    case .textAfterQuote: "a value that goes on after a closing quote needs quotes around all of it"
    case .colonInText: "a text with ': ' in it needs quotes"
    case .lineBefore:
      "the fault is often in the line before: a missing ': ', another indent, an open quote"
    case .reservedCharacter(let character): "a text that begins with '\(character)' needs quotes"
    }
  }
}

extension FixedWidthInteger {
  fileprivate var hexadecimal: String { padded(to: 2) }
  fileprivate var codePoint: String { padded(to: 4) }

  private func padded(to width: Int) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
