import Foundation
import TestSupport

/// A folder with schema files and stores, and the built command to work on them.
final class Workshop {
  let folder: URL
  /// Around the folder; what commands print goes here, where the right to write is never taken.
  private let root: URL
  private var runs = 0

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "migrate-fault-\(UUID())")
    folder = root.appending(path: "work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken the right to write away.
    _ = try? start(["chmod", "-R", "u+rwX", folder.path]).finish()
    try? FileManager.default.removeItem(at: root)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file, and the folders for it.
  func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Copies a file, in place of what is there.
  func copy(_ name: String, to target: String) throws {
    remove(target)
    try FileManager.default.copyItem(atPath: path(name), toPath: path(target))
  }

  /// Removes a file, where there is one.
  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

  /// Whether there is a file of that name.
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

  /// The names of the files in the folder, sorted, without folders.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path($0), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}

// MARK: - Commands

extension Workshop {
  /// The built command.
  static let tool = BuiltProducts.folder.appending(path: "migrate").path

  /// Runs the built command to its end, behind other words where some are given.
  @discardableResult
  func migrate(_ words: String..., behind wrapper: [String] = []) throws -> Run {
    try start(wrapper + [Self.tool] + words).finish()
  }

  /// Runs the `sqlite3` shell, which knows nothing of this project.
  func sqlite(_ store: String, _ sql: String) throws -> String {
    let run = try start(["sqlite3", "-bail", store, sql]).finish()
    guard run.status == 0 else { throw Unexpected(run: run) }
    return run.output
  }

  /// Begins a command.
  func start(_ words: [String]) throws -> RunningCommand {
    runs += 1
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let files = ["out", "err"].map { root.appending(path: "\(runs).\($0)") }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    return RunningCommand(process: process, output: files[0], error: files[1])
  }
}

/// What a command printed, and how it ended; 128 and more for a signal, as in a shell.
struct Run: Hashable {
  var output: String
  var error: String
  var status: Int32

  /// The last line of both streams together.
  var lastLine: String {
    (output + error).split(separator: "\n").last.map(String.init) ?? ""
  }
}

/// A command that did not do what the test needs of it.
struct Unexpected: Error {
  var run: Run
}

/// A command that is at work.
struct RunningCommand {
  let process: Process
  let output: URL
  let error: URL

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  func finish() throws -> Run {
    process.waitUntilExit()
    return Run(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self),
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus)
  }

  /// Waits until something holds; false where the command ends before, or after a minute.
  func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      guard process.isRunning else { return condition() }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }
}
