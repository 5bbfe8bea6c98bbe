internal import Diagnostics
internal import SchemaModel

/// A reason why the rows of a case cannot be inserted, as facts.
enum RowProblem: Hashable {
  case noSuchValue(String, attribute: String, type: String)
  case missingLink(row: String, relationship: String, destination: String)
  case contradiction(row: String, relationship: String)

  /// The diagnostic of the problem.
  func diagnostic(at location: SourceLocation) -> Diagnostic {
    Diagnostic(code: code, message, at: location)
  }

  /// The stable name of the kind of problem.
  private var code: String {
    switch self {
    case .noSuchValue: "invalid-literal"
    case .missingLink: "missing-link"
    case .contradiction: "contradicting-links"
    }
  }

  private var message: String {
    switch self {
    case .noSuchValue(let value, let attribute, let type):
      "\(value) is no value of '\(attribute)', which is of the type '\(type)'"
    case .missingLink(let row, let relationship, let destination):
      "'\(row)' needs \(withArticle(destination)) at '\(relationship)', which is required"
    case .contradiction(let row, let relationship):
      "'\(row)' is linked to two objects by '\(relationship)', which leads to one"
    }
  }
}
