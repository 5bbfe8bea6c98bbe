internal import Digests

/// The files that a migration would write, as far as somebody who only asks keeps them in memory.
package final class FilesToCome {
  /// Whether a file was asked for that is not kept any more, so that what came of it means nothing.
  package private(set) var haveFallenShort = false
  private var contents: [String: [UInt8]] = [:]
  /// The names of those that are kept, the oldest first.
  private var order: ArraySlice<String> = []
  /// The names of those that are not kept any more.
  private var forgotten: Set<String> = []
  private var size = 0
  private let sizeLimit: Int

  /// None so far, of which that many bytes are kept.
  package init(sizeLimit: Int = 64 << 20) { self.sizeLimit = sizeLimit }

  /// The name that a file with these bytes would have.
  package func name(of bytes: [UInt8]) -> String {
    let name = Digest.of(bytes).hexadecimal
    guard contents.updateValue(bytes, forKey: name) == nil else { return name }
    order.append(name)
    forgotten.remove(name)
    size += bytes.count
    // What is read in the same breath as it is kept must be there.
    while size > sizeLimit, order.count > 1, let oldest = order.popFirst() {
      size -= contents.removeValue(forKey: oldest)?.count ?? 0
      forgotten.insert(oldest)
    }
    return name
  }

  /// The bytes of a file by its name; nil where it is none of these.
  package func bytes(of name: String) -> [UInt8]? {
    if forgotten.contains(name) { haveFallenShort = true }
    return contents[name]
  }
}
