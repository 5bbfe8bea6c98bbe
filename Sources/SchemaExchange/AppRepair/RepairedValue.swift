internal import SchemaModel

/// A required attribute, and the value for objects without one.
///
/// It is always written with Core Data, because SwiftData cannot read such objects.
struct RepairedValue {
  private let entity: String
  private let attribute: Attribute
  private let sentence: String
  private let values: SwiftDataValues

  /// The value of an act; nil for an act of another kind.
  init?(_ act: RepairAct, in schema: Schema) {
    guard case .fill(let entity, let name) = act.kind,
      let attribute = schema.attribute(named: name, of: entity)?.attribute
    else { return nil }
    self.entity = entity
    self.attribute = attribute
    sentence = act.sentence
    values = SwiftDataValues(schema)
  }

  private var function: String {
    "fill\(SwiftSpelling.typeName(attribute.name))Of\(SwiftSpelling.typeName(entity))"
  }

  /// The name of the closure that computes the value; nil if the model declares a default.
  private var closure: String? {
    value == nil ? "\(attribute.name)Of\(SwiftSpelling.typeName(entity))" : nil
  }

  /// The parameter for the closure.
  var parameter: String? { closure.map { "\($0): (NSManagedObject) throws -> \(type)" } }

  /// An example of an argument for the parameter.
  var argument: String? { closure.map { "\($0): { object in … }" } }

  /// The call of the function.
  var call: String {
    "try \(function)(in: context" + (closure.map { ", \($0)" } ?? "") + ")"
  }

  /// Adds the function.
  func write(to lines: inout SwiftLines) {
    lines.comment(sentence.prefix(1).uppercased() + sentence.dropFirst() + ".", mark: "///")
    let parameters =
      ["in context: NSManagedObjectContext"]
      + (closure == nil ? [] : ["_ value: (NSManagedObject) throws -> \(type)"])
    lines.function("private static func \(function)", parameters) { lines in
      let name = SwiftSpelling.text(attribute.name)
      lines.add(
        "let request = NSFetchRequest<NSManagedObject>(entityName: \(SwiftSpelling.text(entity)))")
      lines.add("request.predicate = NSPredicate(format: \"%K == nil\", \(name))")
      lines.braces("for object in try context.fetch(request)") { lines in
        lines.add("object.setValue(\(value ?? "try value(object)"), forKey: \(name))")
      }
    }
  }

  /// The declared default in the form that Core Data accepts; nil if the model declares none.
  private var value: String? {
    switch attribute.type {
    case .decimal:
      guard case .literal(.string(let text)) = attribute.defaultValue else { return nil }
      return "NSDecimalNumber(string: \(SwiftSpelling.text(text)))"
    case .string, .int16, .int32, .int64, .bool, .float, .double, .date, .uuid, .url, .data:
      return values.plainValue(of: attribute, in: entity)?.line
    case .transformable, .array, .enumeration, .composite: return nil
    }
  }

  private var type: String {
    switch attribute.type {
    case .decimal: "NSDecimalNumber"
    case .string: "String"
    case .int16, .int32, .int64: "Int"
    case .bool: "Bool"
    case .float: "Float"
    case .double: "Double"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .transformable, .array, .enumeration, .composite: "Any"
    }
  }
}
