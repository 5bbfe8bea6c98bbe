internal import Digests
internal import StoreLayout

/// Works out the name that an external file should have by its content.
struct ContentName: ~Copyable {
  private var digest = Digest(.sha256)

  mutating func add(_ bytes: UnsafeRawBufferPointer) { unsafe digest.update(bytes) }

  /// Whether a file of this name is one of a value, and has another content than it is named for.
  consuming func contradicts(_ name: String) -> Bool {
    let ownName = digest.finalize().hexadecimal
    return ExternalFolder.isFileName(name) && ownName != name
  }
}
