public import SchemaModel
internal import Threads

/// All versions of a model, the steps between them, and what is known about them besides.
public struct VersionChain {
  /// The versions, in ascending order, each once.
  public let versions: [SchemaDocument]
  /// The schema files: of one version there may be several by mistake, which reading them tells.
  let documents: [SchemaDocument]
  /// The steps from each version to the next, but for those from versions that are no longer in the field.
  public let steps: [VersionStep]
  /// The runs of lightweight steps, which the platform takes at once.
  let runs: [LightweightRun]
  /// What is known besides.
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

  /// The step to a version from the one before it; nil where no store in the field goes it.
  func step(to version: Version) -> VersionStep? {
    steps.first { $0.target.schema.version == version }
  }

  /// Whether the names of files give another order than their versions, which is to be corrected first.
  var isOutOfOrder: Bool { steps.contains(where: \.isOutOfOrder) }

  /// The newest version; nil for an empty chain.
  public var newest: SchemaDocument? { versions.last }

  /// Whether a framework of Apple opens the stores, by what the newest version says.
  var hasPlatform: Bool { newest?.schema.hasPlatform ?? true }

  /// The name of the model.
  public var name: String { versions.first?.schema.name ?? "" }

  /// What was pinned of the versions that were released, by the model's lock; nil without one.
  public var released: [ReleasedVersion]? { context.released[newest?.file ?? ""] }

  /// The versions that are as they were released, so that nothing in them is still to be decided.
  var settledVersions: Set<Version> {
    ReleaseComparison(SchemaHistory(versions), with: released ?? []).settledVersions
      .subtracting(context.newlyLocked[newest?.file ?? ""] ?? [])
  }

  /// The rows that tests of its migrations begin with.
  var testRows: [TestRows] { context.testRows[newest?.file ?? ""] ?? [] }

  /// The oldest version that is still in the field; nil where nobody says.
  public var oldestSupported: Version? { context.oldestSupported[name] }
}
