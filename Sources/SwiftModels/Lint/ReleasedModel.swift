public import Diagnostics
internal import SchemaLint
public import SchemaModel

/// A model in schema files, with its newest released version.
public struct ReleasedModel: Sendable {
  /// The versions, in ascending order.
  public var history: SchemaHistory
  /// The newest released version.
  public var newest: Version
  /// The pinned facts of the released versions.
  public var pinned: [ReleasedVersion]
  /// The open questions in the schema files of unreleased versions, with their places.
  public var openQuestions: [Diagnostic.Note]
  /// The git revision that the model was read from; nil if schema files of the project describe it.
  public var revision: String?

  /// Creates a model from its parts.
  public init(
    history: SchemaHistory, newest: Version, pinned: [ReleasedVersion] = [],
    openQuestions: [Diagnostic.Note] = [], revision: String? = nil
  ) {
    self.history = history
    self.newest = newest
    self.pinned = pinned
    self.openQuestions = openQuestions
    self.revision = revision
  }

  /// The schema file of the newest released version, if it exists.
  var document: SchemaDocument? { history[newest] }

  /// The newest version, if it is not released yet.
  var draft: SchemaDocument? { history.newest.flatMap { $0.schema.version > newest ? $0 : nil } }

  /// The step to the newest version, if it is not released yet.
  var draftStep: VersionStep? {
    guard let draft, let source = history.versions.dropLast().last else { return nil }
    return VersionStep(from: source, to: draft)
  }

  /// The edits in schema files, if the newest released version differs from its pinned facts.
  ///
  /// Otherwise the models compared with this version would be blamed.
  func edits(_ settings: RuleSettings) -> [JudgedFinding] {
    guard let document, let pinned = pinned.first(where: { $0.version == newest }),
      !pinned.changes(to: document).isEmpty
    else { return [] }
    return Linter.edits(of: history, since: self.pinned, settings: settings)
  }

  /// Whether stores of a released version may still exist.
  func isInField(_ version: Version) -> Bool { pinned.contains { $0.version == version } }

  /// Whether a released or later version describes the same stores as a model.
  ///
  /// Parts of the model that could not be read count as equal.
  func describes(_ model: SourceVersion, elsewhere unseen: Set<String>) -> Bool {
    history.versions.contains { version in
      version.schema.version >= newest && describes(version, model, elsewhere: unseen)
    }
  }

  /// Whether the unreleased version describes the same stores as a model.
  func draftDescribes(_ model: SourceVersion, elsewhere unseen: Set<String>) -> Bool {
    draft.map { describes($0, model, elsewhere: unseen) } ?? false
  }

  private func describes(
    _ version: SchemaDocument, _ model: SourceVersion, elsewhere unseen: Set<String>
  ) -> Bool {
    ModelStep(
      version, model.completed(by: version.schema, elsewhere: unseen),
      draftedAfter: version.schema.version > newest ? document : nil
    ).changesNothing
  }

  /// The pinned facts of a version in the source; nil if the version is not released.
  func pinned(_ version: SourceVersion) -> ReleasedVersion? {
    guard version.declaration != nil else { return nil }
    return pinned.first { $0.version == version.document.schema.version }
  }

  /// The model that a schema belongs to, if there is exactly one candidate.
  static func meant(by schema: Schema, among models: [ReleasedModel]) -> ReleasedModel? {
    if case .one(let place) = likeness(of: schema, among: models) { models[place] } else { nil }
  }
}
