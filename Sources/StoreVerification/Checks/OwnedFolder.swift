internal import Files
internal import SQLite

/// Files that an app keeps in its own folder, and that objects name by their paths.
///
/// ```swift
/// var options = VerificationOptions()
/// options.ownedFiles = OwnedFiles(folder: "Documents")
/// ```
public struct OwnedFiles: Hashable, Sendable {
  /// The folder that the paths start from.
  public var folder: String
  /// Further attributes with such paths, besides those that the store's own model declares.
  public var properties: [PropertyName]
  /// The path of the original store when the work is on a copy; files of the store itself are not files of
  /// objects.
  package var store: String?

  /// The files of a folder.
  public init(folder: String, properties: [PropertyName] = []) {
    self.folder = folder
    self.properties = properties
  }

  /// The same files, for work on the store at a path or on a copy of it.
  func ofStore(at path: String) -> OwnedFiles {
    var files = self
    files.store = store ?? path
    return files
  }
}

/// The files in the folder of an app, and the meaning of a stored path in it.
struct OwnedFolder {
  /// The folder.
  let path: String
  /// The paths of the files, relative to the folder; files of the store are left out.
  let names: Set<String>
  private let namesInAnyCase: [String: [String]]
  /// The path with all links followed, and a slash.
  private let resolvedPath: String

  /// Lists a folder that may contain stores that this process has open.
  init(_ path: String, besides stores: [String]) throws(SystemError) {
    self.path = FilePath.shortened(path)
    names = Set(try Self.listing(of: self.path, besides: stores.map(FileSystem.destination)))
    namesInAnyCase = Dictionary(grouping: names) { $0.lowercased() }
    resolvedPath = FileSystem.resolved(self.path) + "/"
  }

  /// The files of a folder and its subfolders, without hidden files, which belong to the system.
  ///
  /// Links are not followed.
  private static func listing(
    of folder: String, besides stores: [String], below prefix: String = ""
  ) throws(SystemError) -> [String] {
    let identity = FileStatus(path: folder)?.identity
    // A database of this process is not even opened: closing its file would drop its locks.
    let own = stores.filter { FileStatus(path: FilePath.folder(of: $0))?.identity == identity }
      .map(FilePath.name)
    var found: [String] = []
    for name in try FileSystem.listing(of: folder).names where !name.hasPrefix(".") {
      guard
        !own.contains(where: { name == $0 || name.hasPrefix($0 + "-") || name.hasPrefix($0 + ".") })
      else { continue }
      let path = FilePath.join(folder, name)
      switch FileStatus(path: path, followingLinks: false)?.kind {
      case .file: found.append(prefix + name)
      case .directory:
        found += try listing(of: path, besides: stores, below: prefix + name + "/")
      case .pipe, .other, nil: continue
      }
    }
    return found
  }

  /// The files that no object names, sorted; databases and their companion files are left out.
  func files(besides owned: Set<String>) -> [String] {
    let others = names.subtracting(owned)
    let databases = others.filter(isDatabase)
    return others.subtracting(databases)
      .filter { name in !databases.contains { name.hasPrefix($0 + "-") || name.hasPrefix($0 + ".") }
      }
      .sorted()
  }

  private func isDatabase(_ name: String) -> Bool {
    // A file that cannot be read does not count as a database.
    (try? StoreFile.isDatabase(FilePath.join(path, name))) == true
  }

  /// The file that a value of an attribute leads to; nil if it does not exist.
  func file(at value: String) -> String? {
    let candidates = Self.names(meantBy: value, in: path)
    return candidates.first(where: names.contains) ?? candidates.first(where: isFile)
  }

  /// The files that a value leads to, by links or on a disk that ignores case.
  func files(at value: String) -> [String] {
    Self.names(meantBy: value, in: path).flatMap { name in
      (namesInAnyCase[name.lowercased()] ?? []) + (names.contains(name) ? [] : [nameBehind(name)])
    }
  }

  /// The name of the file to which a name leads by links.
  private func nameBehind(_ name: String) -> String {
    let file = FileSystem.resolved(FilePath.join(path, name))
    return file.hasPrefix(resolvedPath) ? String(file.dropFirst(resolvedPath.count)) : name
  }

  // Hidden files and files behind a link are not listed, but can be opened.
  private func isFile(_ name: String) -> Bool {
    FileStatus(path: FilePath.join(path, name))?.kind == .file
  }

  /// The names in a folder that a path or a file URL may mean, the likeliest first.
  ///
  /// An absolute path outside the folder is from another device: only its end counts.
  ///
  /// ```swift
  /// OwnedFolder.names(meantBy: "/var/App/Documents/a/b.pdf", in: "Files")
  /// // ["var/App/Documents/a/b.pdf", "App/Documents/a/b.pdf", "Documents/a/b.pdf", "a/b.pdf", "b.pdf"]
  /// ```
  static func names(meantBy value: String, in folder: String) -> [String] {
    let scheme = "file://"
    let isURL = value.hasPrefix(scheme)
    let path = isURL ? decoded(value.dropFirst(scheme.count)) : value
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var names = [path]
    if path.hasPrefix(start) { names.insert(String(path.dropFirst(start.count)), at: 0) }
    if !isURL, value.contains("%") { names.append(decoded(value[...])) }
    let parts = FilePath.shortened(path).split(separator: "/")
    if path.hasPrefix("/") {
      names += parts.indices.map { parts[$0...].joined(separator: "/") }
    }
    return names.map(FilePath.shortened).filter {
      !$0.hasPrefix("/") && $0 != "." && $0 != ".." && !$0.hasPrefix("../")
    }
  }

  /// The path of a URL, with escapes such as `%20` decoded.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
