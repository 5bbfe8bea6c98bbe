/// The facts of Swift files as bytes: a file with an unchanged text need not be parsed again.
///
/// ```swift
/// let first = SwiftSource(paths: ["Sources"], keeping: KeptFacts())
/// let second = SwiftSource(paths: ["Sources"], keeping: first.kept)  // parses changed files only
/// ```
///
/// The bytes are only valid for one build of this program, because another build may record other facts.
public struct KeptFacts: Sendable {
  private struct Key: Hashable {
    var path: String
    var digest: [UInt8]
  }

  private var files: [Key: ArraySlice<UInt8>] = [:]
  private var order: [Key] = []

  /// Creates an empty collection.
  public init() {}

  /// Reads kept facts from bytes; damaged bytes are read up to the damage.
  public init(bytes: [UInt8]) {
    var reader = FactsReader(bytes[...])
    do throws(FactsReader.Damage) {
      while !reader.isAtEnd {
        let path = try reader.text()
        let digest = try reader.blob()
        add(path, Array(digest), try reader.blob())
      }
    } catch {}
  }

  /// Collects the kept facts of files, each with the digest of its text.
  init(of files: [(path: String, digest: [UInt8], kept: ArraySlice<UInt8>)]) {
    for file in files { add(file.path, file.digest, file.kept) }
  }

  private mutating func add(_ path: String, _ digest: [UInt8], _ kept: ArraySlice<UInt8>) {
    let key = Key(path: path, digest: digest)
    if files.updateValue(kept, forKey: key) == nil { order.append(key) }
  }

  /// The kept facts of a file, if its text has this digest.
  subscript(path: String, digest: [UInt8]) -> ArraySlice<UInt8>? {
    files[Key(path: path, digest: digest)]
  }

  /// All kept facts as bytes, in the order of the files.
  public var bytes: [UInt8] {
    var writer = FactsWriter()
    for key in order {
      guard let kept = files[key] else { continue }
      writer.write(key.path)
      writer.write(blob: key.digest[...])
      writer.write(blob: kept)
    }
    return writer.bytes
  }
}
