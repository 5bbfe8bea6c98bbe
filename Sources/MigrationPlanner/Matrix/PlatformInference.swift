public import SchemaModel

/// The platform's inference for the direct migration from one version to another.
///
/// Names are followed as renaming identifiers are, and no other declaration counts: things without a
/// continuing name are dropped, and new ones start empty.
///
/// ```swift
/// PlatformInference(from: first, to: third).obstacles.map(\.obstacle) // [.missingValue]
/// ```
public struct PlatformInference: Hashable, Sendable {
  /// Every change, judged without declarations.
  public let changes: [PlannedChange]

  /// Compares two versions.
  public init(from source: Schema, to target: Schema) {
    let correspondence = SchemaCorrespondence(
      from: SchemaDocument(schema: source), to: SchemaDocument(schema: target))
    let classifier = ChangeClassifier(correspondence, declaration: nil, isOfPlatform: true)
    changes = SchemaDiff.changes(by: correspondence).map { classifier.planned($0) }
  }

  /// The changes that the platform cannot infer or carry out.
  public var obstacles: [PlannedChange] { changes.filter { $0.obstacle != nil } }

  /// The changes that the platform infers and that lose values.
  public var losses: [PlannedChange] { changes.filter { $0.obstacle == nil && $0.risk != .none } }
}
