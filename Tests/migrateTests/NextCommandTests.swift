import Foundation
import TestSupport
import Testing

/// The next command in a last line can be pasted.
struct NextCommandTests {
  @Test func `every next command in the stories is accepted by the command line`() throws {
    let commands = try Self.commands()
    #expect(commands.count > 40)
    let workshop = try Workshop()
    let refused = try commands.filter { command in
      let line = "'\(Workshop.tool)' " + command.dropFirst("migrate ".count)
      // What it works on is not there; only a mistake in the line itself ends like this.
      return try workshop.start(["sh", "-c", line]).finish().status == 64
    }
    #expect(refused == [])
  }

  /// The commands behind `next:`, each once, with a value for each placeholder.
  private static func commands() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    let stories = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".case") }
    let lines = try stories.flatMap { story in
      try String(contentsOf: folder.appending(path: story), encoding: .utf8).split(separator: "\n")
    }
    let commands = lines.compactMap { line -> String? in
      guard line.hasPrefix("|") || line.hasPrefix("!"), let next = line.firstRange(of: "; next: ")
      else { return nil }
      let steps = line[next.upperBound...].split(separator: ", then ")
      return steps.last.map { String($0).replacing("VERSION", with: "1.0.0") }
    }
    // Those of SQLite's shell are not ours to judge.
    return Set(commands).filter { $0.hasPrefix("migrate ") }.sorted()
  }
}
