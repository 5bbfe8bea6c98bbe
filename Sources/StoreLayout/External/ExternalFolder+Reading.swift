internal import Digests
package import Files

/// The reason why a file next to a store cannot be read as a value.
public struct ExternalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name in the folder.
  public var name: String
  /// The problem with the file, to be read behind its name.
  public var reason: String

  /// The message, which is reported as the error of the statement that reads the file.
  public var description: String { "\(Self.beginning)\(name)' \(reason)" }

  private static let beginning = "the external file '"
}

extension ExternalFileError {
  /// The error whose message SQLite passes on; nil for any other message.
  package init?(message: String) {
    guard message.hasPrefix(Self.beginning) else { return nil }
    let parts = message.dropFirst(Self.beginning.count).split(
      separator: "' ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(name: String(parts[0]), reason: String(parts[1]))
  }
}

extension ExternalFolder {
  /// The bytes of a file, after comparing them with the digest in its name.
  public func read(_ name: String) throws(ExternalFileError) -> [UInt8] {
    guard Self.isFileName(name) else {
      throw ExternalFileError(name: name, reason: "has a name that is no SHA-256")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path(of: name))
    } catch {
      throw ExternalFileError(name: name, reason: "cannot be read: \(error.reason)")
    }
    guard Digest.of(bytes).hexadecimal == name else {
      throw ExternalFileError(name: name, reason: "is not what its name says")
    }
    return bytes
  }

  /// Proves that a file of that name exists, is not a link, and holds the bytes that it is named for.
  package func prove(_ name: String) throws(ExternalFileError) {
    guard isRegularFile(name) else {
      throw ExternalFileError(name: name, reason: "is no regular file")
    }
    let found: String
    do throws(SystemError) {
      found = try digest(of: name)
    } catch {
      throw ExternalFileError(name: name, reason: "cannot be read: \(error.reason)")
    }
    guard found == name else {
      throw ExternalFileError(name: name, reason: "is not what its name says")
    }
  }

  /// The SHA-256 of a file's content, in hexadecimal digits.
  ///
  /// The file is read piece by piece, so that its size does not matter.
  package func digest(of name: String) throws(SystemError) -> String {
    let file = try SystemFile.reading(path(of: name))
    var digest = Digest(.sha256)
    while case let piece = try file.read(upTo: 1 << 20), !piece.isEmpty { digest.update(piece) }
    return digest.finalize().hexadecimal
  }
}
