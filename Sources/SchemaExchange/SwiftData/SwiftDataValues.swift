internal import SchemaModel

/// The types and values of one version in Swift.
struct SwiftDataValues {
  let schema: Schema
  /// The names that enumerations written in place get, by their entity and attribute.
  private(set) var inlineNames: [String: String] = [:]

  /// The types and values of a version.
  init(_ schema: Schema) {
    self.schema = schema
    var taken = Set(
      schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.composites.map(\.name))
    for (key, attribute) in Self.inlineEnumerations(in: schema) {
      var name = SwiftSpelling.typeName(attribute.name)
      if taken.contains(name) {
        name = SwiftSpelling.typeName(key.replacing(".", with: "_"))
      }
      while !taken.insert(name).inserted { name += "Value" }
      inlineNames[key] = name
    }
  }

  /// The enumerations that attributes write in place, with their names.
  var inlineEnumerations: [(name: String, cases: [String])] {
    Self.inlineEnumerations(in: schema).compactMap { key, attribute in
      guard case .enumeration(.inline(let cases)) = attribute.type.core,
        let name = inlineNames[key]
      else { return nil }
      return (name, cases)
    }
  }

  private static func inlineEnumerations(in schema: Schema) -> [(key: String, Attribute)] {
    let owners =
      schema.entities.map { ($0.name, $0.attributes) }
      + schema.composites.map { ($0.name, $0.elements) }
    return owners.flatMap { owner, attributes in
      attributes.compactMap { attribute in
        guard case .enumeration(.inline) = attribute.type.core else { return nil }
        return ("\(owner).\(attribute.name)", attribute)
      }
    }
  }

  // MARK: Types

  /// The type of an attribute of an entity, with its question mark.
  func type(of attribute: Attribute, in owner: String) -> String {
    // The mark of a property speaks of its own value, and not of those in a list.
    attribute.type == .transformable
      ? "NSObject" + (attribute.isOptional ? "?" : "") : plainType(of: attribute, in: owner)
  }

  /// The type of a part of a composite, which encodes itself, with its question mark.
  func plainType(of attribute: Attribute, in owner: String) -> String {
    type(attribute.type, "\(owner).\(attribute.name)") + (attribute.isOptional ? "?" : "")
  }

  private func type(_ type: AttributeType, _ key: String) -> String {
    switch type {
    case .string: "String"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int"
    case .bool: "Bool"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .transformable: "Data"
    case .array(let element): "[\(self.type(element, key))]"
    case .enumeration(.named(let name)), .composite(let name): SwiftSpelling.name(name)
    case .enumeration(.inline): inlineNames[key] ?? "String"
    }
  }

  // MARK: Values

  /// The first value of an attribute; nil where there is none, or none that Swift can spell.
  func value(of attribute: Attribute, in owner: String) -> String? {
    switch attribute.defaultValue {
    case nil: nil
    case .newUUID: attribute.type == .string ? "UUID().uuidString" : "UUID()"
    case .now: "Date.now"
    case .literal(let literal): value(literal, attribute.type, "\(owner).\(attribute.name)")
    }
  }

  private func value(_ literal: Literal, _ type: AttributeType, _ key: String) -> String? {
    switch (type, literal) {
    case (.string, .string(let text)): SwiftSpelling.text(text)
    case (.bool, .bool(let value)): "\(value)"
    case (.int16, .int(let value)), (.int32, .int(let value)), (.int64, .int(let value)):
      SwiftSpelling.integer(value)
    case (.float, .double(let value)), (.double, .double(let value)):
      SwiftSpelling.number(value)
    case (.float, .int(let value)), (.double, .int(let value)): SwiftSpelling.integer(value)
    case (.decimal, .string(let text)): decimal(text)
    case (.date, .date(let seconds)):
      "Date(timeIntervalSince1970: \(SwiftSpelling.number(seconds)))"
    case (.uuid, .string(let text)): "UUID(uuidString: \(SwiftSpelling.text(text)))!"
    case (.url, .string(let text)): "URL(string: \(SwiftSpelling.text(text)))!"
    case (.data, .data(let bytes)):
      bytes.isEmpty ? "Data()" : "Data([\(bytes.map { "\($0)" }.joined(separator: ", "))])"
    case (.array(let element), .array(let values)): list(values, element, key)
    case (.enumeration, .string(let name)):
      "\(self.type(type, key)).\(SwiftSpelling.name(name))"
    case (.composite(let name), .object(let members)): object(members, name)
    default: nil
    }
  }

  /// A decimal number that Swift's literals carry exactly.
  private func decimal(_ text: String) -> String? {
    let digits = text.filter(\.isNumber)
    guard digits.count <= 15, !text.contains(where: { "eE".contains($0) }) else { return nil }
    return Int64(text).map(SwiftSpelling.integer) ?? text
  }

  private func list(_ values: [Literal], _ element: AttributeType, _ key: String) -> String? {
    let elements = values.compactMap { value($0, element, key) }
    return elements.count == values.count ? "[\(elements.joined(separator: ", "))]" : nil
  }

  /// A struct made with the values that differ from those it has by itself.
  private func object(_ members: [String: Literal], _ name: String) -> String? {
    guard let composite = schema.composite(named: name) else { return nil }
    var arguments: [String] = []
    for element in composite.elements {
      guard let literal = members[element.name] else { continue }
      if element.defaultValue == .literal(literal) { continue }
      guard let value = value(literal, element.type, "\(name).\(element.name)") else { return nil }
      arguments.append("\(element.name): \(value)")
    }
    return "\(SwiftSpelling.name(name))(\(arguments.joined(separator: ", ")))"
  }
}

extension AttributeType {
  /// The type itself, or that of the elements of a list.
  var core: AttributeType {
    if case .array(let element) = self { return element.core }
    return self
  }
}
