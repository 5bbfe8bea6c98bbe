extension SourceProgram {
  /// A key path with the whole of its type as its root.
  ///
  /// `\SchemaV1.Book.shelf` does not tell the names of types from those of properties: the longest
  /// beginning that is a type in sight is the root. Without such a type all stays as it is written.
  func keyPath(
    _ root: WrittenType?, _ names: [String], in scope: Scope
  ) -> (root: WrittenType?, names: [String]) {
    guard case .named(let written)? = root, names.count > 1 else { return (root, names) }
    for count in (1..<names.count).reversed() {
      let path = written + names[..<count].map { WrittenType.Component(name: $0) }
      // `Self.Book` is a member of the type around it.
      let type = WrittenType.named(path[0].name == "Self" ? Array(path.dropFirst()) : path)
      guard resolve(type, in: scope).declaration != nil else { continue }
      return (type, Array(names[count...]))
    }
    return (root, names)
  }
}
