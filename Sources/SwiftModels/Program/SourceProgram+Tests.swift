extension SourceProgram {
  /// Whether a file belongs to tests, judging by its name and the folders around it.
  ///
  /// Of the folders around all files, only the innermost counts, because the project may lie anywhere.
  func isTest(_ file: Int) -> Bool {
    var path = files[file].path.split(separator: "/").dropFirst(outerFolders)
    guard let name = path.popLast() else { return false }
    return name.hasSuffix("Tests.swift") || name.hasSuffix("Test.swift")
      || path.contains { $0.hasSuffix("Tests") }
  }

  /// Whether a type is part of tests, because of its file or of its own declaration.
  func isTried(_ id: TypeID) -> Bool { isTest(self[id].file) || isTest(id) }

  /// Whether a type, or a type around it, contains test methods.
  func isTest(_ id: TypeID) -> Bool {
    conforms(id, to: "XCTestCase") || self[id].facts.attributes.contains { $0.name == "Suite" }
      || self[id].parent.map(isTest) ?? false
  }
}

extension [FileFacts] {
  /// The number of folders around all of the files, without the innermost one.
  var outerFolders: Int {
    guard let first else { return 0 }
    let shared = reduce(first.folders) { shared, file in
      zip(shared, file.folders).prefix { $0 == $1 }.map { $0.0 }
    }
    return Swift.max(0, shared.count - 1)
  }
}

extension FileFacts {
  fileprivate var folders: [Substring] { path.split(separator: "/").dropLast() }
}
