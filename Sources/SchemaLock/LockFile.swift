public import SchemaModel

/// The pinned content of the released versions of one model, as in a `schema.lock`.
///
/// ```
/// schema Library
/// format 1
///
/// 1.0.0 definition 5b3c…
/// 1.0.0 + entity Book
/// 1.0.0 + attribute Book.title: string = ""
///
/// 2.0.0 after 1.0.0
/// 2.0.0 definition 90af…
/// 2.0.0 + attribute Book.year: int?
/// ```
///
/// Every line names its version, and has the same meaning at any place in the file. So git can merge two
/// branches line by line, whatever versions each of them released.
public struct LockFile: Hashable, Sendable {
  /// The name of the file, which is next to its schema files.
  public static let name = ReleasedVersion.lockName

  /// A pinned version and its base.
  public struct Entry: Hashable, Sendable {
    /// The pinned content.
    public var released: ReleasedVersion
    /// The earlier released version, if the file has only the differences from it; nil for a version that is
    /// written in full.
    public var base: Version?

    /// Creates an entry from its parts.
    public init(_ released: ReleasedVersion, after base: Version? = nil) {
      self.released = released
      self.base = base
    }
  }

  /// The name of the model.
  public var schema: String
  /// The versions, in ascending order.
  public private(set) var entries: [Entry]

  /// A lock of these versions.
  public init(schema: String, entries: [Entry] = []) {
    self.schema = schema
    self.entries = entries.sorted { $0.released.version < $1.released.version }
  }
}

extension LockFile {
  /// The pinned content, in ascending order of the versions.
  public var released: [ReleasedVersion] { entries.map(\.released) }

  /// The pinned content of a version; nil if the version is not released.
  public subscript(version: Version) -> ReleasedVersion? {
    released.first { $0.version == version }
  }

  /// Pins a version, or replaces its pinned content.
  ///
  /// The base of a new entry is the nearest earlier released version. A version that is pinned again keeps
  /// its base.
  public mutating func pin(_ version: ReleasedVersion) {
    if let position = entries.firstIndex(where: { $0.released.version == version.version }) {
      entries[position].released = version
      return
    }
    let base = released.last { $0.version < version.version }?.version
    entries.append(Entry(version, after: base))
    entries.sort { $0.released.version < $1.released.version }
  }
}
