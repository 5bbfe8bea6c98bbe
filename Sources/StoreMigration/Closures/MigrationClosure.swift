public import SQLite

/// Work in Swift that a schema file names and an app registers.
///
/// ```yaml
/// steps:
///   - {closure: normalizeTitles, on: Book, touches: [Book.title]}
/// ```
///
/// ```swift
/// var options = MigrationOptions()
/// options.closures["normalizeTitles"] = MigrationClosure { batch in
///   for index in batch.objects.indices {
///     guard case .text(let title) = batch.objects[index]["title"] else { continue }
///     batch.objects[index]["title"] = .text(title.capitalized)
///   }
/// }
/// ```
///
/// It is called once for every batch, within the transaction of the migration. An error that it throws undoes
/// the whole migration.
public struct MigrationClosure: Sendable {
  /// The number of objects in a batch.
  public var batchSize: Int
  /// The work on a batch.
  public var work: @Sendable (inout MigrationBatch) throws -> Void

  /// A closure from its work.
  public init(
    batchSize: Int = 500, _ work: @escaping @Sendable (inout MigrationBatch) throws -> Void
  ) {
    self.batchSize = batchSize
    self.work = work
  }
}

/// A batch of objects of the new version for a closure to change, with access to both versions.
///
/// Only the properties that the step names under `touches` can be changed.
public struct MigrationBatch {
  /// The entity that the closure works on.
  public let entity: String
  /// The objects, by their identities in ascending order.
  public var objects: [MigrationObject]
  private let lookup: ObjectLookup

  init(_ entity: String, _ objects: [MigrationObject], _ lookup: ObjectLookup) {
    (self.entity, self.objects, self.lookup) = (entity, objects, lookup)
  }

  /// The object of the previous version with an identity, which it keeps; nil if there was none.
  ///
  /// The entity must be one of the objects' former entities, or one that the step names under `reads`.
  ///
  /// - Throws: ``SQLite/SQLiteError`` for any other entity.
  public func objectBefore(
    of entity: String, _ id: Int64
  ) throws(SQLiteError) -> MigrationObject? {
    try lookup.objectsBefore(of: entity, where: "_id", is: .integer(id)).first
  }

  /// The objects of the previous version that have a value, by their identities in ascending order.
  ///
  /// - Throws: ``SQLite/SQLiteError`` as above, and for an unknown property.
  public func objectsBefore(
    of entity: String, where property: String, is value: SQLValue
  ) throws(SQLiteError) -> [MigrationObject] {
    try lookup.objectsBefore(of: entity, where: property, is: value)
  }

  /// The object of the new version with an identity, in its current state; nil if none exists.
  ///
  /// - Throws: ``SQLite/SQLiteError`` for an entity that the new version does not have.
  public func object(of entity: String, _ id: Int64) throws(SQLiteError) -> MigrationObject? {
    try lookup.objects(of: entity, where: "_id", is: .integer(id)).first
  }

  /// The objects of the new version that have a value, by their identities in ascending order.
  ///
  /// - Throws: ``SQLite/SQLiteError`` as above, and for an unknown property.
  public func objects(
    of entity: String, where property: String, is value: SQLValue
  ) throws(SQLiteError) -> [MigrationObject] {
    try lookup.objects(of: entity, where: property, is: value)
  }
}

/// An object, with its values as stored in its row.
public struct MigrationObject: Hashable, Sendable {
  /// The object's identity: its `_id`.
  public let id: Int64
  /// The entity of the object, which may be a sub-entity of the requested one.
  public let entity: String
  /// The stored values by property: for a to-one, the identity of its destination; for an attribute with
  /// external storage, the name of its file.
  public private(set) var values: [String: SQLValue]

  /// An object from its parts.
  public init(_ id: Int64, of entity: String, _ values: [String: SQLValue]) {
    self.id = id
    self.entity = entity
    self.values = values
  }

  /// The value of a property; NULL if it has none.
  public subscript(property: String) -> SQLValue {
    get { values[property] ?? .null }
    set { values[property] = newValue }
  }
}
