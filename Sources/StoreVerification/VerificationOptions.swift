public import SchemaModel

/// The settings of a verification, beyond what a store says about itself.
public struct VerificationOptions {
  /// Whether to skip the slow checks: indexes against tables, and the content of files.
  public var isQuick = false
  /// Keys to check for duplicates, although the model does not declare them unique.
  public var uniqueKeys: [UniqueKey] = []
  /// The schema files that the store's own model is compared with.
  public var history: SchemaHistory?
  /// Whether the report contains a checksum of every table's content.
  public var includesChecksums = false
  /// The files that the app keeps in its own folder; nil to skip them.
  public var ownedFiles: OwnedFiles?
  /// A function that is called many times a second, by more than one thread.
  ///
  /// Once it returns true, the verification ends with `SQLiteError.interrupted`.
  public var isCancelled: (@Sendable () -> Bool)?

  /// The default options: a whole verification of a store by itself.
  public init() {}
}

/// Properties whose combined values should distinguish an entity's objects.
///
/// ```swift
/// UniqueKey("BookModel:localId")      // one property
/// UniqueKey("Reading:book,startDate") // two together
/// ```
public struct UniqueKey: Hashable, Sendable, CustomStringConvertible {
  /// The entity.
  public var entity: String
  /// The attributes and to-one relationships.
  public var properties: [String]

  /// A key from its parts.
  public init(entity: String, properties: [String]) {
    self.entity = entity
    self.properties = properties
  }

  /// Reads `Entity:property,property`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let properties = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard properties.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(entity: String(parts[0]), properties: properties.map(String.init))
  }

  /// The form that ``init(_:)`` reads: `Entity:property,property`.
  public var description: String { "\(entity):\(properties.joined(separator: ","))" }
}
