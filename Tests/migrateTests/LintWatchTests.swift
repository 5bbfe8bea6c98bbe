import Foundation
import TestSupport
import Testing

/// `migrate lint --watch`: a run for each change, until the user ends it.
struct LintWatchTests {
  init() { signal(SIGINT, SIG_DFL) }

  @Test func `a change is linted, and Ctrl-C ends with 130`() throws {
    let workshop = try Workshop()
    try workshop.write(Self.file("Note"), to: "Schemas/Library/V1.yaml")
    // What it prints is read while it runs.
    let command = try workshop.start([
      "sh", "-c", "exec \(Workshop.tool) lint --watch >lint.out 2>lint.log",
    ])
    defer { command.process.terminate() }
    let log = { (try? workshop.text("lint.log")) ?? "" }
    #expect(command.wait { log().contains("run 1 at ") })
    try workshop.write(Self.file("Nota"), to: "Schemas/Library/V1.yaml")
    #expect(command.wait { log().contains("run 2 at ") })
    command.send(SIGINT)
    #expect(try command.finish().status == 130)
    let printed = log().replacing(/at \d\d:\d\d:\d\d/, with: "at TIME")
    #expect(
      printed == """
        no findings, 1 schema file checked
        run 1 at TIME; watching 1 file, Ctrl-C ends it
        rule            error
        unknown-entity      1
        1 error, 1 schema file checked
        run 2 at TIME; watching 1 file, Ctrl-C ends it

        """)
  }

  @Test func `options that write are refused`() throws {
    let run = try Workshop().migrate("lint", "--watch", "--fix")
    #expect(run.status == 64)
    #expect(run.error.hasPrefix("error: '--watch' only looks, and '--fix' and '--write-baseline'"))
  }

  private static func file(_ target: String) -> String {
    """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string = ""}
        relationships:
          notes: {toMany: \(target), inverse: book, delete: cascade}
      Note:
        attributes: {text: string = ""}
        relationships:
          book: {toOne: "Book?", inverse: notes, delete: nullify}

    """
  }
}
