public import SchemaModel

/// What was pinned of the released versions of one model: the content of a `schema.lock`.
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
/// Every line names its version and means the same wherever it stands. So git can merge two
/// branches line by line, whatever versions each of them released.
public struct LockFile: Hashable, Sendable {
  /// The name of the file, next to the schema files that it speaks of.
  public static let name = ReleasedVersion.lockName

  /// A version with what it is described from.
  public struct Entry: Hashable, Sendable {
    /// What was pinned.
    public var released: ReleasedVersion
    /// The released version of which only the differences are written down; nil for one that is
    /// written down whole.
    public var base: Version?

    /// An entry from its parts.
    public init(_ released: ReleasedVersion, after base: Version? = nil) {
      self.released = released
      self.base = base
    }
  }

  /// The model's name.
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
  /// What was pinned, in ascending order of the versions.
  public var released: [ReleasedVersion] { entries.map(\.released) }

  /// What was pinned of a version; nil where it was not released.
  public subscript(version: Version) -> ReleasedVersion? {
    released.first { $0.version == version }
  }

  /// Pins a version, also in the place of what was pinned of it.
  ///
  /// It is described from the nearest released version before it, a version that is pinned anew from
  /// the one it was described from.
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
