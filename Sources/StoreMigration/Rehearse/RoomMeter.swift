internal import Files

/// Measures the room that the files in a folder take, and remembers the maximum.
///
/// `@unchecked Sendable`: only the migrating thread uses it. This thread also made it and outlives its last
/// use.
final class RoomMeter: @unchecked Sendable {
  private let folder: String
  /// The measured maximum, in bytes.
  private(set) var peak: Int64 = 0
  private var next: ContinuousClock.Instant?

  /// A meter for a folder and its subfolders.
  init(_ folder: String) { self.folder = folder }

  /// Measures, unless the last measurement was a moment ago.
  func measure(isLast: Bool = false) {
    let now = ContinuousClock().now
    if let next, now < next, !isLast { return }
    peak = max(peak, Self.size(of: folder))
    next = now.advanced(by: .milliseconds(20))
  }

  /// A file that was deleted meanwhile takes no room, and neither does one that is the store's own.
  private static func size(of path: String) -> Int64 {
    guard let status = FileStatus(path: path, followingLinks: false) else { return 0 }
    guard status.kind == .directory else { return status.links > 1 ? 0 : status.size }
    // Neither does a folder that was deleted meanwhile.
    let names = (try? FileSystem.listing(of: path))?.names ?? []
    return names.reduce(0) { $0 + size(of: FilePath.join(path, $1)) }
  }
}
