/// The files with an ending at some paths, and the errors of folders that could not be searched.
package struct FileSearch {
  /// The files, sorted, without duplicates.
  package private(set) var files: [String] = []
  /// The errors of folders that could not be read, and of names that are not UTF-8.
  package private(set) var problems: [SystemError] = []
  private let ending: String

  /// Folders of dependencies and build products, which are not meant when the folder around them is named.
  private static let foreign: Set = ["Pods", "Carthage", "DerivedData", "node_modules"]

  /// Finds the files with an ending at these paths, and in the folders among them.
  ///
  /// Hidden folders, links to folders, dependencies and build products are skipped unless they are named
  /// themselves. A path that is not a folder is taken as it is. If several paths lead to the same file, a
  /// path that is not a link is preferred, then the simplest.
  package init(endingIn ending: String, at paths: [String]) {
    self.ending = ending
    var found: Set<String> = []
    for path in paths {
      if FileSystem.isFolder(path) { look(through: path, &found) } else { found.insert(path) }
    }
    files = Self.once(found).sorted()
  }

  /// Reduces the paths to one for each file.
  private static func once(_ paths: Set<String>) -> [String] {
    var ranks: [FileStatus.Identity: Rank] = [:]
    var others: [String] = []
    for path in paths {
      guard let file = FileStatus(path: path)?.identity else {
        others.append(path)
        continue
      }
      let rank = Rank(path)
      ranks[file] = ranks[file].map { min($0, rank) } ?? rank
    }
    return others + ranks.values.map(\.path)
  }

  /// The rank of a path among the paths of the same file: the least is the best.
  private struct Rank: Comparable {
    let path: String
    private let keys: [Int]

    init(_ path: String) {
      self.path = path
      let isLink = FileStatus(path: path, followingLinks: false)?.kind != .file
      keys = [isLink ? 1 : 0, FilePath.shortened(path) == path ? 0 : 1, path.utf8.count]
    }

    static func < (left: Self, right: Self) -> Bool {
      left.keys == right.keys
        ? left.path < right.path : left.keys.lexicographicallyPrecedes(right.keys)
    }
  }

  private mutating func look(through folder: String, _ found: inout Set<String>) {
    let listing: FolderListing
    do throws(SystemError) {
      listing = try FileSystem.listing(of: folder)
    } catch {
      return problems.append(error)
    }
    for name in listing.illegible where name.isFolder || name.name.hasSuffix(ending) {
      problems.append(.illegibleName(FilePath.join(folder, name.name)))
    }
    for name in listing.names {
      guard !name.hasPrefix("."), !Self.foreign.contains(name) else { continue }
      let path = FilePath.join(folder == "." ? "" : folder, name)
      switch FileStatus(path: path, followingLinks: name.hasSuffix(ending))?.kind {
      case .directory: look(through: path, &found)
      case .file: if name.hasSuffix(ending) { found.insert(path) }
      case .pipe, .other, nil: break
      }
    }
  }
}
