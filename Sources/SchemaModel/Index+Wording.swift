extension Index {
  /// The index's name on a platform: its own, or the default, such as `title_year`.
  package func name(on platform: ModelPlatform) -> String {
    if let name { return name }
    let names = elements.map(\.property)
    return platform == .swiftData
      ? "SwiftDataIndexOnBinary" + names.joined()
      : names.joined(separator: "_")
  }

  /// An index with the name that it has on a platform, which is not its own where it is the default.
  package init(_ elements: [Element], platformName: String?) {
    self.init(elements)
    let given = [ModelPlatform.coreData, .swiftData].map { name(on: $0) }
    name = platformName.flatMap { given.contains($0) ? nil : $0 }
  }

  /// The elements as a schema file writes them: `subject`, `-createdAt`, where `-` means that large values
  /// come first.
  package var notation: [String] { elements.map { ($0.isAscending ? "" : "-") + $0.property } }

  /// The same as one list, without a name of its own: `[subject, -createdAt]`.
  package var list: String { "[\(notation.joined(separator: ", "))]" }
}
