internal import SchemaModel

/// The names of attribute types in Core Data's model files.
enum CoreDataTypeName {
  /// The names with their types, in the order of Xcode's menu.
  static let all: [(name: String, type: AttributeType)] = [
    ("Integer 16", .int16), ("Integer 32", .int32), ("Integer 64", .int64),
    ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string),
    ("Boolean", .bool), ("Date", .date), ("Binary", .data), ("UUID", .uuid), ("URI", .url),
    ("Transformable", .transformable),
  ]

  /// The type name of composite attributes.
  static let composite = "Composite"
  /// The type name of attributes without a type.
  static let undefined = "Undefined"

  /// The type with this name; nil for composites and for unknown names.
  static func type(named name: String) -> AttributeType? { all.first { $0.name == name }?.type }

  /// The name of a type; nil for types that do not exist in Core Data's own models.
  static func name(of type: AttributeType) -> String? {
    all.first { $0.type == type }?.name
  }
}

/// The seconds from 1970 to 2001, the reference date of Core Data.
let coreDataEpoch = 978_307_200.0
