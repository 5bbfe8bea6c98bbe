package import SchemaModel

extension Index {
  /// A name for the index on a platform, its own or, where it has none: `title_year` in a model of Core
  /// Data, and the name that SwiftData gives.
  package func name(on platform: ModelPlatform) -> String {
    if let name { return name }
    let names = elements.map(\.property)
    return platform == .swiftData
      ? "SwiftDataIndexOnBinary" + names.joined()
      : names.joined(separator: "_")
  }

  /// An index with the name that it has on a platform, which is not its own where the platform gives it.
  package init(_ elements: [Element], platformName: String?) {
    self.init(elements)
    let given = [ModelPlatform.coreData, .swiftData].map { name(on: $0) }
    name = platformName.flatMap { given.contains($0) ? nil : $0 }
  }
}
