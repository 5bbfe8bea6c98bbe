import TestSupport
import Testing

/// The launch guard of an app, as a compiler reads it.
struct LaunchGuardTests {
  @Test(
    .enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"),
    arguments: ["swiftdata", "coredata"])
  func `a launch guard compiles against its platform`(platform: String) throws {
    let workshop = try Workshop()
    try Self.writeModel(platform, to: workshop)
    let run = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    #expect(run.status == 0, "\(run.error)")
    #expect(try PlatformStubs.typecheck(["LaunchGuard.swift"], in: workshop) == "")
  }

  @Test(
    .enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"),
    arguments: ["swiftdata", "coredata"])
  func `a launch guard is formatted`(platform: String) throws {
    let workshop = try Workshop()
    try Self.writeModel(platform, to: workshop)
    _ = try workshop.migrate(
      "export", "--format", "launch-guard", "--output", "LaunchGuard.swift")
    let run = try workshop.start(["swift", "format", "lint", "--strict", "LaunchGuard.swift"])
      .finish()
    #expect(run.error == "")
  }

  private static func writeModel(_ platform: String, to workshop: Workshop) throws {
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      platform: \(platform)
      entities:
        Book:
          attributes: {title: string = ""}
          relationships:
            notes: {toMany: Note, inverse: book, delete: cascade}
        Note:
          attributes: {text: string?}
          relationships:
            book: {toOne: Book?, inverse: notes, delete: nullify}
      """, to: "Schemas/Library/V1.yaml")
    try workshop.write(
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes: {pages: int = 0}
        AVeryLongNameOfAnEntityThatHasNoRoomOnALine:
          attributes: {text: string?}
      migration:
        after:
          - count: Book
      """, to: "Schemas/Library/V2.yaml")
  }
}
