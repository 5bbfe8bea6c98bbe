internal import Diagnostics

/// What makes a text no XML document, or one that is not read.
enum MarkupProblem: Error, Hashable {
  /// The file has no content.
  case empty
  /// The bytes are not UTF-8.
  case encoding
  /// The declaration names another encoding.
  case declaredEncoding(String)
  /// Something else stands where this is due.
  case expected(String)
  /// The document ends inside of this.
  case unfinished(String)
  /// An end tag that is not that of the open element.
  case mismatchedEnd(String, open: String)
  /// An attribute that the start tag has already.
  case repeatedAttribute(String)
  /// A reference to an entity that XML itself does not have.
  case unknownEntity(String)
  /// A reference to a character that there is not, or that XML does not allow.
  case invalidCharacter(String)
  /// The document declares entities or elements of its own.
  case internalSubset
  /// Elements in elements, more levels than anything needs.
  case tooDeep(Int)
  /// Something after the end of the root element.
  case contentAfterEnd
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
    }
  }

  /// The problem with its place.
  func diagnostic(at location: SourceLocation) -> Diagnostic {
    Diagnostic(code: "invalid-xml", description, at: location)
  }
}
