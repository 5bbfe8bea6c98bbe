import Foundation
import TestSupport
import Testing

/// The cache of a lint of Swift source.
struct LintCacheTests {
  /// Two models, one of which lacks a delete rule.
  private static let models = """
    import SwiftData

    @Model final class Book {
      var title: String = ""
      var shelf: Shelf?
      init(title: String) { self.title = title }
    }

    @Model final class Shelf {
      @Relationship(inverse: \\Book.shelf) var books: [Book] = []
      init() {}
    }
    """
  private static let view = """
    import SwiftUI

    struct Row: View {
      @Environment(\\.modelContext) private var context
      var body: some View { Button("Save") { try? context.save() } }
    }
    """

  /// A folder with the source, and a cache folder next to it.
  private func workshop() throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(Self.models, to: "App/Models.swift")
    try workshop.write(Self.view, to: "App/Row.swift")
    return workshop
  }

  private func lint(
    _ workshop: Workshop, _ words: String..., cache: String = "cache"
  ) throws -> String {
    try workshop.start(
      [Workshop.tool, "lint", "App", "--format", "json"] + words,
      environment: ["XDG_CACHE_HOME": workshop.path(cache)]
    ).finish().output
  }

  /// The names of the files in the cache, either with findings or with the facts of files.
  private func kept(_ ending: String, in workshop: Workshop) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: workshop.path("cache/migrate"))
    return (names ?? []).filter { $0.hasSuffix(ending) }.sorted()
  }

  @Test func `a second run reports the same as the first, and writes nothing`() throws {
    let workshop = try workshop()
    let plain = try lint(workshop, "--no-cache")
    #expect(!workshop.has("cache"))
    #expect(plain.contains("swallowed-save"))
    #expect(try lint(workshop) == plain)
    let reports = kept(".report", in: workshop)
    #expect(reports.count == 1 && kept(".facts", in: workshop).count == 1)
    let file = "cache/migrate/\(reports[0])"
    let before = try workshop.bytes(file)
    #expect(try lint(workshop) == plain)
    #expect(kept("", in: workshop).count == 2)
    #expect(try workshop.bytes(file) == before)
  }

  @Test func `a changed, an added and a removed file are noticed`() throws {
    let workshop = try workshop()
    let first = try lint(workshop)
    try workshop.write(Self.view + "\n// one more line", to: "App/Row.swift")
    _ = try lint(workshop)
    #expect(kept(".report", in: workshop).count == 2)
    try workshop.write(
      Self.view.replacing("try? context.save()", with: "try! context.save()"), to: "App/Row.swift")
    let forced = try lint(workshop)
    #expect(forced.contains("forced-save") && !forced.contains("swallowed-save"))
    #expect(try lint(workshop, "--no-cache") == forced)
    try workshop.write(Self.view.replacing("Row", with: "Cell"), to: "App/Cell.swift")
    let more = try lint(workshop)
    #expect(more.contains("Cell.swift"))
    #expect(try lint(workshop, "--no-cache") == more)
    workshop.remove("App/Cell.swift")
    try workshop.write(Self.view, to: "App/Row.swift")
    #expect(try lint(workshop) == first)
    #expect(kept(".facts", in: workshop).count == 1)
  }

  @Test func `a different level of a rule is not answered from the cache`() throws {
    let workshop = try workshop()
    let first = try lint(workshop)
    try workshop.write("rules:\n  swallowed-save: off\n", to: "migrate.yml")
    let second = try lint(workshop)
    #expect(first.contains("swallowed-save") && !second.contains("\"swallowed-save\""))
    #expect(try lint(workshop, "--no-cache") == second)
    workshop.remove("migrate.yml")
    #expect(try lint(workshop) == first)
  }

  @Test func `a damaged, a foreign and an empty file of the cache are written anew`() throws {
    let workshop = try workshop()
    let plain = try lint(workshop)
    let names = kept("", in: workshop)
    #expect(names.count == 2)
    let good = try names.map { try workshop.bytes("cache/migrate/\($0)") }
    for damage in ["", "shorter than a digest", String(repeating: "x", count: 10_000)] {
      for name in names { try workshop.write(damage, to: "cache/migrate/\(name)") }
      #expect(try lint(workshop) == plain)
      #expect(try names.map { try workshop.bytes("cache/migrate/\($0)") } == good)
    }
    for name in names {
      // One bit, and what another build of the program left: it says which one it is in its head.
      for place in [30, 200] {
        var bytes = try workshop.bytes("cache/migrate/\(name)")
        bytes[bytes.startIndex + place] ^= 1
        try bytes.write(to: URL(filePath: workshop.path("cache/migrate/\(name)")))
      }
    }
    #expect(try lint(workshop) == plain)
    #expect(try names.map { try workshop.bytes("cache/migrate/\($0)") } == good)
  }

  @Test func `without a writable folder there is no cache, and no message about it`() throws {
    let workshop = try workshop()
    let plain = try lint(workshop, "--no-cache")
    try workshop.write("", to: "file")
    #expect(try lint(workshop, cache: "file") == plain)
    #expect(try workshop.text("file") == "")
    let (without, with) = try (
      workshop.migrate("lint", "App", "--no-cache"),
      workshop.start(
        [Workshop.tool, "lint", "App"], environment: ["XDG_CACHE_HOME": "/proc/none"]
      ).finish()
    )
    #expect(with.output == without.output && with.error == without.error)
  }

  @Test func `the build folder of a package is used where it exists`() throws {
    let workshop = try workshop()
    try workshop.write("", to: "Package.swift")
    let plain = try lint(workshop)
    #expect(workshop.has("cache/migrate") && !workshop.has(".build"))
    try workshop.write("", to: ".build/anything")
    workshop.remove("cache")
    #expect(try lint(workshop) == plain)
    #expect(workshop.has(".build/migrate") && !workshop.has("cache"))
  }

  @Test func `several runs at once report the same, and leave whole files`() throws {
    let workshop = try workshop()
    let plain = try lint(workshop, "--no-cache")
    let environment = ["XDG_CACHE_HOME": workshop.path("cache")]
    let runs = try (0..<6).map { _ in
      try workshop.start(
        [Workshop.tool, "lint", "App", "--format", "json"], environment: environment)
    }
    for run in runs { #expect(try run.finish().output == plain) }
    #expect(kept("", in: workshop).count == 2)
    let before = kept("", in: workshop)
    #expect(try lint(workshop) == plain)
    #expect(kept("", in: workshop) == before)
  }

  @Test func `a file that does not parse is reported each time`() throws {
    let workshop = try workshop()
    try workshop.write("struct Broken {", to: "App/Broken.swift")
    let first = try lint(workshop)
    #expect(first.contains("invalid-swift"))
    #expect(try lint(workshop) == first)
    try workshop.write(Self.view + "\n", to: "App/Row.swift")
    #expect(try lint(workshop) == first)
  }
}
