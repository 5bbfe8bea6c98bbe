internal import Files
internal import SQLite

/// The stores and backups in a folder and in those below it.
public struct FixtureFolder: Sendable {
  /// A file that looks like a fixture, or a folder of them, and cannot be used.
  public struct Problem: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// Why it cannot be used.
    public var reason: String
  }

  /// The fixtures, in the order of their paths.
  public private(set) var fixtures: [StoreFixture] = []
  /// What cannot be used, in the order of the paths.
  public private(set) var problems: [Problem] = []
  /// The folders that were looked into, whatever names led there.
  private var visited: Set<FileStatus.Identity> = []

  /// Looks into a folder; nil where there is none.
  public init?(_ path: String) {
    guard FileSystem.isFolder(path) else { return nil }
    // A link to a folder that this one is in would bring in all that is next to it.
    var around = FilePath.folder(of: FileSystem.resolved(path))
    while let status = FileStatus(path: around), visited.insert(status.identity).inserted {
      around = FilePath.folder(of: around)
    }
    search(path)
  }

  private mutating func search(_ folder: String) {
    guard let status = FileStatus(path: folder), visited.insert(status.identity).inserted else {
      return
    }
    do {
      for name in try FileSystem.names(in: folder) where !name.hasPrefix(".") {
        let path = FilePath.join(folder, name)
        switch FileStatus(path: path)?.kind {
        // The values of a store that are kept next to it are no fixtures of their own.
        case .directory: if !name.hasSuffix(StoreFiles.externalSuffix) { search(path) }
        case .file: add(path)
        case .pipe, .other: if Self.isNamedAsFixture(name) { refuse(path, "it is no file") }
        case nil: refuse(path, "the link leads nowhere")
        }
      }
    } catch {
      refuse(error.path, "\(error)")
    }
  }

  private mutating func add(_ path: String) {
    do {
      if let fixture = try StoreFixture(path) {
        fixtures.append(fixture)
      } else if try FileSystem.firstBytes(Self.pointer.count, of: path) == Self.pointer {
        refuse(path, "it stands for a file that Git LFS keeps; 'git lfs pull' fetches it")
      } else if Self.isNamedAsFixture(path) {
        let isEmpty = FileSystem.size(of: path) == 0
        refuse(path, isEmpty ? "it is empty" : "it is neither a store nor a backup")
      }
    } catch {
      refuse(path, "\(error)")
    }
  }

  private mutating func refuse(_ path: String, _ reason: String) {
    problems.append(Problem(path: path, reason: reason))
  }

  /// How a file begins that Git holds in place of a large one
  /// (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
  private static let pointer = Array("version https://git-lfs".utf8)

  /// Other files, such as a page on where the fixtures are from, may stand next to them.
  private static func isNamedAsFixture(_ name: String) -> Bool {
    [".store", ".sqlite", ".sqlite3", ".db", ".backup.json", ".backup.json.gz"].contains {
      name.lowercased().hasSuffix($0)
    }
  }
}
