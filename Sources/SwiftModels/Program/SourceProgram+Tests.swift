extension SourceProgram {
  /// Whether a file belongs to tests, as its name or that of a folder around it says.
  func isTest(_ file: Int) -> Bool {
    var path = files[file].path.split(separator: "/")
    guard let name = path.popLast() else { return false }
    return name.hasSuffix("Tests.swift") || name.hasSuffix("Test.swift")
      || path.contains { $0.hasSuffix("Tests") }
  }

  /// Whether a type, or one around it, has tests for its methods.
  func isTest(_ id: TypeID) -> Bool {
    conforms(id, to: "XCTestCase") || self[id].facts.attributes.contains { $0.name == "Suite" }
      || self[id].parent.map(isTest) ?? false
  }
}
