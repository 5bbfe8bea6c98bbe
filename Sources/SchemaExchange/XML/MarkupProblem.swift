internal import Diagnostics

/// A reason why a text is not an XML document, or is not supported.
enum MarkupProblem: Error, Hashable {
  /// The file has no content.
  case empty
  /// The bytes are not UTF-8.
  case encoding
  /// The declaration names another encoding.
  case declaredEncoding(String)
  /// A required token is missing.
  case expected(String)
  /// The document ends inside a construct.
  case unfinished(String)
  /// An end tag does not match the open element.
  case mismatchedEnd(String, open: String)
  /// An attribute is repeated in a start tag.
  case repeatedAttribute(String)
  /// A reference to an entity that XML itself does not define.
  case unknownEntity(String)
  /// A character, or a reference to a character, that XML does not allow.
  case invalidCharacter(String)
  /// The document declares its own entities or elements.
  case internalSubset
  /// Elements are nested deeper than the limit.
  case tooDeep(Int)
  /// The document continues after the end of the root element.
  case contentAfterEnd
  /// The lines of both sides of a merge are in the file.
  case unresolvedConflict
}

extension MarkupProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .empty: "the file is empty"
    case .encoding: "the file is not UTF-8 text"
    case .declaredEncoding(let name): "the file is in '\(name)', and only UTF-8 is read"
    case .expected(let what): "\(what) is due here"
    case .unfinished(let what): "the file ends in the middle of \(what)"
    case .mismatchedEnd(let name, let open): "'</\(name)>' stands where '</\(open)>' is due"
    case .repeatedAttribute(let name): "there is a second attribute '\(name)'"
    case .unknownEntity(let name):
      "'&\(name);' refers to an entity, and only the entities of XML itself are read"
    case .invalidCharacter(let text): "'\(text)' is not a character of XML"
    case .internalSubset: "the file declares entities of its own, which are not read"
    case .tooDeep(let limit): "elements are nested deeper than \(limit) levels"
    case .contentAfterEnd: "something stands after the end of the document"
    case .unresolvedConflict: "a merge conflict was not resolved"
    }
  }

  /// The problem with its place.
  func diagnostic(at location: SourceLocation) -> Diagnostic {
    guard case .unresolvedConflict = self else {
      return Diagnostic(code: "invalid-xml", description, at: location)
    }
    return Diagnostic(
      code: "unresolved-conflict", description, at: location,
      notes: [
        .init("keep one side, or both, and delete the lines that begin with '<<<', '===' and '>>>'")
      ])
  }
}
