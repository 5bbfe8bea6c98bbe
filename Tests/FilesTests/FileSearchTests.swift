import Files
import TestSupport
import Testing

struct FileSearchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files(_ paths: String...) -> [String] {
    FileSearch(endingIn: ".swift", at: paths).files.map {
      $0.replacing(folder.path + "/", with: "")
    }
  }

  @Test func `a file is found once, however many paths lead to it`() throws {
    try folder.write("", to: "Sources/a.swift")
    try folder.write("", to: "Sources/b.swift")
    try folder.link("Sources/0.swift", to: "a.swift")
    try folder.link("Other", to: "Sources")
    let path = folder.path("Sources")
    #expect(files(path) == ["Sources/a.swift", "Sources/b.swift"])
    #expect(files(path, "\(path)/a.swift", "\(path)/./b.swift").count == 2)
    #expect(files("\(path)/./a.swift", "\(path)/a.swift") == ["Sources/a.swift"])
    #expect(files("\(path)/../Sources/b.swift", path).count == 2)
    #expect(files("\(path)/0.swift") == ["Sources/0.swift"])
    #expect(files(folder.path("Other"), path) == ["Other/a.swift", "Other/b.swift"])
  }

  @Test func `equal files are listed twice, and a missing file is listed too`() throws {
    try folder.write("let a = 1", to: "a.swift")
    try folder.write("let a = 1", to: "b.swift")
    let path = folder.path
    #expect(files(path, path + "/gone.swift") == ["a.swift", "b.swift", "gone.swift"])
  }
}
