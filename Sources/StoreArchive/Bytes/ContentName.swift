internal import Digests
internal import StoreLayout

/// Computes the name that an external file should have for its content.
struct ContentName: ~Copyable {
  private var digest = Digest(.sha256)

  mutating func add(_ bytes: UnsafeRawBufferPointer) { unsafe digest.update(bytes) }

  /// Whether a name is the file name of a value, but belongs to another content.
  consuming func contradicts(_ name: String) -> Bool {
    let ownName = digest.finalize().hexadecimal
    return ExternalFolder.isFileName(name) && ownName != name
  }
}
