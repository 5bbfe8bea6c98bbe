internal import Diagnostics
internal import Digests
internal import SchemaModel

extension CompiledModelImport {
  /// An attribute; nil, with a reported problem, if it cannot be imported.
  mutating func attribute(
    _ object: PropertyList, _ name: String, of owner: String
  ) -> Attribute? {
    let part = "\(owner).\(name)"
    let isTransient = archive.flag("NSIsTransient", of: object)
    guard let type = type(of: object, name, owner, isTransient: isTransient) else { return nil }
    var attribute = Attribute(name, type, isOptional: archive.flag("NSIsOptional", of: object))
    attribute.isTransient = isTransient
    attribute.hashModifier = archive.text("NSVersionHashModifier", of: object)
    attribute.renamedFrom = archive.text("NSRenamingIdentifier", of: object)
      .flatMap { $0 == name ? nil : $0 }
    attribute.derivation = derivation(of: object)
    let flags = archive.integer("NSFlagsKey", of: object) ?? 0
    attribute.preservesValueOnDeletion = flags & 16 != 0
    if flags & 4 != 0, type == .data { attribute.storage = .external }
    if flags & 4 != 0, type != .data { log.remark(.externalStorage, of: part, at: nil) }
    attribute.defaultValue = defaultValue(of: object, type, part)
    remarkRest(of: object, part)
    return attribute
  }

  private func remarkRest(of object: PropertyList, _ part: String) {
    if let name = archive.text("NSValueTransformerName", of: object) {
      log.remark(.valueTransformer, of: part, name, at: nil)
    }
    for _ in archive.list("NSValidationPredicates", of: object) {
      log.remark(.expression, of: part, "validation predicate", at: nil)
    }
    remarkUserInfo(of: object, part)
  }

  private mutating func type(
    of object: PropertyList, _ name: String, _ owner: String, isTransient: Bool
  ) -> AttributeType? {
    let part = "\(owner).\(name)"
    switch archive.integer("NSAttributeType", of: object) ?? 0 {
    case Self.compositeNumber: return composite(object, name, owner)
    case 0 where isTransient:
      log.remark(.untypedTransient, of: part, at: nil)
      return .transformable
    case 0:
      log.report(.untyped(attribute: part), at: nil)
      return nil
    case let code:
      if let type = Self.types[code] { return type }
      log.report(.unknownType(String(code), attribute: part), at: nil)
      return nil
    }
  }

  /// The type number of composites.
  static let compositeNumber = 2100

  /// The types by Core Data's numbers (`NSAttributeType`).
  static let types: [Int: AttributeType] = [
    100: .int16, 200: .int32, 300: .int64, 400: .decimal, 500: .double, 600: .float,
    700: .string, 800: .bool, 900: .date, 1000: .data, 1100: .uuid, 1200: .url,
    1800: .transformable,
  ]

  /// A composite, which has no name in an archive and is therefore named after its attribute.
  private mutating func composite(
    _ object: PropertyList, _ name: String, _ owner: String
  ) -> AttributeType? {
    let own = name.prefix(1).uppercased() + name.dropFirst()
    var elements: [Attribute] = []
    for element in archive.list("NSCompositeElements", of: object) {
      guard let elementName = archive.text("NSPropertyName", of: element),
        let attribute = attribute(element, elementName, of: "\(owner).\(name)")
      else { continue }
      elements.append(attribute)
    }
    let candidates = [own, "\(owner)\(own)"]
    for candidate in candidates where schema.composite(named: candidate)?.elements == elements {
      return .composite(candidate)
    }
    guard let free = candidates.first(where: { schema.composite(named: $0) == nil }) else {
      log.report(.unknownComposite(attribute: "\(owner).\(name)"), at: nil)
      return nil
    }
    schema.composites.append(Composite(free, elements: elements))
    return .composite(free)
  }

  // MARK: Values

  private func defaultValue(
    of object: PropertyList, _ type: AttributeType, _ part: String
  ) -> DefaultValue? {
    guard let value = archive.value("NSDefaultValue", of: object) else { return nil }
    if let literal = literal(value, type) { return .literal(literal) }
    let text = archive.className(of: value).map { "a \($0)" } ?? "a value"
    log.remark(.defaultValue, of: part, text, at: nil)
    return nil
  }

  private func literal(_ value: PropertyList, _ type: AttributeType) -> Literal? {
    switch (type, value) {
    case (.bool, .bool(let isTrue)): .bool(isTrue)
    case (.bool, .integer(let number)): .bool(number != 0)
    case (.int16, .integer(let number)): Int16(exactly: number).map { .int(Int64($0)) }
    case (.int32, .integer(let number)): Int32(exactly: number).map { .int(Int64($0)) }
    case (.int64, .integer(let number)): .int(number)
    case (.int16, .real(let number)): Int16(exactly: number).map { .int(Int64($0)) }
    case (.int32, .real(let number)): Int32(exactly: number).map { .int(Int64($0)) }
    case (.int64, .real(let number)): Int64(exactly: number).map { .int($0) }
    case (.float, .real(let number)), (.double, .real(let number)): .double(number)
    case (.float, .integer(let number)), (.double, .integer(let number)): .double(Double(number))
    case (.decimal, .integer(let number)): .string(String(number))
    case (.decimal, _): decimal(value).map { .string($0) }
    case (.string, _): archive.text(value).map { .string($0) }
    case (.date, .date(let seconds)): .date(seconds + coreDataEpoch)
    case (.date, _): seconds(value).map { .date($0 + coreDataEpoch) }
    case (.uuid, _): uuid(value).map { .string($0) }
    case (.url, _): archive.text("NS.relative", of: value).map { .string($0) }
    case (.data, .data(let bytes)): .data(bytes)
    case (.data, _): value["NS.data"]?.bytes.map { .data($0) }
    default: nil
    }
  }

  private func seconds(_ value: PropertyList) -> Double? {
    switch value["NS.time"] {
    case .real(let seconds): seconds
    case .integer(let seconds): Double(seconds)
    default: nil
    }
  }

  private func uuid(_ value: PropertyList) -> String? {
    guard let bytes = value["NS.uuidbytes"]?.bytes, bytes.count == 16 else { return nil }
    let digits = Array(bytes.hexadecimal.uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  /// A decimal number: up to four words of 16 bits, an exponent of ten and a sign.
  private func decimal(_ value: PropertyList) -> String? {
    guard let mantissa = value["NS.mantissa"]?.bytes,
      let exponent = value["NS.exponent"]?.integer,
      let length = value["NS.length"]?.integer, (0...4).contains(length),
      mantissa.count >= Int(length) * 2
    else { return nil }
    let isLittleEndian = value["NS.mantissa.bo"]?.integer != 2
    var number: UInt64 = 0
    for position in stride(from: Int(length) - 1, through: 0, by: -1) {
      let (first, second) = (mantissa[2 * position], mantissa[2 * position + 1])
      let (low, high) = isLittleEndian ? (first, second) : (second, first)
      number = number << 16 | UInt64(high) << 8 | UInt64(low)
    }
    let sign = archive.flag("NS.negative", of: value) ? "-" : ""
    return sign + String(number) + (exponent == 0 ? "" : "e\(exponent)")
  }

  // MARK: Derivations

  /// The expression in the notation of a model file; `?` if it is unknown.
  private func derivation(of object: PropertyList) -> String? {
    guard archive.className(of: object) == "NSDerivedAttributeDescription" else { return nil }
    return archive.value("NSDerivationExpression", of: object).flatMap { expression($0) } ?? "?"
  }

  private func expression(_ object: PropertyList) -> String? {
    switch archive.className(of: object) {
    case "NSKeyPathSpecifierExpression": return archive.text("NSKeyPath", of: object)
    case "NSKeyPathExpression":
      return archive.list("NSArguments", of: object).first.flatMap { expression($0) }
    case "NSFunctionExpression":
      guard let name = archive.text("NSSelectorName", of: object) else { return nil }
      let arguments = archive.list("NSArguments", of: object).compactMap { expression($0) }
      switch (name, arguments.first) {
      case ("count:", let path?): return "\(path).@count"
      case ("sum:", let path?): return "\(path).@sum"
      default: return "\(name)(\(arguments.joined(separator: ", ")))"
      }
    default: return nil
    }
  }
}
