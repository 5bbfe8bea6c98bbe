public import Diagnostics

/// One problem that verification found, its count, and where to look.
public struct Finding: Hashable, Sendable {
  /// The largest number of identities that are named as examples.
  public static let exampleLimit = 5

  /// The kind of problem.
  public var problem: Problem
  /// The number of rows, files or groups that it concerns; 1 for a problem of the store as a whole.
  public var count: Int64
  /// The `_id`s of the first rows, ascending; empty if no rows can be named.
  ///
  /// In a table of links, an `_id` is the owner's. Where the owner does not exist, it is the other end's.
  public var examples: [Int64]
  /// The place of the demand that the objects do not meet; nil if the version has no known schema file.
  public var location: SourceLocation?
  /// The severity: an error, or a warning if nothing is lost and nothing misread.
  public var severity: Diagnostic.Severity

  /// A finding from its parts.
  public init(
    _ problem: Problem, count: Int64 = 1, examples: [Int64] = [], at location: SourceLocation? = nil
  ) {
    self.problem = problem
    self.count = count
    self.examples = examples
    self.location = location
    severity = problem.severity
  }

  /// The same finding, with the place where a schema file makes the demand.
  package func located(in places: SchemaPlaces) -> Finding {
    var finding = self
    finding.location = places.location(of: problem)
    return finding
  }

  /// Whether a repair can treat the problem without further options.
  public var isRepairable: Bool {
    switch problem {
    case .danglingLink, .ownerlessLink: true
    default: false
    }
  }

  /// Whether the file itself is damaged, so that its rows cannot be relied on.
  public var isDamage: Bool {
    switch problem {
    case .damagedStore, .unreadableTable: true
    default: false
    }
  }

  /// Whether only an index is damaged, and no table.
  package var isOfIndex: Bool {
    if case .damagedStore(let detail) = problem { detail.contains(" index ") } else { false }
  }
}

extension Problem {
  /// The severity in a store of ours.
  fileprivate var severity: Diagnostic.Severity {
    switch self {
    case .needsApp, .missingParentTable, .mismatchedKey: .note
    case .strayFile, .strayEntry, .unownedFile, .missingPosition, .unknownVersion, .easedVersion,
      .endlessPattern, .unreadableProperty, .platform(.unevenLinks),
      .platform(.sharedPartner), .platform(.sharedPosition), .platform(.doubtfulLink),
      .platform(.unread),
      .platform(.foreignValue):
      .warning
    default: .error
    }
  }
}

extension [Finding] {
  /// Whether no finding is an error, so that a command ends successfully.
  package var areHarmless: Bool { allSatisfy { $0.severity < .error } }
}

/// Counts objects and keeps the first of them as examples.
struct Tally {
  private(set) var count: Int64 = 0
  private var examples: [Int64] = []

  /// Counts an object; an identity that is not a number is counted but not named.
  mutating func add(_ identity: Int64?) {
    count += 1
    if let identity, examples.count < Finding.exampleLimit { examples.append(identity) }
  }

  /// The counted objects as a finding; empty if there are no objects.
  func finding(_ problem: Problem) -> [Finding] {
    count == 0 ? [] : [Finding(problem, count: count, examples: examples)]
  }
}
