internal import SQLite
internal import Files

/// The folder next to a store with the values of attributes in external storage.
///
/// A file is named by the SHA-256 of its content in hexadecimal, and a row holds that name. So equal bytes
/// are stored once, and a file by itself shows whether it is intact.
public struct ExternalFolder: Hashable, Sendable {
  /// The folder's path.
  public let path: String

  /// The folder of the store at a path, which need not exist: `<store>.external`.
  ///
  /// A store has one folder, next to the file itself, whatever links lead to the store. If the path is not a
  /// link, the folder's path begins with it as written.
  public init(ofStoreAt store: String) {
    let isLink = FileStatus(path: store, followingLinks: false)?.kind == .other
    path = (isLink ? FileSystem.destination(of: store) : store) + StoreFiles.externalSuffix
  }

  /// Whether a value can be the name of a file: a SHA-256 in lower-case hexadecimal digits.
  ///
  /// Any other name might lead out of the folder.
  package static func isFileName(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The path of the file of that name.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of everything in the folder, sorted; empty if the folder does not exist.
  ///
  /// A name that is not UTF-8 comes last, with its invalid bytes written as `\xff`: no value is stored under
  /// it.
  public func names() throws -> [String] {
    guard FileSystem.exists(path) else { return [] }
    let listing = try FileSystem.listing(of: path)
    return listing.names + listing.illegible.map(\.name)
  }

  /// Whether a regular file of that name exists, and not a link, folder or pipe.
  package func isRegularFile(_ name: String) -> Bool {
    FileStatus(path: path(of: name), followingLinks: false)?.kind == .file
  }

  /// The names of everything in the folder that cannot be a value: neither a regular file nor named like one.
  package func strangers() throws -> [String] {
    try names().filter { !Self.isFileName($0) && !isRegularFile($0) }
  }

  /// The size of all files in bytes.
  package func totalSize() throws -> Int64 {
    try names().reduce(0) { $0 + (FileSystem.size(of: path(of: $1)) ?? 0) }
  }
}
