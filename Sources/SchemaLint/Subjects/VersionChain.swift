public import SchemaModel

/// All versions of a model, the steps between them, and what is known about them besides.
public struct VersionChain {
  /// The versions, in ascending order.
  public let versions: [SchemaDocument]
  /// The steps from each version to the next.
  public let steps: [VersionStep]
  /// The runs of lightweight steps, which the platform takes at once.
  let runs: [LightweightRun]
  /// What is known besides.
  public let context: LintContext

  /// The chain of a history.
  public init(_ history: SchemaHistory, context: LintContext = LintContext()) {
    versions = history.versions
    self.context = context
    let documents = history.versions
    steps = Array(documents.indices.dropLast()).concurrentMap { position in
      VersionStep(
        from: documents[position], to: documents[position + 1],
        later: Array(documents.dropFirst(position + 2)))
    }
    runs = LightweightRun.all(in: versions, steps)
  }

  /// The newest version; nil for an empty chain.
  public var newest: SchemaDocument? { versions.last }

  /// The name of the model.
  public var name: String { versions.first?.schema.name ?? "" }

  /// What was pinned of the versions that were released, by the model's lock; nil without one.
  public var released: [ReleasedVersion]? { context.released[name] }

  /// The oldest version that is still in the field; nil where nobody says.
  public var oldestSupported: Version? { context.oldestSupported[name] }
}
