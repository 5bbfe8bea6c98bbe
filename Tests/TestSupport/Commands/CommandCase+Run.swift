internal import Foundation

extension CommandCase {
  /// The stories in a folder next to a test file, in the order of their names.
  package static func all(in folder: String, beside file: String) -> [CommandCase] {
    let folder = URL(filePath: file).deletingLastPathComponent().appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".case") }.sorted().compactMap { name in
      let path = folder.appending(path: name).path
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      return CommandCase(name: String(name.dropLast(5)), path: path, text: text)
    }
  }

  /// Runs the story in a folder of its own; returns the difference from the written output, or nil.
  ///
  /// With `RECORD=1` in the environment, what was printed is written into the file, if there is
  /// one. That too counts as a difference, so that a recording run never passes.
  package func mismatch() throws -> String? {
    let workplace = try Workplace()
    for section in sections { try workplace.write(section.text, to: section.name) }
    var found = self
    for (position, item) in items.enumerated() {
      guard case .step(let step) = item else { continue }
      found.items[position] = .step(try workplace.run(step.command))
    }
    guard found.text != text else { return nil }
    let difference = lineDifference(from: text, to: found.text)
    guard let path, ProcessInfo.processInfo.environment["RECORD"] != nil else {
      return difference
    }
    try found.text.write(toFile: path, atomically: true, encoding: .utf8)
    return "recorded:\n" + difference
  }
}

extension CommandCase: CustomStringConvertible {
  /// The name, to tell the cases of a test apart.
  package var description: String { name }
}

/// A folder for the commands of one story, and a folder for their output.
private struct Workplace {
  private let root: TemporaryFolder
  private var folder: URL { root.url.appending(path: "work") }

  init() throws {
    root = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws { try root.write(text, to: "work/" + name) }

  func run(_ command: String) throws -> CommandCase.Step {
    let output = root.url.appending(path: "output")
    let error = root.url.appending(path: "error")
    for file in [output, error] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return CommandCase.Step(
      command: command, output: try lines(of: output), error: try lines(of: error),
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus)
  }

  /// Nothing from the environment of the test reaches the commands but the path.
  private var environment: [String: String] {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": BuiltProducts.folder.path + ":" + inherited, "HOME": root.path, "LC_ALL": "C.UTF-8",
      "REPOSITORY": BuiltProducts.repository.path,
    ]
  }

  /// The lines of a file; a last one that does not end is marked with a backslash below it.
  private func lines(of file: URL) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard !text.isEmpty else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines.append("\\") }
    return lines
  }
}
