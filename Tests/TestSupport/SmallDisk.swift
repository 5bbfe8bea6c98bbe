import Foundation

/// A disk of few megabytes, in memory, which is removed at the end of the test.
///
/// Only some users may mount one. For other users, the tests that need it are skipped.
package final class SmallDisk: Sendable {
  /// Where it is mounted.
  package let path: String
  private let folder: TemporaryFolder

  /// Mounts a disk with a number of bytes and, if given, room for a number of files.
  package init(bytes: Int, files: Int? = nil) throws {
    folder = try TemporaryFolder()
    path = folder.path
    let room = "size=\(bytes)" + (files.map { ",nr_inodes=\($0)" } ?? "")
    guard Self.run("mount", "-t", "tmpfs", "-o", room, "tmpfs", path) else {
      throw NotMounted(path: path)
    }
  }

  deinit { _ = Self.run("umount", path) }

  /// Whether this user may mount one.
  package static let isAvailable: Bool = {
    do {
      _ = try SmallDisk(bytes: 1 << 20)
      return true
    } catch {
      return false
    }
  }()

  /// Leaves no byte free: a file `ballast` takes them all.
  package func fill() {
    let ballast = path + "/ballast"
    guard FileManager.default.createFile(atPath: ballast, contents: nil),
      let file = FileHandle(forWritingAtPath: ballast)
    else { return }
    for size in [1 << 16, 1 << 12, 1] {
      do { while true { try file.write(contentsOf: Data(count: size)) } } catch {}
    }
  }

  /// Frees the room that ``fill()`` took.
  package func empty() throws { try FileManager.default.removeItem(atPath: path + "/ballast") }

  private struct NotMounted: Error {
    let path: String
  }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
