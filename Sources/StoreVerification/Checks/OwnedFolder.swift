internal import Files
internal import SQLite

/// Files that an app keeps in a folder of its own, and that objects name by their paths.
///
/// ```swift
/// var options = VerificationOptions()
/// options.ownedFiles = OwnedFiles(folder: "Documents")
/// ```
public struct OwnedFiles: Hashable, Sendable {
  /// The folder that the paths begin at.
  public var folder: String
  /// Attributes whose values are such paths, besides those that the store's own model declares so.
  public var properties: [PropertyName]
  /// The store itself where a copy of it is worked on: its own files are no files of objects.
  package var store: String?

  /// The files of a folder.
  public init(folder: String, properties: [PropertyName] = []) {
    self.folder = folder
    self.properties = properties
  }

  /// The same, for work on the store at a path or a copy of it.
  func ofStore(at path: String) -> OwnedFiles {
    var files = self
    files.store = store ?? path
    return files
  }
}

/// The files in the folder of an app, and what a path in a store means there.
struct OwnedFolder {
  /// The folder.
  let path: String
  /// The paths of its files from there; those that belong to the store are left out.
  let names: Set<String>
  private let namesInAnyCase: [String: [String]]

  /// Looks into a folder, in which stores may be that this process has open.
  init(_ path: String, besides stores: [String]) throws(SystemError) {
    self.path = FilePath.shortened(path)
    names = Set(try Self.listing(of: self.path, besides: stores.map(FileSystem.destination)))
    namesInAnyCase = Dictionary(grouping: names) { $0.lowercased() }
  }

  /// The files of a folder and of those in it; hidden ones are the system's, and no link is followed.
  private static func listing(
    of folder: String, besides stores: [String], below prefix: String = ""
  ) throws(SystemError) -> [String] {
    let identity = FileStatus(path: folder)?.identity
    // A database of this process is not even opened: its locks would go when its file is closed.
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

  /// The files besides those that objects name, sorted; a database and what belongs to it is no file of an
  /// object.
  func files(besides owned: Set<String>) -> [String] {
    let others = names.subtracting(owned)
    let databases = others.filter(isDatabase)
    return others.subtracting(databases)
      .filter { name in !databases.contains { name.hasPrefix($0 + "-") || name.hasPrefix($0 + ".") }
      }
      .sorted()
  }

  private func isDatabase(_ name: String) -> Bool {
    // A file that cannot be read is no database that is known of.
    (try? StoreFile.isDatabase(FilePath.join(path, name))) == true
  }

  /// The file that a value of an attribute leads to; nil where there is none.
  func file(at value: String) -> String? {
    let candidates = Self.names(meantBy: value, in: path)
    return candidates.first(where: names.contains) ?? candidates.first(where: isFile)
  }

  /// The files that a value leads to on a disk that does not tell `A` from `a`.
  func files(at value: String) -> [String] {
    Self.names(meantBy: value, in: path).flatMap { namesInAnyCase[$0.lowercased()] ?? [] }
  }

  // What is hidden, or behind a link, is not listed, and can be opened all the same.
  private func isFile(_ name: String) -> Bool {
    FileStatus(path: FilePath.join(path, name))?.kind == .file
  }

  /// The names that a path, or the URL of a file, may have in a folder, the likeliest first.
  ///
  /// A path from the root that leads elsewhere is that of another device: its end counts.
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

  /// The path of a URL, whose bytes may be written as `%20`.
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
