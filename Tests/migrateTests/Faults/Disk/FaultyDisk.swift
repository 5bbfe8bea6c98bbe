import Foundation
import TestSupport

/// A disk that fails on request, and that records all operations.
///
/// It is a small library, `faulty-disk.c`, that a command is made to load before the system's own.
/// So it stands below SQLite's layer for the operating system as well as below what this project
/// writes itself, and nothing that is tested knows of it.
enum FaultyDisk {
  /// The operations that can fail.
  enum Kind: String, CaseIterable, Sendable {
    case open, read, write, sync, truncate, lock, rename, remove

    /// The ways in which it fails: the error, and whether all that follows fails too.
    var failures: [(error: String, lasts: Bool)] {
      switch self {
      case .read, .truncate, .lock: [("EIO", false)]
      case .open: [("EIO", false), ("EIO", true)]
      case .write: [("EIO", false), ("torn", false), ("ENOSPC", true)]
      case .sync: [("EIO", false), ("EIO", true)]
      case .rename: [("EIO", false), ("ENOSPC", true)]
      case .remove: [("EIO", false), ("EIO", true)]
      }
    }
  }

  /// One operation that fails.
  struct Fault: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    /// Which operation of its kind it is, from 1.
    var number: Int
    var error: String
    /// Whether all that follow fail too.
    var lasts: Bool

    /// As the library reads it.
    var description: String { "\(kind.rawValue) \(number)\(lasts ? "+" : "") \(error)" }

    /// The message of SQLite where it knows no more: a file is opened a second time only to be
    /// read, and of a log that cannot be locked the reason is lost.
    private var lesserCauses: [String] {
      switch kind {
      case .open where !lasts: ["readonly database", "unable to open database file"]
      case .lock: ["locking protocol"]
      case .open, .read, .write, .sync, .truncate, .rename, .remove: []
      }
    }

    /// The words of a message that name the cause, by the system or by SQLite.
    var causes: [String] {
      error == "ENOSPC"
        ? ["no space left on device", "disk is full"]
        : ["input/output error", "disk I/O error", "the disk failed"]
          + lesserCauses
    }
  }

  /// The environment in which a command works on such a disk.
  static func environment(
    folder: URL, log: URL, fault: Fault? = nil
  ) throws -> [String: String] {
    var environment = [
      "LD_PRELOAD": try library.get().url.appending(path: "faulty-disk.so").path,
      "FAULTY_DISK_FOLDER": folder.path, "FAULTY_DISK_LOG": log.path,
    ]
    environment["FAULTY_DISK_FAULT"] = fault?.description
    return environment
  }

  /// Whether a command can be made to load it: not so on macOS, where the loader knows other ways.
  static let isAvailable: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// The folder with the compiled library.
  ///
  /// The compiler is the one that Swift itself links with.
  private static let library = Result<TemporaryFolder, any Error> {
    let folder = try TemporaryFolder()
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "faulty-disk.c")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "clang", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o",
      folder.path("faulty-disk.so"), source.path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NotCompiled(source: source.path) }
    return folder
  }

  private struct NotCompiled: Error {
    let source: String
  }
}
