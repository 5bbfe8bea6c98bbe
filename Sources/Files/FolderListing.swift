/// The names of the files and folders in a folder.
package struct FolderListing: Hashable, Sendable {
  /// A name that is not UTF-8, by which no file can be opened here.
  package struct Illegible: Hashable, Sendable {
    /// The name, with the bytes that are not UTF-8 written as `\xff`.
    package let name: String
    /// Whether the system reports it as the name of a folder.
    package let isFolder: Bool
  }

  /// The names, in the order of their bytes.
  package private(set) var names: [String] = []
  /// The names that are not UTF-8.
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
