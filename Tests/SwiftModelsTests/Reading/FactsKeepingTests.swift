import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SwiftModels

/// The facts of a file, kept as bytes.
struct FactsKeepingTests {
  private static let fixtures: [String] = {
    let folder = BuiltProducts.repository.appending(path: "Tests/SwiftModelsTests")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder.appending(path: $0).path }
  }()

  /// The facts in a form in which all parts of them can be compared.
  private static func text(_ facts: FileFacts) -> String {
    var text = ""
    dump(facts.members, to: &text)
    dump(facts.extensions, to: &text)
    dump(facts.statements, to: &text)
    dump(facts.remarks, to: &text)
    return text + "\(facts.path) \(facts.imports.sorted()) \(facts.unreleased) \(facts.problems)"
  }

  @Test func `every file of these tests is the same when it is read back`() throws {
    #expect(Self.fixtures.count > 50)
    for path in Self.fixtures {
      let facts = SourceReader.facts(
        of: try String(contentsOfFile: path, encoding: .utf8), path: path)
      let bytes = try #require(facts.kept, "\(path)")
      let back = try #require(FileFacts(kept: bytes[...], path: path), "\(path)")
      if Self.text(back) != Self.text(facts) { Issue.record("\(path) is another") }
    }
  }

  @Test func `all forms of code are the same when they are read back`() throws {
    let text = #"""
      import SwiftData
      typealias Names<T> = [String: T]
      #if DEBUG
      @Model final class Draft { var title = "" }
      #endif
      /// Remembered.
      @Model final class Book: Sendable { // migrate:ignore missing-inverse -- a vendor's
        #Index<Book>([\.title], [\.année])
        @Attribute(.unique, originalName: "name") var title: String = "é" + "e\u{301}"
        @Relationship(deleteRule: .cascade, inverse: \Shelf.books) var shelf: Shelf?
        private(set) var price = -1.5e300
        var most = -9_223_372_036_854_775_807
        var pair: (Int, String)? { get { nil } set(fresh) { title = fresh?.1 ?? "" } }
        static let shared = { Book() }()
        var watched = true { didSet { print(oldValue) } }
        init() {}
        nonisolated func run(_ x: sending Book, by names: Names<Int> = [:], _ rest: Int...) throws {
          guard let shelf, case .some(let first) = shelf.books.first else { return }
          if let book = first as? Book, !names.isEmpty { shelf.books += [book] } else { throw Oops.a }
          for case let (key, value) in names where value > 1 { print(key); continue }
          while rest.isEmpty { break }
          repeat { try? save() } while false
          switch title { case "a", "b": fallthrough; default: _ = try! load()! }
          do { defer { print("\(title)") }; try save() } catch { try save() }
          struct Inner { var a: Int }
          let x = watched ? [1, 2] : [], y: [String: Int] = ["a": 1], z = (a: 1, 2)
          let found = #Predicate<Book> { $0.title == "x" }
          let kind = if watched { 1 } else { 2 }
          names.map { (pair: (String, Int)) -> Int in pair.1 }.forEach { self[$0] = \Self.title }
          func inner() {}
        }
      }
      enum Oops: String, Error { case a = "A", b(x: Int), c }
      extension String { static let none = "" }
      #Preview { Text("") }
      """#
    let facts = SourceReader.facts(of: text, path: "main.swift")
    #expect(facts.problems.map(\.message) == [])
    let bytes = try #require(facts.kept)
    let back = try #require(FileFacts(kept: bytes[...], path: "main.swift"))
    expect(Self.text(back), is: Self.text(facts))
    #expect(back.kept == bytes)
  }

  @Test func `damaged bytes are refused or read, and never end the program`() throws {
    let facts = SourceReader.facts(
      of: "struct A { var a = [1, 2]; func run(_ x: [String: Int]) { a.append(x.count) } }",
      path: "A.swift")
    let bytes = try #require(facts.kept)
    for count in bytes.indices { #expect(FileFacts(kept: bytes[..<count], path: "A.swift") == nil) }
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        _ = FileFacts(kept: damaged[...], path: "A.swift")
      }
    }
  }

  @Test func `a file that was not understood is not kept`() {
    #expect(SourceReader.facts(of: "struct A {", path: "A.swift").kept == nil)
  }

  @Test func `kept facts belong to one path and one text`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("struct A {}\n", to: "A.swift")
    try folder.write("struct B {}\n", to: "B.swift")
    let read = SwiftSource(paths: [folder.path], keeping: KeptFacts())
    #expect(!read.isAllKept)
    let kept = KeptFacts(bytes: try #require(read.kept).bytes)
    let again = SwiftSource(paths: [folder.path], keeping: kept)
    #expect(again.isAllKept)
    #expect(again.digest == read.digest)
    #expect(SwiftDigest(ofFilesAt: [folder.path]) == read.digest)
    try folder.write("struct A { var a = 1 }\n", to: "A.swift")
    let changed = SwiftSource(paths: [folder.path], keeping: kept)
    #expect(!changed.isAllKept)
    #expect(changed.digest != read.digest)
    #expect(kept[first, [1]] == nil)
  }
}
