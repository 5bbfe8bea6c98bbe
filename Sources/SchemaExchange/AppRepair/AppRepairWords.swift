internal import SchemaModel

/// The Swift code of SwiftData or Core Data for each operation of a repair.
struct AppRepairWords {
  let schema: Schema
  let isSwiftData: Bool

  /// The type of the context that fetches and saves objects.
  var context: String { isSwiftData ? "ModelContext" : "NSManagedObjectContext" }

  /// The identity of an object.
  func identity(_ object: String) -> String {
    "\(object).\(isSwiftData ? "persistentModelID" : "objectID")"
  }

  /// The type of the identity of an object.
  var identityType: String { isSwiftData ? "PersistentIdentifier" : "NSManagedObjectID" }

  /// The type of the objects of an entity.
  func type(_ entity: String) -> String {
    isSwiftData ? SwiftSpelling.name(entity) : "NSManagedObject"
  }

  /// All objects of an entity.
  func objects(of entity: String) -> String {
    isSwiftData
      ? "try context.fetch(FetchDescriptor<\(type(entity))>())"
      : "try objects(of: \(SwiftSpelling.text(entity)), in: context)"
  }

  /// The identities of all objects of an entity.
  func identities(of entity: String) -> String {
    isSwiftData
      ? "Set(try context.fetchIdentifiers(FetchDescriptor<\(type(entity))>()))"
      : "Set(\(objects(of: entity)).map(\\.objectID))"
  }

  /// The value of an attribute of an object; in Core Data an optional value.
  func value(_ attribute: Attribute, of object: String) -> String {
    isSwiftData
      ? "\(object).\(SwiftSpelling.member(attribute.name))"
      : "\(object).value(forKey: \(SwiftSpelling.text(attribute.name)))"
  }

  /// The object at the end of a to-one relationship.
  ///
  /// The result is optional if the relationship is optional, and always in Core Data.
  func toOne(_ name: String, of object: String) -> String {
    isSwiftData
      ? "\(object).\(SwiftSpelling.member(name))"
      : "toOne(\(SwiftSpelling.text(name)), of: \(object))"
  }

  /// Sets a to-one relationship.
  func setToOne(_ name: String, of object: String, to value: String) -> String {
    isSwiftData
      ? "\(object).\(SwiftSpelling.member(name)) = \(value)"
      : "\(object).setValue(\(value), forKey: \(SwiftSpelling.text(name)))"
  }

  /// The objects at the end of a to-many relationship, as an array.
  func toMany(_ relationship: Relationship, of object: String) -> String {
    guard isSwiftData else {
      return "toMany(\(SwiftSpelling.text(relationship.name)), of: \(object))"
    }
    let property = "\(object).\(SwiftSpelling.member(relationship.name))"
    return relationship.isOptional ? "(\(property) ?? [])" : property
  }

  /// Sets a to-many relationship to the objects of an array.
  func setToMany(_ relationship: Relationship, of object: String, to value: String) -> String {
    isSwiftData
      ? "\(object).\(SwiftSpelling.member(relationship.name)) = \(value)"
      : "setToMany(\(SwiftSpelling.text(relationship.name)), of: \(object), to: \(value))"
  }

  /// The type by which values of an attribute are ordered; nil if Swift cannot order them.
  func orderedType(_ attribute: Attribute) -> String? {
    switch attribute.type {
    case .int16, .int32, .int64: "Int"
    case .float, .double: "Double"
    case .decimal: "Decimal"
    case .date: "Date"
    case .string: "String"
    case .bool, .uuid, .url, .data, .transformable, .array, .enumeration, .composite: nil
    }
  }

  /// Whether an attribute has a single value that Core Data accepts under the attribute's name.
  func isPlain(_ attribute: Attribute) -> Bool {
    switch attribute.type {
    case .enumeration, .composite, .array, .transformable: false
    default: true
    }
  }

  /// Whether values of a type can be compared for equality in both frameworks.
  func isKey(_ type: AttributeType) -> Bool {
    switch type {
    case .int16, .int32, .int64, .float, .double, .decimal, .date, .string, .bool, .uuid, .url,
      .data, .enumeration:
      true
    case .transformable, .array, .composite: false
    }
  }

  /// The functions that Core Data needs to read relationships by their names.
  static let coreDataFunctions = #"""
    private static func objects(
      of entity: String, in context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    private static func toOne(_ name: String, of object: NSManagedObject) -> NSManagedObject? {
      object.value(forKey: name) as? NSManagedObject
    }

    private static func toMany(_ name: String, of object: NSManagedObject) -> [NSManagedObject] {
      if let ordered = object.value(forKey: name) as? NSOrderedSet {
        return ordered.array.compactMap { $0 as? NSManagedObject }
      }
      return (object.value(forKey: name) as? NSSet)?.compactMap { $0 as? NSManagedObject } ?? []
    }

    private static func setToMany(
      _ name: String, of object: NSManagedObject, to objects: [NSManagedObject]
    ) {
      let isOrdered = object.value(forKey: name) is NSOrderedSet
      object.setValue(isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects), forKey: name)
    }
    """#

  /// The function that compares two values for the order with the newest first; nil comes last.
  static let isNewer = """
    private static func isNewer<Value: Comparable>(_ value: Value?, _ other: Value?) -> Bool {
      guard let value else { return false }
      return other.map { value > $0 } ?? true
    }
    """
}
