public import Diagnostics
public import SchemaModel

/// A model as schema files describe it, with the newest version that is released.
public struct ReleasedModel: Sendable {
  /// The versions, in ascending order.
  public var history: SchemaHistory
  /// The newest version that is released.
  public var newest: Version
  /// What was pinned of the released versions.
  public var pinned: [ReleasedVersion]
  /// What the schema files of versions that are not released leave to decide, each with its place.
  public var openQuestions: [Diagnostic.Note]

  /// A model from its parts.
  public init(
    history: SchemaHistory, newest: Version, pinned: [ReleasedVersion] = [],
    openQuestions: [Diagnostic.Note] = []
  ) {
    self.history = history
    self.newest = newest
    self.pinned = pinned
    self.openQuestions = openQuestions
  }

  /// The newest version that is released, where there is a schema file of it.
  var document: SchemaDocument? { history[newest] }

  /// The newest version, where it is not released yet.
  var draft: SchemaDocument? { history.newest.flatMap { $0.schema.version > newest ? $0 : nil } }

  /// Whether a version from the released one on describes the same stores as a model.
  func describes(_ model: SourceVersion) -> Bool {
    history.versions.contains { version in
      version.schema.version >= newest && ModelStep(version, model).changesNothing
    }
  }

  /// What was pinned of the version that a type of the source declares; nil where that is none of
  /// the released ones.
  func pinned(_ version: SourceVersion) -> ReleasedVersion? {
    guard version.declaration != nil else { return nil }
    return pinned.first { $0.version == version.document.schema.version }
  }

  /// The one of several models that has the most entities in common with a schema; nil where none
  /// has any, or where two have as many.
  static func meant(by schema: Schema, among models: [ReleasedModel]) -> ReleasedModel? {
    let names = Set(schema.entities.map(\.name))
    let shared = models.map { model in
      model.document.map { names.intersection($0.schema.entities.map(\.name)).count } ?? 0
    }
    guard let most = shared.max(), most > 0, shared.count(where: { $0 == most }) == 1 else {
      return nil
    }
    return zip(models, shared).first { $0.1 == most }?.0
  }
}
