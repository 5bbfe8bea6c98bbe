import TestSupport

/// A file on a disk with writes that are not flushed yet.
struct PromisedFile {
  /// The bytes that are written, and not flushed yet.
  enum Promise {
    case write(offset: Int, bytes: [UInt8])
    case size(Int)
  }

  /// The bytes that a power cut cannot remove.
  private(set) var kept: [UInt8]
  /// The bytes that programs see.
  private(set) var current: [UInt8]
  private var promises: [Promise] = []

  /// A file with a content that is kept.
  init(_ content: [UInt8] = []) { (kept, current) = (content, content) }

  /// Promises something more.
  mutating func take(_ promise: Promise) {
    current.hold(promise)
    promises.append(promise)
  }

  /// Keeps all that is promised.
  mutating func keep() {
    kept = current
    promises = []
  }

  /// What is left where each promise, and of those to write every sector, is held or is not.
  func remains(by chance: inout SeededGenerator) -> [UInt8] {
    var bytes = kept
    for promise in promises {
      switch promise {
      case .size:
        if Bool.random(using: &chance) { bytes.hold(promise) }
      case .write(let offset, let written):
        for start in stride(from: 0, to: written.count, by: 512) where Bool.random(using: &chance) {
          let sector = Array(written[start..<min(start + 512, written.count)])
          bytes.hold(.write(offset: offset + start, bytes: sector))
        }
      }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func hold(_ promise: PromisedFile.Promise) {
    switch promise {
    case .size(let size):
      if size < count {
        removeLast(count - size)
      } else {
        append(contentsOf: repeatElement(0, count: size - count))
      }
    case .write(let offset, let bytes):
      let end = offset + bytes.count
      if end > count { append(contentsOf: repeatElement(0, count: end - count)) }
      replaceSubrange(offset..<end, with: bytes)
    }
  }
}
