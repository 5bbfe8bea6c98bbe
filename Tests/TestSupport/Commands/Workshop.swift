package import Foundation

/// A folder with schema files and stores, and the built command to work on them.
package final class Workshop {
  /// The folder, in which the commands run.
  package let folder: URL
  /// The folder around it, which stays writable: the output of commands is written here.
  private let root: TemporaryFolder
  private var runs = 0

  /// Makes an empty folder.
  package init() throws {
    root = try TemporaryFolder()
    folder = root.url.appending(path: "work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  // A test may have taken the right to write away, without which nothing can be removed.
  deinit { _ = try? start(["chmod", "-R", "u+rwX", folder.path]).finish() }
}

// MARK: - Files

extension Workshop {
  /// The path of a file in the folder.
  package func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file, and the folders for it.
  package func write(_ text: String, to name: String) throws {
    try root.write(text, to: "work/" + name)
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Copies a file, and replaces an existing one.
  package func copy(_ name: String, to target: String) throws {
    remove(target)
    try FileManager.default.copyItem(atPath: path(name), toPath: path(target))
  }

  /// Makes a link to a file or folder that is anywhere.
  package func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: destination)
  }

  /// Removes a file, where there is one.
  package func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

  /// Whether a file of that name exists.
  package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The bytes of a file.
  package func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  /// The names of the files in the folder, sorted, without folders.
  package func files() throws -> [String] {
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
  package static let tool = BuiltProducts.folder.appending(path: "migrate").path

  /// Runs the built command to its end, behind other words where some are given.
  @discardableResult
  package func migrate(_ words: String..., behind wrapper: [String] = []) throws -> Run {
    try start(wrapper + [Self.tool] + words).finish()
  }

  /// Runs the `sqlite3` shell, which knows nothing of this project.
  package func sqlite(_ store: String, _ sql: String) throws -> String {
    let run = try start(["sqlite3", "-bail", store, sql]).finish()
    guard run.status == 0 else { throw Unexpected(run) }
    return run.output
  }

  /// Starts a command; the given environment is added to the environment of the test.
  package func start(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> RunningCommand {
    runs += 1
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": root.url.appending(path: "cache").path]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = ["out", "err"].map { root.url.appending(path: "\(runs).\($0)") }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    return RunningCommand(process: process, output: files[0], error: files[1])
  }
}
