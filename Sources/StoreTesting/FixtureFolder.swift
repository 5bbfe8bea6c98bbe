internal import Files
internal import SQLite

/// The stores and backups in a folder and its subfolders.
public struct FixtureFolder: Sendable {
  /// A file or a folder that cannot be used, although it looks like a fixture or a folder of fixtures.
  public struct Problem: Hashable, Sendable {
    /// The path of the file or folder.
    public var path: String
    /// The reason.
    public var reason: String
  }

  /// The fixtures, in the order of their paths.
  public private(set) var fixtures: [StoreFixture] = []
  /// The problems, in the order of the paths.
  public private(set) var problems: [Problem] = []
  /// The folders that were searched, by identity: several paths may lead to one folder.
  private var visited: Set<FileStatus.Identity> = []

  /// Searches a folder; nil if it does not exist.
  public init?(_ path: String) {
    guard FileSystem.isFolder(path) else { return nil }
    // A link to a parent folder must not bring in everything around this folder.
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
        // The external storage of a store is not a fixture itself.
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

  /// The beginning of a pointer file, which Git LFS puts in place of a large file
  /// (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
  private static let pointer = Array("version https://git-lfs".utf8)

  /// Whether the name is that of a fixture.
  ///
  /// Other files, such as a readme, may be next to the fixtures.
  private static func isNamedAsFixture(_ name: String) -> Bool {
    [".store", ".sqlite", ".sqlite3", ".db", ".backup.json", ".backup.json.gz"].contains {
      name.lowercased().hasSuffix($0)
    }
  }
}
