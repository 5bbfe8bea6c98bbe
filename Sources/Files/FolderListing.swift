/// What is in a folder, by name.
package struct FolderListing: Hashable, Sendable {
  /// A name that is no UTF-8, so that nothing can be reached by it here.
  package struct Illegible: Hashable, Sendable {
    /// The name, with what is no UTF-8 written as `\xff`.
    package let name: String
    /// Whether the system says that it is a folder's.
    package let isFolder: Bool
  }

  /// The names, in the order of their bytes.
  package private(set) var names: [String] = []
  /// Those that are no UTF-8.
  package private(set) var illegible: [Illegible] = []

  mutating func add(_ bytes: [UInt8], isFolder: Bool) {
    guard bytes != Array(".".utf8), bytes != Array("..".utf8) else { return }
    let name = String(decoding: bytes, as: UTF8.self)
    if name.utf8.elementsEqual(bytes) {
      names.append(name)
    } else {
      illegible.append(Illegible(name: String(escaping: bytes), isFolder: isFolder))
    }
  }

  func sorted() -> FolderListing {
    var listing = self
    listing.names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    listing.illegible.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return listing
  }
}
