internal import SchemaModel

/// The Swift types and values of one version.
struct SwiftDataValues {
  let schema: Schema
  /// The names of the version's own types, which hide types of the platform.
  private let taken: Set<String>
  /// The names that are generated for inline enumerations, by their entity and attribute.
  private(set) var inlineNames: [String: String] = [:]

  /// The types and values of a version.
  init(_ schema: Schema) {
    self.schema = schema
    taken = Set(
      schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.composites.map(\.name))
    var used = taken.union(Self.platformTypes)
    for (key, attribute) in Self.inlineEnumerations(in: schema) {
      var name = SwiftSpelling.typeName(attribute.name)
      if used.contains(name) {
        name = SwiftSpelling.typeName(key.replacing(".", with: "_"))
      }
      while !used.insert(name).inserted { name += "Value" }
      inlineNames[key] = name
    }
  }

  /// The inline enumerations of attributes, with their generated names.
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

  /// The types of the platform that the source of a version uses.
  private static let platformTypes: Set = [
    "Bool", "Codable", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32",
    "NSNull", "NSObject", "PersistentModel", "Schema", "String", "URL", "UUID",
  ]

  /// The modules of the platform that the source needs to name, but that the version's own names hide.
  var hiddenModules: [String] {
    guard !taken.isDisjoint(with: Self.platformTypes) else { return [] }
    return ["Foundation", "Swift", "SwiftData"].filter(taken.contains)
  }

  /// A type of the platform, prefixed by its module if the version has a type with the same name.
  func platform(_ name: String, in module: String = "Foundation") -> String {
    taken.contains(name) ? "\(module).\(name)" : name
  }

  /// The type of an entity's attribute, with `?` if it is optional.
  func type(of attribute: Attribute, in owner: String) -> String {
    // The attribute macro applies to a transformable value itself, but not to the elements of a list.
    attribute.type == .transformable
      ? platform("NSObject") + (attribute.isOptional ? "?" : "")
      : plainType(of: attribute, in: owner)
  }

  /// The type of a composite's element, which is encoded together with the composite, with `?` if it is
  /// optional.
  func plainType(of attribute: Attribute, in owner: String) -> String {
    type(attribute.type, "\(owner).\(attribute.name)") + (attribute.isOptional ? "?" : "")
  }

  private func type(_ type: AttributeType, _ key: String) -> String {
    switch type {
    case .string: platform("String", in: "Swift")
    case .int16: platform("Int16", in: "Swift")
    case .int32: platform("Int32", in: "Swift")
    case .int64: platform("Int", in: "Swift")
    case .bool: platform("Bool", in: "Swift")
    case .float: platform("Float", in: "Swift")
    case .double: platform("Double", in: "Swift")
    case .decimal: platform("Decimal")
    case .date: platform("Date")
    case .uuid: platform("UUID")
    case .url: platform("URL")
    case .data, .transformable: platform("Data")
    case .array(let element): "[\(self.type(element, key))]"
    case .enumeration(.named(let name)), .composite(let name): SwiftSpelling.name(name)
    case .enumeration(.inline): inlineNames[key] ?? platform("String", in: "Swift")
    }
  }

  // MARK: Values

  /// The initial value of an entity's attribute; nil if it has none, or if Swift source cannot express it.
  ///
  /// A required transformable with a default gets an `NSNull`, which any transformer accepts. The platform
  /// needs a value if a later version adds the attribute, but the class of the value is unknown.
  func value(of attribute: Attribute, in owner: String) -> SwiftPiece? {
    guard attribute.type == .transformable else { return plainValue(of: attribute, in: owner) }
    let isNeeded = attribute.defaultValue != nil && !attribute.isOptional
    return isNeeded ? .call(platform("NSNull"), []) : nil
  }

  /// The initial value of a composite's element; nil if it has none, or if Swift source cannot express it.
  func plainValue(of attribute: Attribute, in owner: String) -> SwiftPiece? {
    switch attribute.defaultValue {
    case nil, .computed: nil
    case .newUUID:
      .call(platform("UUID"), [], suffix: attribute.type == .string ? ".uuidString" : "")
    case .now: .member(platform("Date"), "now")
    case .literal(let literal): value(literal, attribute.type, "\(owner).\(attribute.name)")
    }
  }

  private func value(_ literal: Literal, _ type: AttributeType, _ key: String) -> SwiftPiece? {
    switch (type, literal) {
    case (.string, .string(let text)): .text(text)
    case (.bool, .bool(let value)): .word("\(value)")
    case (.int16, .int(let value)), (.int32, .int(let value)), (.int64, .int(let value)),
      (.float, .int(let value)), (.double, .int(let value)):
      .word(SwiftSpelling.integer(value))
    case (.float, .double(let value)), (.double, .double(let value)):
      .word(SwiftSpelling.number(value))
    case (.decimal, .string(let text)): decimal(text).map { .word($0) }
    case (.date, .date(let seconds)):
      made("Date", "timeIntervalSince1970", .word(SwiftSpelling.number(seconds)))
    case (.uuid, .string(let text)): made("UUID", "uuidString", .text(text), suffix: "!")
    case (.url, .string(let text)): made("URL", "string", .text(text), suffix: "!")
    case (.data, .data(let bytes)), (.transformable, .data(let bytes)):
      .call(
        platform("Data"),
        bytes.isEmpty ? [] : [.init(nil, .list(bytes.map { .word("\($0)") }))])
    case (.array(let element), .array(let values)): list(values, element, key)
    case (.enumeration, .string(let name)):
      .member(self.type(type, key), SwiftSpelling.name(name))
    case (.composite(let name), .object(let members)): object(members, name)
    default: nil
    }
  }

  /// A value of a platform type, created from a single argument.
  private func made(
    _ type: String, _ label: String, _ value: SwiftPiece, suffix: String = ""
  ) -> SwiftPiece {
    .call(platform(type), [.init(label, value)], suffix: suffix)
  }

  /// A decimal number as a literal; nil if a Swift literal cannot represent it exactly.
  private func decimal(_ text: String) -> String? {
    let digits = text.filter(\.isNumber)
    guard digits.count <= 15, !text.contains(where: { "eE".contains($0) }) else { return nil }
    return Int64(text).map(SwiftSpelling.integer) ?? text
  }

  private func list(
    _ values: [Literal], _ element: AttributeType, _ key: String
  ) -> SwiftPiece? {
    let elements = values.compactMap { value($0, element, key) }
    return elements.count == values.count ? .list(elements) : nil
  }

  /// A struct that is created with the values that differ from its defaults.
  private func object(_ members: [String: Literal], _ name: String) -> SwiftPiece? {
    guard let composite = schema.composite(named: name) else { return nil }
    var arguments: [SwiftPiece.Argument] = []
    for element in composite.elements {
      guard let literal = members[element.name] else { continue }
      if element.defaultValue == .literal(literal) { continue }
      guard let value = value(literal, element.type, "\(name).\(element.name)") else { return nil }
      arguments.append(.init(SwiftSpelling.label(element.name), value))
    }
    return .call(SwiftSpelling.name(name), arguments)
  }
}

extension AttributeType {
  /// The type itself, or the innermost element type of a list.
  var core: AttributeType {
    if case .array(let element) = self { return element.core }
    return self
  }
}
