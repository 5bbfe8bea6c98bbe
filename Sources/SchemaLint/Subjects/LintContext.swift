public import SchemaModel

/// What a lint may know besides the schema files.
public struct LintContext {
  /// The texts of schema files by path, for the exceptions that stand in their comments.
  public var texts: [String: String]
  /// Where the comments of such a text begin; by default, what is known of each line by itself.
  public var comments: @Sendable (_ text: String) -> [String.Index] = {
    SuppressionReader.lineComments(in: $0)
  }
  /// The one path that a file has however it is said; by default, as it is said.
  public var realPath: @Sendable (_ path: String) -> String = { $0 }
  /// Stores whose data decides how much findings weigh.
  public var stores: [any StoreFacts]
  /// How queries would be carried out.
  public var queryPlans: (any QueryPlans)?
  /// What was pinned of released versions, by the path of the model's newest schema file: two
  /// models may have one name.
  public var released: [String: [ReleasedVersion]]
  /// The versions that were locked after the revision of `--since`: findings in them count.
  ///
  /// The key is the path of the model's newest schema file.
  public var newlyLocked: [String: Set<Version>] = [:]
  /// The oldest version that is still in the field, by the model's name.
  public var oldestSupported: [String: Version]
  /// The rows that tests of migrations begin with, by the path of the model's newest schema file.
  public var testRows: [String: [TestRows]] = [:]
  /// Exceptions for whole files and folders.
  public var pathSuppressions: [Suppression]
  /// Findings that were there before the team began to lint.
  public var baseline: Baseline?
  /// What was found in Swift source and in scripts.
  public var source: SourceFindings
  /// The findings of an earlier time, where only newer ones count.
  public var past: PastFindings?

  /// A context from its parts.
  public init(
    texts: [String: String] = [:], stores: [any StoreFacts] = [],
    queryPlans: (any QueryPlans)? = nil, released: [String: [ReleasedVersion]] = [:],
    oldestSupported: [String: Version] = [:], pathSuppressions: [Suppression] = [],
    baseline: Baseline? = nil, source: SourceFindings = SourceFindings(),
    past: PastFindings? = nil
  ) {
    self.texts = texts
    self.stores = stores
    self.queryPlans = queryPlans
    self.released = released
    self.oldestSupported = oldestSupported
    self.pathSuppressions = pathSuppressions
    self.baseline = baseline
    self.source = source
    self.past = past
  }
}
