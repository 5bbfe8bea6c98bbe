internal import Digests

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The folder beside a store that holds the values of attributes in external storage.
///
/// A file is named by the SHA-256 of its content in hexadecimal, and a row holds that name. So the
/// same bytes are kept once, and a file shows by itself whether it is intact.
public struct ExternalFolder: Hashable, Sendable {
  /// The folder's path.
  public let path: String

  /// The folder of the store at a path, which need not exist: `<store>.external`.
  public init(ofStoreAt store: String) { path = store + ".external" }

  /// The path of the file of that name.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Keeps bytes, and tells the name to put into the row.
  ///
  /// The folder is made where it is missing.
  public func write(_ bytes: [UInt8]) throws -> String {
    let name = Digest.of(bytes).hexadecimal
    let file = path(of: name)
    if FileManager.default.fileExists(atPath: file) { return name }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file), options: .atomic)
    return name
  }

  /// The bytes of the file of that name; nil where there is none.
  public func read(_ name: String) throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path(of: name)) else { return nil }
    return Array(try Data(contentsOf: URL(filePath: path(of: name))))
  }

  /// The names of everything in the folder, sorted; empty where there is no folder.
  public func names() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
