internal import Diagnostics

/// A problem of a case that other files cannot have, as facts.
enum CaseProblem: Hashable {
  case unknownVersion(String, known: [String])
  case olderTarget(String, source: String)
  case severalStarts([String])
  case noStart
  case missingSource
  case emptyCaseList
  case expectedBoth
  case noExpectation
  case duplicateName(String, subject: String, first: SourceLocation)
  case unknownEntity(String, version: String, candidates: [String])
  case abstractEntity(String)
  case unknownProperty(String, entity: String, version: String, candidates: [String])
  case unknownRow(String, candidates: [String])
  case laterRow(String, relationship: String)
  case wrongDestination(String, entity: String, relationship: String, destination: String)
  case severalRows(relationship: String)
  case missingEntity(String, target: String)
}

extension CaseProblem {
  /// The diagnostic of the problem.
  func diagnostic(at location: SourceLocation) -> Diagnostic {
    Diagnostic(code: code, message, at: location, notes: notes)
  }

  /// The stable name of the kind of problem.
  private var code: String {
    switch self {
    case .unknownVersion: "unknown-version"
    case .olderTarget: "older-target"
    case .severalStarts, .expectedBoth: "conflicting-keys"
    case .noStart, .missingSource, .emptyCaseList, .noExpectation, .missingEntity: "missing-key"
    case .duplicateName: "duplicate-key"
    case .unknownEntity, .unknownProperty, .unknownRow: "unknown-name"
    case .abstractEntity, .wrongDestination, .severalRows: "wrong-value"
    case .laterRow: "insert-before-relate"
    }
  }

  private var message: String {
    switch self {
    case .unknownVersion(let version, _): "the model has no version \(version)"
    case .olderTarget(let target, let source):
      "version \(target) does not come after \(source), and a store is never migrated backwards"
    case .severalStarts(let keys):
      "a case has only one of \(keys.quotedList)"
    case .noStart: "the case does not say what the store holds: add 'rows', 'fixture' or 'sample'"
    case .missingSource: "the case does not say of which version its store is: add 'from'"
    case .emptyCaseList: "the file has no cases"
    case .expectedBoth: "a migration that fails leaves nothing to 'expect'"
    case .noExpectation: "nothing is expected: write 'count', 'expect', 'row' or 'gone'"
    case .duplicateName(let name, let subject, _): "there are two \(subject) '\(name)'"
    case .unknownEntity(let name, let version, let candidates):
      "version \(version) has no entity '\(name)'" + Self.meant(name, candidates)
    case .abstractEntity(let name): "'\(name)' is abstract, only its sub-entities have objects"
    case .unknownProperty(let name, let entity, let version, let candidates):
      "'\(entity)' has no '\(name)' in version \(version)" + Self.meant(name, candidates)
    case .unknownRow(let name, let candidates):
      "there is no row '\(name)'" + Self.meant(name, candidates)
    case .laterRow(let name, let relationship):
      "'\(relationship)' leads to '\(name)', which is inserted only later"
    case .wrongDestination(let name, let entity, let relationship, let destination):
      "'\(relationship)' leads to \(withArticle(destination)), and '\(name)' is \(withArticle(entity))"
    case .severalRows(let relationship): "'\(relationship)' leads to one row at most"
    case .missingEntity(let name, let target):
      "the entity of '\(name)' in version \(target) is not known: add it as 'of'"
    }
  }

  private var notes: [Diagnostic.Note] {
    switch self {
    case .unknownVersion(_, let known):
      [.init("known versions are \(known.joined(separator: ", "))")]
    case .duplicateName(_, _, let first): [.init("the first one is here", at: first)]
    case .laterRow(let name, _):
      [.init("move '\(name)' above, or say the link from the other side")]
    default: []
    }
  }

  private static func meant(_ name: String, _ candidates: [String]) -> String {
    nearest(to: name, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }
}
