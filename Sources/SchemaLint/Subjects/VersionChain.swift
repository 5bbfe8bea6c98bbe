public import SchemaModel
internal import Threads

/// All versions of a model, the steps between them, and additional facts about them.
public struct VersionChain {
  /// The versions, in ascending order, without duplicates.
  public let versions: [SchemaDocument]
  /// The documents of all schema files; several may have the same version by mistake, which is reported
  /// elsewhere.
  let documents: [SchemaDocument]
  /// The steps from each version to the next, except for steps from versions that are no longer in the field.
  public let steps: [VersionStep]
  /// The runs of lightweight steps, which the platform migrates in a single step.
  let runs: [LightweightRun]
  /// The additional facts.
  public let context: LintContext

  /// The chain of a history.
  public init(_ history: SchemaHistory, context: LintContext = LintContext()) {
    documents = history.versions
    self.context = context
    var known: Set<Version> = []
    versions = documents.filter { known.insert($0.schema.version).inserted }
    let oldest = versions.first.flatMap { context.oldestSupported[$0.schema.name] }
    let inField = SchemaHistory(versions).since(oldest).versions
    steps = Array(inField.indices.dropLast()).concurrentMap { position in
      VersionStep(
        from: inField[position], to: inField[position + 1],
        later: Array(inField.dropFirst(position + 2)))
    }
    runs = LightweightRun.all(in: inField, steps)
  }

  /// The step to a version from the previous one; nil if no store in the field takes it.
  func step(to version: Version) -> VersionStep? {
    steps.first { $0.target.schema.version == version }
  }

  /// Whether the names of the files imply a different order than the versions, which must be corrected first.
  var isOutOfOrder: Bool { steps.contains(where: \.isOutOfOrder) }

  /// The newest version; nil for an empty chain.
  public var newest: SchemaDocument? { versions.last }

  /// Whether a framework of Apple opens the stores, according to the newest version.
  var hasPlatform: Bool { newest?.schema.hasPlatform ?? true }

  /// The name of the model.
  public var name: String { versions.first?.schema.name ?? "" }

  /// The pinned facts of released versions; nil if the model has no lock.
  public var released: [ReleasedVersion]? { context.released[newest?.file ?? ""] }

  /// The versions that are unchanged since their release, except for newly locked ones.
  var settledVersions: Set<Version> {
    ReleaseComparison(SchemaHistory(versions), with: released ?? []).settledVersions
      .subtracting(context.newlyLocked[newest?.file ?? ""] ?? [])
  }

  /// The initial rows of the model's migration tests.
  var testRows: [TestRows] { context.testRows[newest?.file ?? ""] ?? [] }

  /// The oldest version that is still in the field; nil if it is unknown.
  public var oldestSupported: Version? { context.oldestSupported[name] }
}
