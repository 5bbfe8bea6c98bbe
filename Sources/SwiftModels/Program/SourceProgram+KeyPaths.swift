extension SourceProgram {
  /// A key path whose root contains all names of its type.
  ///
  /// `\SchemaV1.Book.shelf` does not distinguish the names of types from the names of properties. The longest
  /// beginning that names a visible type becomes the root. Without such a type, the key path stays unchanged.
  func keyPath(
    _ root: WrittenType?, _ names: [String], in scope: Scope
  ) -> (root: WrittenType?, names: [String]) {
    guard case .named(let written)? = root, names.count > 1 else { return (root, names) }
    for count in (1..<names.count).reversed() {
      let path = written + names[..<count].map { WrittenType.Component(name: $0) }
      // `Self.Book` is a member of the surrounding type.
      let type = WrittenType.named(path[0].name == "Self" ? Array(path.dropFirst()) : path)
      guard resolve(type, in: scope).declaration != nil else { continue }
      return (type, Array(names[count...]))
    }
    return (root, names)
  }
}
