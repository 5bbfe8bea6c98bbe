internal import Digests
internal import StoreLayout

/// The files that a migration would write, kept in memory when the migration is only tried.
package final class FilesToCome {
  /// Whether a file was requested that is no longer kept, so that the result means nothing.
  package private(set) var haveFallenShort = false
  private var contents: [String: [UInt8]] = [:]
  /// The names of the files that are kept, the oldest first.
  private var order: ArraySlice<String> = []
  /// The names of the files that are no longer kept.
  private var forgotten: Set<String> = []
  private var size = 0
  private let sizeLimit: Int

  /// An empty collection that keeps up to this number of bytes.
  package init(sizeLimit: Int = 64 << 20) { self.sizeLimit = sizeLimit }

  /// The name that a file with these bytes would have.
  package func name(of bytes: [UInt8]) -> String {
    let name = Digest.of(bytes).hexadecimal
    guard contents.updateValue(bytes, forKey: name) == nil else { return name }
    order.append(name)
    forgotten.remove(name)
    size += bytes.count
    // The newest file may be read right away, so it is always kept.
    while size > sizeLimit, order.count > 1, let oldest = order.popFirst() {
      size -= contents.removeValue(forKey: oldest)?.count ?? 0
      forgotten.insert(oldest)
    }
    return name
  }

  /// The bytes of a file by its name; nil if the file is unknown or no longer kept.
  package func bytes(of name: String) -> [UInt8]? {
    if forgotten.contains(name) { haveFallenShort = true }
    return contents[name]
  }
}

extension MigrationFunctions {
  /// Functions for queries of a store, which write nothing.
  ///
  /// Bytes for a file get the name that the file would have. The latest ones can be read by that name. A
  /// refused value is an error, or becomes NULL where the migration itself reports it.
  static func asking(
    about store: String, keeping files: FilesToCome = FilesToCome(), refusesValues: Bool = true
  ) -> MigrationFunctions {
    let folder = ExternalFolder(ofStoreAt: store)
    var functions = MigrationFunctions(
      seed: "", now: 0, storeFile: { files.name(of: $0) },
      loadFile: { try files.bytes(of: $0) ?? folder.read($0) })
    if !refusesValues { functions.onRefusal = { _ in } }
    return functions
  }
}
