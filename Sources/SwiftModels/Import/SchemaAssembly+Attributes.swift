internal import Diagnostics
internal import SchemaModel

extension SchemaAssembly {
  /// The attribute of a property that leads to no model; nil if no model can store the property.
  mutating func attribute(
    _ property: StoredProperty, _ type: SwiftType, of entity: String
  ) -> Attribute? {
    let name = "\(entity).\(property.facts.name)"
    let facts = property.attribute("Attribute")
    let options = facts?.options ?? []
    let form: AttributeType?
    if options.contains("transformable") {
      form = .transformable
    } else if property.isTransient {
      form = transientType(type)
    } else if options.contains("codable") {
      form = .transformable
      report(.unknownStorage("kept as one encoded value", property: name), property)
    } else {
      form = attributeType(type, property, named: name)
    }
    guard let form else { return nil }
    for option in options { reportIfLeftOut(option, name, property, form) }
    var attribute = Attribute(property.facts.name, form, isOptional: type.isOptional)
    attribute.isTransient = property.isTransient
    attribute.storage = options.contains("externalStorage") && form == .data ? .external : .inline
    attribute.preservesValueOnDeletion = options.contains("preserveValueOnDeletion")
    attribute.renamedFrom = facts?.text("originalName")
    attribute.hashModifier = facts?.text("hashModifier")
    attribute.documentation = property.facts.documentation
    switch sourceDefault(of: property, type, as: form) {
    case .none: break
    case .value(let value) where form != .transformable: attribute.defaultValue = value
    case .value where attribute.isTransient, .unread where attribute.isTransient: break
    case .value, .unread:
      unreadDefaults.insert(.property(attribute.name, of: entity, .attributes))
      if form == .transformable {
        standIn(forDefaultOf: &attribute, property, named: name)
      } else {
        standIn(forComputedDefaultOf: &attribute, property, named: name)
      }
    }
    return attribute
  }

  /// Reports an option that is left out, because it does not decide what is stored where.
  private mutating func reportIfLeftOut(
    _ option: String, _ name: String, _ property: StoredProperty, _ form: AttributeType
  ) {
    switch option {
    // Only bytes are stored next to the store.
    case "externalStorage" where form != .data && !property.isTransient:
      report(.leftOut(".externalStorage", property: name), property)
    case "allowsCloudEncryption", "spotlight":
      report(.leftOut(".\(option)", property: name), property)
    case "transformable": report(.leftOut(".transformable(by:)", property: name), property)
    default: break
    }
  }

  /// The default that the initial value of a property gives.
  private func sourceDefault(
    of property: StoredProperty, _ type: SwiftType, as form: AttributeType
  ) -> SourceDefault {
    var read = type
    if case .unseen = type.unwrapped, form == .int64 { read = .scalar(.int64) }
    let scope = Scope(file: property.file, type: property.owner)
    return DefaultReader(program: program, scope: scope)
      .default(of: property.facts.value, read)
  }

  /// Marks an attribute whose default only the running app can compute.
  private mutating func standIn(
    forComputedDefaultOf attribute: inout Attribute, _ property: StoredProperty, named name: String
  ) {
    attribute.defaultValue = .computed
    let type = attribute.type.keyword + (attribute.isOptional ? "?" : "")
    log.report(
      .unreadDefault(property: name, written: "\(attribute.name): \(type) = …"),
      at: location(property.facts.position, property.file), notes: circle(in: property))
  }

  /// Marks an attribute whose default is stored as bytes of an unknown form.
  ///
  /// Without the mark, a required attribute would seem to have no default in the version that adds it.
  private mutating func standIn(
    forDefaultOf attribute: inout Attribute, _ property: StoredProperty, named name: String
  ) {
    if !attribute.isOptional { attribute.defaultValue = .literal(.data([])) }
    log.report(
      .opaqueDefault(property: name, isSaid: !attribute.isOptional),
      at: location(property.facts.position, property.file), notes: circle(in: property))
  }

  /// The note about an initial value that is a circle of constants.
  func circle(in property: StoredProperty) -> [Diagnostic.Note] {
    let scope = Scope(file: property.file, type: property.owner)
    guard let value = property.facts.value,
      let name = SourceConstants(program: program).circle(from: value, in: scope)
    else { return [] }
    return [.init("the constant '\(name)' is made of itself")]
  }

  /// The type of a transient property; nil for a type that no model has, which is left out.
  private mutating func transientType(_ type: SwiftType) -> AttributeType? {
    if case .scalar(let scalar) = type.unwrapped { return scalar.attributeType }
    return nil
  }

  /// The type of an attribute or an element; reports a type that cannot be stored, and returns nil.
  private mutating func attributeType(
    _ type: SwiftType, _ property: StoredProperty, named name: String
  ) -> AttributeType? {
    switch type.unwrapped {
    case .scalar(let scalar): return scalar.attributeType
    case .array(let element):
      if element.isOptional {
        report(.unknownStorage("a list whose elements may be nil", property: name), property)
      }
      return attributeType(element, property, named: name).map { element in
        element == .transformable ? .transformable : .array(element)
      }
    case .set(let element):
      report(.unknownStorage("a set", property: name), property)
      return attributeType(element, property, named: name).map { .array($0) }
    case .dictionary:
      report(.unknownStorage("a dictionary", property: name), property)
      return .transformable
    case .declared(let id):
      return declaredType(SharedTypes.Instance(id: id), property, named: name)
    case .generic(let id, let arguments):
      // `Tree<[Value]>` within `Tree<Value>` would never end.
      guard arguments.allSatisfy({ $0.depth < Self.genericDepthLimit }) else {
        report(.unstorableType("\(program.qualifiedName(of: id))<…>", property: name), property)
        return nil
      }
      let type = SharedTypes.Instance(id: id, arguments: arguments)
      return declaredType(type, property, named: name)
    case .unseen(let text) where Self.integers.contains(text):
      report(.unknownStorage("a '\(text)'", property: name), property)
      return .int64
    case .unseen(let text) where Self.isPlatformType(text):
      report(.unknownStorage("a '\(text)', a type of the platform", property: name), property)
      return .transformable
    case .unseen(let text):
      report(.unseenType(text, property: name), property)
      return .composite(Self.identifier(text))
    case .unstorable(let text):
      report(
        program.declaresAlias(text)
          ? .circularAlias(text, property: name) : .unstorableType(text, property: name), property)
      return nil
    case .optional: return nil
    }
  }

  private mutating func declaredType(
    _ type: SharedTypes.Instance, _ property: StoredProperty, named name: String
  ) -> AttributeType? {
    switch program[type.id].facts.kind {
    case .enum: return enumeration(type, property, named: name)
    case .struct: return .composite(composite(type))
    case .class where program.conforms(type.id, to: "Codable"):
      report(.unknownStorage("an object that encodes itself", property: name), property)
      return .transformable
    case .class, .actor, .protocol:
      report(.unstorableType(program.qualifiedName(of: type.id), property: name), property)
      return nil
    }
  }

  /// The greatest nesting of generic arguments.
  private static let genericDepthLimit = 16

  /// The integer types of Swift that have no type in the platform's models.
  static let integers: Set = ["Int8", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]

  /// Whether only the platform declares a type, so that no further file could declare it.
  private static func isPlatformType(_ text: String) -> Bool {
    var names = text.prefix { $0 != "<" }.split(separator: ".")
    if names.count > 1, SourceProgram.platformModules.contains(String(names[0])) {
      names.removeFirst()
    }
    // Types nested in a platform type are platform types too: `Locale.Currency`.
    return names.first.map { platformTypes.contains(String($0)) } ?? false
  }

  /// Platform types that are `Codable` and that models use.
  private static let platformTypes: Set = [
    "AttributedString", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector",
    "CLLocationCoordinate2D",
    "Calendar", "CharacterSet", "ClosedRange", "DateComponents", "DateInterval", "Duration",
    "IndexPath", "IndexSet",
    "Locale", "Measurement", "PartialRangeFrom", "PartialRangeThrough", "PersistentIdentifier",
    "PersonNameComponents",
    "Range", "SIMD2", "SIMD3", "SIMD4", "TimeZone", "URLComponents", "UTType", "UnitPoint",
  ]

  /// The name in a type that no file declares, and that is no known platform type.
  static func unseenName(in type: SwiftType) -> String? {
    if let element = type.element { return unseenName(in: element) }
    guard case .unseen(let text) = type.unwrapped, !integers.contains(text), !isPlatformType(text)
    else { return nil }
    return text
  }

  /// A name of letters, digits and underscores, made from any text.
  static func identifier(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  private mutating func report(_ problem: ImportProblem, _ property: StoredProperty) {
    log.report(problem, at: location(property.facts.position, property.file))
  }
}

// MARK: - Structs and enumerations

extension SchemaAssembly {
  /// The name of the composite of a struct; makes the composite on first use.
  private mutating func composite(_ type: SharedTypes.Instance) -> String {
    if let name = shared.name(of: type) { return name }
    let facts = program[type.id].facts
    let name = shared.claim(type, program)
    sources.record(
      location(facts.position, program[type.id].file), for: SchemaPath(["composites", name]))
    let position = shared.reserveComposite(Composite(name, elements: []))
    reportLeftOut(of: type.id)
    var elements: [Attribute] = []
    for property in program.storedProperties(of: type.id, with: type.arguments) {
      if let element = element(property, of: name, type) { elements.append(element) }
    }
    shared.composites[position].elements = elements
    return name
  }

  private mutating func element(
    _ property: StoredProperty, of composite: String, _ owner: SharedTypes.Instance
  ) -> Attribute? {
    let name = "\(composite).\(property.facts.name)"
    guard let type = property.type else {
      let place = location(property.facts.position, property.file)
      log.report(.untypedProperty(name), at: place, notes: circle(in: property))
      noteUnread(
        .element(property.facts.name), of: composite, .type(nil), .untypedProperty(name), place)
      return nil
    }
    let leadsBack = type.element != nil && program.leadsBack(type, to: owner)
    if leadsBack { report(.opaqueList(name, of: composite), property) }
    guard let form = leadsBack ? .data : elementType(type, property, named: name) else {
      return nil
    }
    let isOpaque = form == .data && type.unwrapped != .scalar(.data)
    if let unseen = Self.unseenName(in: type) {
      noteUnread(
        .element(property.facts.name), of: composite, .type(unseen),
        .unseenType(unseen, property: name), location(property.facts.position, property.file))
    }
    sources.record(
      location(property.facts.position, property.file),
      for: SchemaPath(["composites", composite, "attributes", property.facts.name]))
    var element = Attribute(
      property.facts.name, form, isOptional: type.isOptional,
      documentation: property.facts.documentation)
    switch sourceDefault(of: property, type, as: form) {
    case .none: break
    case .value(let value) where !isOpaque: element.defaultValue = value
    case .value, .unread:
      if isOpaque {
        standIn(forDefaultOf: &element, property, named: name)
      } else {
        standIn(forComputedDefaultOf: &element, property, named: name)
      }
    }
    return element
  }

  /// The type of an element; an opaque type becomes data, as the platform stores a list.
  ///
  /// The Swift source made from a schema has data there too, and is read back the same way.
  private mutating func elementType(
    _ type: SwiftType, _ property: StoredProperty, named name: String
  ) -> AttributeType? {
    attributeType(type, property, named: name).map { $0 == .transformable ? .data : $0 }
  }

  private mutating func enumeration(
    _ type: SharedTypes.Instance, _ property: StoredProperty, named name: String
  ) -> AttributeType? {
    let id = type.id
    let cases = program[id].parts.flatMap(\.members.cases)
    guard cases.allSatisfy({ $0.payload.isEmpty }) else {
      return payloads(type, cases, property, named: name)
    }
    if let known = shared.name(of: type) { return .enumeration(.named(known)) }
    let known = shared.claim(type, program)
    let facts = program[id].facts
    sources.record(location(facts.position, program[id].file), for: SchemaPath(["enums", known]))
    reportLeftOut(of: id)
    let form = program.rawForm(of: id)
    if case .unknown(let what, _) = form { report(.unknownStorage(what, property: name), property) }
    shared.enumerations.append(
      Enumeration(
        known, rawType: form.rawType, cases: RawValues.cases(cases, as: form.rawType),
        documentation: facts.documentation))
    return .enumeration(.named(known))
  }

  /// The composite for an enumeration whose cases carry values, with one composite for each case.
  ///
  /// The platform's stored form is not known. The composite keeps the contents, and no hash is claimed.
  private mutating func payloads(
    _ type: SharedTypes.Instance, _ cases: [CaseFacts], _ property: StoredProperty,
    named name: String
  ) -> AttributeType {
    report(.unknownStorage("an enumeration whose cases carry values", property: name), property)
    if let known = shared.name(of: type) { return .composite(known) }
    let owner = type
    let known = shared.claim(type, program)
    let position = shared.reserveComposite(Composite(known, elements: []))
    let scope = program.scope(of: type.id, with: type.arguments)
    var elements: [Attribute] = []
    for item in cases {
      let part = shared.claim("\(known)_\(item.name)")
      let partPosition = shared.reserveComposite(
        Composite(part, elements: [Attribute("isSet", .bool)]))
      var values: [Attribute] = []
      for (place, value) in item.payload.enumerated() {
        let type = program.resolve(value.type, in: scope)
        let isOpaque = program.leadsBack(type, to: owner)
        guard let form = isOpaque ? .data : elementType(type, property, named: name) else {
          continue
        }
        values.append(
          Attribute(value.label ?? "_\(place)", form, isOptional: type.isOptional))
      }
      if !values.isEmpty { shared.composites[partPosition].elements = values }
      elements.append(Attribute(item.name, .composite(part), isOptional: true))
    }
    shared.composites[position].elements = elements
    return .composite(known)
  }
}
