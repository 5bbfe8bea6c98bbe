import Foundation
import MigrateKit
import SQLiteStore
import SchemaModel
import StoreCreation

/// A disk of few megabytes, in memory; gone when the test is.
///
/// Only some users may mount one. Elsewhere there is none, and the tests that need it are skipped.
final class SmallDisk: Sendable {
  let folder: String

  init?(megabytes: Int) throws {
    folder =
      FileManager.default.temporaryDirectory
      .appending(path: "migrate-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder) else {
      try FileManager.default.removeItem(atPath: folder)
      return nil
    }
  }

  deinit {
    _ = Self.run("umount", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Whether this user may mount one.
  static let isAvailable: Bool = {
    do { return try SmallDisk(megabytes: 1) != nil } catch { return false }
  }()

  /// Leaves no byte free.
  func fill() {
    let ballast = folder + "/ballast"
    guard FileManager.default.createFile(atPath: ballast, contents: nil),
      let file = FileHandle(forWritingAtPath: ballast)
    else { return }
    for size in [1 << 16, 1 << 12, 1] {
      do { while true { try file.write(contentsOf: Data(count: size)) } } catch {}
    }
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
