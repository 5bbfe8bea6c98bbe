internal import SchemaModel

/// The address of a file, as far as an expression spells it: the beginning of the path, and the names after
/// it.
///
/// ```swift
/// URL.documentsDirectory.appending(path: "Library.store") // a folder of the platform, and a name
/// storeURL.deletingLastPathComponent() // the folder around the value of a name
/// ```
struct FileAddress: Hashable {
  /// The beginning of a path.
  enum Root: Hashable {
    /// A platform folder: `documents`, `caches`.
    case platform(String)
    /// A parameter or variable of the function at this position.
    case local(file: Int, Position, String)
    /// An expression with this spelling in the braces of a type, or in a file.
    case spelled(SourceProgram.TypeID?, file: Int?, String)
  }

  /// The beginning of the path.
  var root: Root
  /// The number of folders to go up from the beginning, before the names.
  var levelsUp = 0
  /// The names of folders and of the file, the outermost first; nil for a name that is not spelled out.
  var names: [String?] = []

  /// The relation between two addresses.
  enum Relation {
    /// The same file, or a file that SQLite keeps next to it.
    case isSame
    /// A surrounding folder.
    case isAround
    /// Another place.
    case isElsewhere
    /// Not known.
    case isUnknown
  }

  /// The platform folders that contain other platform folders.
  private static let outer: Set = ["home", "library", "user"]

  /// The relation of this address to another one.
  func relation(to other: FileAddress) -> Relation {
    guard root == other.root else {
      guard case .platform(let mine) = root, case .platform(let theirs) = other.root,
        Self.outer.isDisjoint(with: [mine, theirs])
      else { return .isUnknown }
      return .isElsewhere
    }
    guard levelsUp == other.levelsUp else {
      if levelsUp < other.levelsUp { return .isUnknown }
      return names.isEmpty ? .isAround : .isElsewhere
    }
    for (mine, theirs) in zip(names, other.names) {
      guard let mine, let theirs else { return .isUnknown }
      if mine.withoutStoreEnding != theirs.withoutStoreEnding { return .isElsewhere }
    }
    if names.count == other.names.count { return .isSame }
    return names.count < other.names.count ? .isAround : .isElsewhere
  }

  /// Whether files at the address do not last, because the platform clears the folder or their name is new.
  var isTemporary: Bool {
    root == .platform("temporary") || root == .platform("caches") || names.contains(Self.fresh)
  }

  /// A name that differs each time, such as a `UUID()`.
  static let fresh: String? = "\u{0}fresh"

  /// The address with further names.
  func appending(_ more: [String?]) -> FileAddress {
    var result = self
    result.names += more
    return result
  }

  /// The address of the surrounding folder.
  var folder: FileAddress {
    var result = self
    if result.names.isEmpty { result.levelsUp += 1 } else { result.names.removeLast() }
    return result
  }

  /// The address with a text after its last name; nil if the text is not spelled out.
  func appending(ending: String?) -> FileAddress? {
    var result = self
    guard let ending else { return nil }
    guard let last = result.names.popLast() else {
      return ["", "-wal", "-shm"].contains(ending) ? self : nil
    }
    result.names.append(last.map { $0 + ending })
    return result
  }

  /// The address with `from` replaced by `to` at its beginning; nil if it does not begin with `from`.
  func replacing(_ from: FileAddress, with to: FileAddress) -> FileAddress? {
    guard root == from.root, levelsUp == from.levelsUp, names.starts(with: from.names) else {
      return nil
    }
    return to.appending(Array(names.dropFirst(from.names.count)))
  }
}

extension String {
  /// The name of the store that a file next to it belongs to.
  fileprivate var withoutStoreEnding: Substring {
    for ending in ["-wal", "-shm"] where hasSuffix(ending) { return dropLast(ending.count) }
    return self[...]
  }
}
