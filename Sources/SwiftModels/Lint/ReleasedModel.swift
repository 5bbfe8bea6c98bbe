public import SchemaModel

/// A model as schema files describe it, with the newest version that is released.
public struct ReleasedModel: Sendable {
  /// The versions, in ascending order.
  public var history: SchemaHistory
  /// The newest version that is released.
  public var newest: Version

  /// A model from its parts.
  public init(history: SchemaHistory, newest: Version) {
    self.history = history
    self.newest = newest
  }

  /// The newest version that is released, where there is a schema file of it.
  var document: SchemaDocument? { history[newest] }

  /// The newest version, where it is not released yet.
  var draft: SchemaDocument? { history.newest.flatMap { $0.schema.version > newest ? $0 : nil } }

  /// Whether a version from the released one on describes the same stores as a model.
  func describes(_ model: SchemaDocument) -> Bool {
    history.versions.contains { version in
      version.schema.version >= newest && ModelStep(version, model).changesNothing
    }
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
