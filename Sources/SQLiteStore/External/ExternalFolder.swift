internal import Digests
internal import Files

/// The folder beside a store that holds the values of attributes in external storage.
///
/// A file is named by the SHA-256 of its content in hexadecimal, and a row holds that name. So the
/// same bytes are kept once, and a file shows by itself whether it is intact.
public struct ExternalFolder: Hashable, Sendable {
  /// The folder's path.
  public let path: String

  /// The folder of the store at a path, which need not exist: `<store>.external`.
  ///
  /// A store has one folder, whatever links lead to it: that beside the file itself.
  public init(ofStoreAt store: String) {
    path = FileSystem.resolved(store) + ".external"
  }

  /// The path of the file of that name.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Keeps bytes, and tells the name to put into the row.
  ///
  /// The folder is made where it is missing. When this returns, the file is on the disk whole, and
  /// at no time before has it its name without all of its content; so a row may name it at once.
  public func write(_ bytes: [UInt8]) throws -> String {
    let name = Digest.of(bytes).hexadecimal
    let file = path(of: name)
    if FileStatus(path: file) != nil {
      // Whoever wrote it may have been stopped before its name was on the disk.
      try FileSystem.flushFolder(path)
      return name
    }
    if !FileSystem.isFolder(path) {
      try FileSystem.makeFolders(path)
      try FileSystem.flushFolder(of: path)
    }
    try AtomicFile.write(bytes, to: file)
    return name
  }

  /// The bytes of the file of that name; nil where there is none.
  public func read(_ name: String) throws -> [UInt8]? {
    let file = path(of: name)
    return FileStatus(path: file) != nil ? try FileSystem.contents(of: file) : nil
  }

  /// The names of everything in the folder, sorted; empty where there is no folder.
  public func names() throws -> [String] {
    FileStatus(path: path) != nil ? try FileSystem.names(in: path) : []
  }
}
