internal import SchemaModel

/// The names that Core Data's model files have for the types of attributes.
enum CoreDataTypeName {
  /// The names and the types they stand for, in the order of Xcode's menu.
  static let all: [(name: String, type: AttributeType)] = [
    ("Integer 16", .int16), ("Integer 32", .int32), ("Integer 64", .int64),
    ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string),
    ("Boolean", .bool), ("Date", .date), ("Binary", .data), ("UUID", .uuid), ("URI", .url),
    ("Transformable", .transformable),
  ]

  /// The name of attributes that hold a composite.
  static let composite = "Composite"
  /// The name of attributes without a type.
  static let undefined = "Undefined"

  /// The type of that name; nil for composites, and for names that are not known.
  static func type(named name: String) -> AttributeType? { all.first { $0.name == name }?.type }

  /// The name of a type; nil for types that Core Data's own models do not have.
  static func name(of type: AttributeType) -> String? {
    all.first { $0.type == type }?.name
  }
}

/// The seconds from 1970 to 2001, where Core Data's dates begin.
let coreDataEpoch = 978_307_200.0
