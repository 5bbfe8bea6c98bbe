public import Diagnostics

/// One problem that verification found, how often, and where to look.
public struct Finding: Hashable, Sendable {
  /// The most identities that are named as examples.
  public static let exampleLimit = 5

  /// What is wrong.
  public var problem: Problem
  /// How many rows, files or groups it concerns; 1 for what concerns the store as a whole.
  public var count: Int64
  /// The `_id`s of the first of them, ascending; empty where there are no rows to name.
  ///
  /// In a table of links, an `_id` is the owner's. Where the owner does not exist, it is the other end's.
  public var examples: [Int64]
  /// The place of what the objects do not meet; nil where no schema file of the version is known.
  public var location: SourceLocation?
  /// How much it weighs: an error, or a warning where nothing is lost and nothing misread.
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

  /// The same at the place where a schema file demands it.
  package func located(in places: SchemaPlaces) -> Finding {
    var finding = self
    finding.location = places.location(of: problem)
    return finding
  }

  /// Whether a repair knows what to do about it without being asked.
  public var isRepairable: Bool {
    switch problem {
    case .danglingLink, .ownerlessLink: true
    default: false
    }
  }

  /// Whether the file itself is damaged, so that nothing that it says of its rows can be relied on.
  public var isDamage: Bool {
    switch problem {
    case .damagedStore, .unreadableTable: true
    default: false
    }
  }
}

extension Problem {
  /// How much it weighs in a store of our own.
  fileprivate var severity: Diagnostic.Severity {
    switch self {
    case .needsApp, .missingParentTable: .note
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
  /// Whether none of them is an error, so that a command about them ends well.
  package var areHarmless: Bool { allSatisfy { $0.severity < .error } }
}
