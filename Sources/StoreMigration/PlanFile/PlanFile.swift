public import SchemaModel

/// A plan that was saved, to be read by people and carried out later.
public struct PlanFile: Hashable, Sendable {
  /// The name of the schema.
  public var schema: String
  /// The version of the store.
  public var source: Version
  /// The version to come to.
  public var target: Version
  /// The digest of what the store said about itself, and of its definitions.
  public var storeFingerprint: String
  /// The digest of everything that the plan would carry out.
  public var planDigest: String
}

extension PlanFile {
  /// The text of a file that holds a plan.
  public static func text(of plan: StorePlan, toolVersion: String) -> String { "" }

  /// Reads a plan.
  public init(contentsOf path: String) throws(PlanFileProblem) {
    throw .unreadable(path: path, reason: "not implemented yet")
  }
}
