internal import Files

/// The files of a store's external storage: `.Library_SUPPORT/_EXTERNAL_DATA` next to `Library.sqlite`.
package enum CoreDataFiles {
  /// The folder that the app's framework keeps for a store.
  package static func support(ofStoreAt path: String) -> String {
    let name = FilePath.name(of: path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return "\(path.dropLast(name.count)).\(stem)_SUPPORT"
  }

  /// The folder with the data of a store.
  package static func folder(ofStoreAt path: String) -> String {
    support(ofStoreAt: path) + "/_EXTERNAL_DATA"
  }
}
