extension Index {
  /// The index's name on a platform: its own, or the default, such as `title_year`.
  package func name(on platform: ModelPlatform) -> String {
    if let name { return name }
    let names = elements.map(\.property)
    return platform == .swiftData
      ? "SwiftDataIndexOnBinary" + names.joined()
      : names.joined(separator: "_")
  }

  /// An index with its name on a platform; the platform's default name becomes nil.
  package init(_ elements: [Element], platformName: String?) {
    self.init(elements)
    let given = [ModelPlatform.coreData, .swiftData].map { name(on: $0) }
    name = platformName.flatMap { given.contains($0) ? nil : $0 }
  }

  /// The elements in the notation of a schema file: `subject`, `-createdAt`.
  ///
  /// The sign `-` means that large values come first.
  package var notation: [String] { elements.map { ($0.isAscending ? "" : "-") + $0.property } }

  /// The elements as one list, without the index's name: `[subject, -createdAt]`.
  package var list: String { "[\(notation.joined(separator: ", "))]" }
}
