public import SchemaModel

/// The facts that a lint may use in addition to the schema files.
public struct LintContext {
  /// The texts of schema files by path, for the exceptions in their comments.
  public var texts: [String: String]
  /// Returns the places where a text's comments begin; by default, each line is parsed separately.
  public var comments: @Sendable (_ text: String) -> [String.Index] = {
    SuppressionReader.lineComments(in: $0)
  }
  /// Returns the real path of a file; by default, the path itself.
  public var realPath: @Sendable (_ path: String) -> String = { $0 }
  /// Returns whether a file exists; by default, every file does.
  public var fileExists: @Sendable (_ path: String) -> Bool = { _ in true }
  /// Stores whose data influences the severity of findings.
  public var stores: [any StoreFacts]
  /// The engine that plans queries.
  public var queryPlans: (any QueryPlans)?
  /// The pinned facts of released versions, by the path of the model's newest schema file.
  ///
  /// The key is a path, because two models may have the same name.
  public var released: [String: [ReleasedVersion]]
  /// The versions that were locked after the revision of `--since`, whose findings count.
  ///
  /// The key is the path of the model's newest schema file.
  public var newlyLocked: [String: Set<Version>] = [:]
  /// The oldest version that is still in the field, by the model's name.
  public var oldestSupported: [String: Version]
  /// The initial rows in tests of migrations, by the path of the model's newest schema file.
  public var testRows: [String: [TestRows]] = [:]
  /// Exceptions for whole files and folders.
  public var pathSuppressions: [Suppression]
  /// The findings that existed before the team began to lint.
  public var baseline: Baseline?
  /// The findings in Swift source and in scripts.
  public var source: SourceFindings
  /// The findings of an earlier time, if only newer findings count.
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
