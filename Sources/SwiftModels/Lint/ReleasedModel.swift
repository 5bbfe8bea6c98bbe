public import Diagnostics
internal import SchemaLint
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

  /// What is edited in the schema files, where the newest released version is not what was pinned of it: models
  /// that are compared with it would be to blame for that.
  func edits(_ settings: RuleSettings) -> [JudgedFinding] {
    guard let document, let pinned = pinned.first(where: { $0.version == newest }),
      !pinned.changes(to: document).isEmpty
    else { return [] }
    return Linter.edits(of: history, since: self.pinned, settings: settings)
  }

  /// Whether stores of a released version may still come.
  func isInField(_ version: Version) -> Bool { pinned.contains { $0.version == version } }

  /// Whether a version from the released one on describes the same stores as a model, where what
  /// could not be read of it is as there.
  func describes(_ model: SourceVersion, elsewhere unseen: Set<String>) -> Bool {
    history.versions.contains { version in
      version.schema.version >= newest && describes(version, model, elsewhere: unseen)
    }
  }

  /// Whether the version that is not released yet describes the same stores as a model.
  func draftDescribes(_ model: SourceVersion, elsewhere unseen: Set<String>) -> Bool {
    draft.map { describes($0, model, elsewhere: unseen) } ?? false
  }

  private func describes(
    _ version: SchemaDocument, _ model: SourceVersion, elsewhere unseen: Set<String>
  ) -> Bool {
    ModelStep(version, model.completed(by: version.schema, elsewhere: unseen)).changesNothing
  }

  /// What was pinned of the version that a type of the source declares; nil where that is none of
  /// the released ones.
  func pinned(_ version: SourceVersion) -> ReleasedVersion? {
    guard version.declaration != nil else { return nil }
    return pinned.first { $0.version == version.document.schema.version }
  }

  /// The one of several models that a schema is of, if there is exactly one that it can be.
  static func meant(by schema: Schema, among models: [ReleasedModel]) -> ReleasedModel? {
    if case .one(let place) = likeness(of: schema, among: models) { models[place] } else { nil }
  }
}
