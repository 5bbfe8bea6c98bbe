import Diagnostics
import Foundation
import Testing

@testable import SwiftModels

struct SourceTextTests {
  private func withFile(_ text: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appending(path: "Add.swift")
    try Data(text.utf8).write(to: file)
    try body(file)
  }

  @Test func `a text is read from its file as long as that says the same`() throws {
    try withFile("let a = 1") { file in
      let text = SourceText("let a = 1", ofFileAt: file.path)
      #expect(text.bytes == Array("let a = 1".utf8))
      try Data("let a = 2".utf8).write(to: file)
      #expect(text.bytes == nil)
    }
    #expect(SourceText("let a = 1").bytes == Array("let a = 1".utf8))
  }

  @Test func `of a file that changed since it was read no lines are shown`() throws {
    let model = """
      @Model class Work { init() {}; @Relationship(inverse: \\Edition.work) var editions: [Edition] = [] }
      @Model class Edition { init() {}; var work: Work? }
      func add(to context: ModelContext) {
        let work = Work()
        let edition = Edition()
        edition.work = work
        context.insert(work)
        context.insert(edition)
      }
      """
    try withFile(model) { file in
      let source = SwiftSource(paths: [file.path])
      let notes = {
        source.findings().filter { $0.code == "insert-before-relate" }.flatMap(\.notes)
      }
      #expect(notes().map(\.message).contains { $0.contains("\ncontext.insert(work)") })
      try Data("\n\(model)".utf8).write(to: file)
      #expect(notes().count == 1)
      #expect(notes().allSatisfy { !$0.message.contains("\n") })
    }
  }
}
