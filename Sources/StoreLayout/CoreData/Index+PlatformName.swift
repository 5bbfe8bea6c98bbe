package import SchemaModel

extension Index {
  /// A name for the index on a platform, where a schema says none: `byTitleYear` in a model of Core
  /// Data, and the name that SwiftData gives.
  package func name(on platform: ModelPlatform) -> String {
    let names = elements.map(\.property)
    return platform == .swiftData
      ? "SwiftDataIndexOnBinary" + names.joined()
      : "by" + names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
