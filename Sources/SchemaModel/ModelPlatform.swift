/// The framework that opens and migrates the stores of a model in the field.
public enum ModelPlatform: String, Hashable, Sendable, CaseIterable {
  /// SwiftData.
  case swiftData = "swiftdata"
  /// Core Data.
  case coreData = "coredata"
  /// No framework of Apple: the stores are the app's own databases.
  case noPlatform = "none"
}

extension Schema {
  /// The platform that the model declares, or else the platform that its entities imply.
  ///
  /// A model that declares no platform is a SwiftData model, unless an entity describes an existing table. No
  /// framework of Apple opens such a database.
  public var platform: ModelPlatform {
    declaredPlatform
      ?? (entities.contains { $0.table != nil } ? .noPlatform : .swiftData)
  }

  /// Whether a framework of Apple opens and migrates the stores of the model.
  public var hasPlatform: Bool { platform != .noPlatform }

  /// Whether the model itself declares a framework of Apple.
  package var namesPlatform: Bool { hasPlatform && declaredPlatform != nil }
}
