internal import Diagnostics
internal import SchemaModel

extension JudgedFinding {
  /// The finding as a line of a baseline; nil if it has no file.
  public var baselineEntry: Baseline.Entry? {
    guard let file = diagnostic.location?.file else { return nil }
    let subject: String
    switch finding.place {
    case .part(let path), .version(_, let path): subject = path.description
    case .location: subject = diagnostic.message
    }
    return Baseline.Entry(rule: finding.rule, file: file, subject: subject)
  }
}
