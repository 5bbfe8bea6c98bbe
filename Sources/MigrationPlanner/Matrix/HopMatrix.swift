public import Diagnostics
public import SchemaModel

/// The migrations of stores from every version to every other one.
///
/// ```swift
/// HopMatrix(of: history)[Version(1), Version(4)]?.verdict // .custom
/// ```
public struct HopMatrix: Hashable, Sendable {
  /// The verdict on the migration from one version to another.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Every version hash is known and stays the same, so the platform alone migrates nothing.
    case same
    /// The platform can infer what happens to the data.
    case lightweight
    /// No platform migrates the stores, and the tables are altered in place.
    case inPlace = "in place"
    /// No platform migrates the stores, and rows of a table are rewritten.
    case rewritten
    /// The developer says what happens to the data.
    case custom
    /// The way cannot be planned.
    case refused
  }

  /// The reason why a way is not lightweight.
  public struct Cause: Hashable, Sendable {
    /// The first version of the part of the way that it concerns.
    public var source: Version
    /// The last version of that part.
    public var target: Version
    /// The obstacle: a change in one line, or a problem.
    public var summary: String
    /// The reason; nil if the step cannot be planned at all, and the summary says why.
    public var reason: String?

    /// A cause from its parts.
    public init(source: Version, target: Version, summary: String, reason: String?) {
      (self.source, self.target) = (source, target)
      (self.summary, self.reason) = (summary, reason)
    }
  }

  /// The way from one version to another.
  public struct Way: Hashable, Sendable {
    /// The version at its start.
    public var source: Version
    /// The version at its end.
    public var target: Version
    /// The verdict on migrating step by step, as the schema files say: in the stages of a migration plan,
    /// where the platform takes lightweight stages in a row at once.
    public var verdict: Verdict
    /// The reasons for which it is custom or refused, in the order of the versions.
    public var causes: [Cause]
    /// The platform's inference without a migration plan.
    ///
    /// If it infers a migration that is custom or refused here, stores are migrated on a device without
    /// anything that the schema files declare. Nil if no platform migrates the stores.
    public var platform: Inference?
    /// The highest risk of losing data in its steps, as a plan of the whole way says; nil for a way back, which
    /// no plan takes.
    public var risk: DataLossRisk?

    /// Whether it leads to an older version.
    public var isBackward: Bool { target < source }
  }

  /// The platform's verdict on the direct migration from one version to another, by the two models and
  /// without a migration plan.
  public struct Inference: Hashable, Sendable {
    /// The verdict: nothing happens, it is inferred, or it is custom.
    public var verdict: Verdict
    /// The reasons why it cannot be inferred.
    public var causes: [Cause]
  }

  /// The directions of the ways in a matrix.
  public enum Directions: Hashable, Sendable {
    /// Only ways to later versions, as stores are migrated.
    case forward
    /// Ways back, too, as the platform would infer them if nothing kept it from trying.
    case both
  }

  /// Every way, sorted by the source version and then by the target version.
  public let ways: [Way]
  /// The problems that keep the step to a version from being planned, by that version.
  public let problems: [Version: [Diagnostic]]

  /// The matrix of a history.
  ///
  /// Each step from a version to the next is examined once, however many ways include it. The platform takes
  /// lightweight steps in a row at once, so they are judged together; it would take a way back as a whole.
  ///
  /// Whether a step rewrites rows is determined only if no platform migrates the stores. Such a history has
  /// no ways back.
  public init(
    of history: SchemaHistory, _ directions: Directions = .forward,
    rewritesRows: ((SchemaDocument, SchemaDocument) -> Bool)? = nil
  ) {
    var builder = HopMatrixBuilder(history, rewritesRows: rewritesRows)
    ways = builder.ways(directions)
    problems = builder.problems
  }

  /// The migration from a version of a history to a later one, without all the others; nil if the history
  /// lacks one of them.
  public static func way(
    from source: Version, to target: Version, in history: SchemaHistory
  ) -> Way? {
    guard source < target else { return nil }
    let versions = history.versions.filter { (source...target).contains($0.schema.version) }
    guard versions.first?.schema.version == source, versions.last?.schema.version == target else {
      return nil
    }
    var builder = HopMatrixBuilder(SchemaHistory(versions))
    return builder.wayThroughAll
  }

  /// The migration from one version to another; nil if none exists.
  public subscript(source: Version, target: Version) -> Way? {
    ways.first { $0.source == source && $0.target == target }
  }
}

extension HopMatrix.Verdict: Comparable {
  /// Orders from migrations that the platform does by itself to impossible ones.
  public static func < (left: Self, right: Self) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
  }
}
