/// The schema files of a model, held against what was released of it.
public struct ReleaseComparison: Hashable, Sendable {
  /// A released version that is no longer what was released.
  public struct Edit: Hashable, Sendable {
    /// What was released.
    public var released: ReleasedVersion
    /// What stands there now.
    public var document: SchemaDocument
    /// In what it differs, except for what it takes over from an edited version before it.
    public var changes: [ReleaseChange]
    /// Whether the schema file is as it was released, and lines of the lock were edited.
    public var isOfLock: Bool { released.hasDigests(of: document) }
  }

  /// The released versions that are edited, in ascending order.
  public private(set) var edits: [Edit] = []
  /// The released versions that have no schema file any more, in ascending order.
  public private(set) var missing: [Version] = []
  /// The released versions that are what was released.
  public private(set) var settledVersions: Set<Version> = []
  /// The schema files of these.
  public private(set) var settledFiles: Set<String> = []
  /// The versions that were not released, in ascending order.
  public private(set) var unreleased: [SchemaDocument] = []

  /// Compares a history with the released versions of its model.
  public init(_ history: SchemaHistory, with released: [ReleasedVersion]) {
    var known: Set<ReleaseChange> = []
    for document in history.versions {
      guard let pinned = released.first(where: { $0.version == document.schema.version }) else {
        unreleased.append(document)
        continue
      }
      let changes = pinned.changes(to: document)
      if changes.isEmpty {
        settledVersions.insert(pinned.version)
        settledFiles.formUnion([document.file].compactMap(\.self))
      }
      let own = changes.filter { !known.contains($0) }
      if !own.isEmpty { edits.append(Edit(released: pinned, document: document, changes: own)) }
      known = Set(changes.filter { !SchemaOutline.isOfMigration($0.part ?? "migration") })
    }
    let present = Set(history.versions.map(\.schema.version))
    missing = released.map(\.version).filter { !present.contains($0) }.sorted()
  }

  /// Whether every released version is what was released.
  public var isFaithful: Bool { edits.isEmpty && missing.isEmpty }
}
