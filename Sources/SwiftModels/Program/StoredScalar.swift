internal import SchemaModel

/// One of the platform's types that a store keeps as it is.
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

  /// The type of that name; one with several names by any of them.
  init?(name: String) {
    switch name {
    case "TimeInterval", "CLLocationDegrees", "CLLocationDistance", "Float64": self = .double
    case "Float32": self = .float
    default: self.init(rawValue: name)
    }
  }

  /// The type in a model.
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
