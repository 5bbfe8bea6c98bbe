internal import SchemaModel

/// Where a file lies, as far as an expression spells it: what the path begins with, and the names
/// that follow.
///
/// ```swift
/// URL.documentsDirectory.appending(path: "Library.store") // a folder of the platform, and a name
/// storeURL.deletingLastPathComponent() // the folder around what a name stands for
/// ```
struct FileAddress: Hashable {
  /// What a path begins with.
  enum Root: Hashable {
    /// A folder of the platform: `documents`, `caches`.
    case platform(String)
    /// A parameter or variable of the function that begins there.
    case local(file: Int, Position, String)
    /// What is spelled so in the braces of a type, or in a file.
    case spelled(SourceProgram.TypeID?, file: Int?, String)
  }

  /// What the path begins with.
  var root: Root
  /// How many folders above that the names begin.
  var levelsUp = 0
  /// The names of folders and of the file, from outside to inside; nil for one that is not spelled.
  var names: [String?] = []

  /// How one address lies to another.
  enum Relation {
    /// It is the same file, or one of those that SQLite keeps next to it.
    case isSame
    /// It is a folder around it.
    case isAround
    /// It is neither.
    case isElsewhere
    /// Nobody can tell.
    case isUnknown
  }

  /// The folders of the platform that others of them lie in.
  private static let outer: Set = ["home", "library", "user"]

  /// How this address lies to another one.
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

  /// Whether what lies there is not meant to last: the platform clears these folders itself.
  var isTemporary: Bool {
    root == .platform("temporary") || root == .platform("caches") || names.contains(Self.fresh)
  }

  /// A name that is another one each time, such as that of a `UUID()`.
  static let fresh: String? = "\u{0}fresh"

  /// The address with one more name.
  func appending(_ more: [String?]) -> FileAddress {
    var result = self
    result.names += more
    return result
  }

  /// The address of the folder around it.
  var folder: FileAddress {
    var result = self
    if result.names.isEmpty { result.levelsUp += 1 } else { result.names.removeLast() }
    return result
  }

  /// The address with something behind its last name; nil where that is not spelled.
  func appending(ending: String?) -> FileAddress? {
    var result = self
    guard let ending else { return nil }
    guard let last = result.names.popLast() else {
      return ["", "-wal", "-shm"].contains(ending) ? self : nil
    }
    result.names.append(last.map { $0 + ending })
    return result
  }

  /// The same file, where `from` is the same as `to`; nil where it does not begin with that.
  func replacing(_ from: FileAddress, with to: FileAddress) -> FileAddress? {
    guard root == from.root, levelsUp == from.levelsUp, names.starts(with: from.names) else {
      return nil
    }
    return to.appending(Array(names.dropFirst(from.names.count)))
  }
}

extension String {
  /// The name of a store, where this is that of a file that SQLite keeps next to it.
  fileprivate var withoutStoreEnding: Substring {
    for ending in ["-wal", "-shm"] where hasSuffix(ending) { return dropLast(ending.count) }
    return self[...]
  }
}
