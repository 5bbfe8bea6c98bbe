/// A comparison of a model's schema files with its released versions.
public struct ReleaseComparison: Hashable, Sendable {
  /// A released version whose schema file or lock was edited.
  public struct Edit: Hashable, Sendable {
    /// The version as it was released.
    public var released: ReleasedVersion
    /// The document of the version in the schema files.
    public var document: SchemaDocument
    /// The differences, except for differences that an edited earlier version has too.
    public var changes: [ReleaseChange]
    /// Whether the schema file is unchanged, so that lines of the lock were edited.
    public var isOfLock: Bool { released.hasDigests(of: document) }
  }

  /// The released versions that are edited, in ascending order.
  public private(set) var edits: [Edit] = []
  /// The released versions without a schema file, in ascending order.
  public private(set) var missing: [Version] = []
  /// The released versions that are unchanged.
  public private(set) var settledVersions: Set<Version> = []
  /// The schema files of the unchanged versions.
  public private(set) var settledFiles: Set<String> = []
  /// The documents of versions that were not released, in ascending order.
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

  /// Whether all released versions are unchanged.
  public var isFaithful: Bool { edits.isEmpty && missing.isEmpty }
}
