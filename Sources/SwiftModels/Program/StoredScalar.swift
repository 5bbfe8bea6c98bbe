internal import SchemaModel

/// A platform type that a store keeps unchanged.
enum StoredScalar: String, Hashable, Sendable {
  case string = "String"
  case bool = "Bool"
  case int = "Int"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case double = "Double"
  case float = "Float"
  case decimal = "Decimal"
  case date = "Date"
  case uuid = "UUID"
  case url = "URL"
  case data = "Data"

  /// The type with this name, or with this alternative name.
  init?(name: String) {
    switch name {
    case "TimeInterval", "CLLocationDegrees", "CLLocationDistance", "Float64": self = .double
    case "Float32": self = .float
    default: self.init(rawValue: name)
    }
  }

  /// The attribute type in a model.
  var attributeType: AttributeType {
    switch self {
    case .string: .string
    case .bool: .bool
    case .int, .int64: .int64
    case .int16: .int16
    case .int32: .int32
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .data: .data
    }
  }
}
