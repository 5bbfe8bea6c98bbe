internal import Diagnostics
internal import SchemaModel

extension ModelImport {
  private static let attributeAttributes: Set = [
    "name", "attributeType", "optional", "transient", "defaultValueString",
    "defaultDateTimeInterval", "usesScalarValueType", "minValueString", "maxValueString",
    "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString",
    "valueTransformerName", "customClassName", "allowsExternalBinaryDataStorage",
    "preserveAfterDeletion", "spotlightIndexingEnabled", "storedInTruthFile", "indexed",
    "elementID", "versionHashModifier", "syncable", "derived", "derivationExpression",
    "renamingIdentifier",
  ]

  /// An attribute of an entity or a composite; nil, with a reported problem, if it is invalid.
  mutating func attribute(
    _ element: MarkupElement, of owner: String, at path: SchemaPath
  ) -> Attribute? {
    let part = "\(owner).\(element.attribute("name")?.value ?? "")"
    let fields = ElementFields(element, of: part, log: log)
    guard let name = requiredName(fields) else { return nil }
    let path = path.appending(name)
    sources.record(element.location, for: path)
    sources.record(fields.location("attributeType"), for: path.appending("type"))
    let isTransient = fields.flag("transient")
    let composite = compositeAttribute(fields)
    let type = type(fields, composite, isTransient: isTransient)
    remarkRest(of: fields, composite)
    guard let type else { return nil }
    var attribute = Attribute(name, type, isOptional: fields.flag("optional"))
    attribute.isTransient = isTransient
    attribute.hashModifier = fields.nonEmpty("versionHashModifier")
    attribute.preservesValueOnDeletion = fields.flag("preserveAfterDeletion")
    attribute.renamedFrom = renamedFrom(fields, at: path)
    attribute.derivation = derivation(fields)
    attribute.storage = storage(fields, type)
    attribute.defaultValue = defaultValue(fields, type).map { .literal($0) }
    readBounds(of: &attribute, fields)
    recordPlaces(fields, at: path)
    return attribute
  }

  private mutating func recordPlaces(_ fields: ElementFields, at path: SchemaPath) {
    let places = [
      ("defaultValueString", "default"), ("defaultDateTimeInterval", "default"),
      ("minValueString", "min"), ("minDateTimeInterval", "min"), ("maxValueString", "max"),
      ("maxDateTimeInterval", "max"), ("regularExpressionString", "pattern"),
      ("allowsExternalBinaryDataStorage", "storage"), ("elementID", "renamedFrom"),
    ]
    for (name, key) in places where fields.text(name) != nil {
      sources.record(fields.location(name), for: path.appending(key))
    }
  }
}

// MARK: - Types

extension ModelImport {
  private func type(
    _ fields: ElementFields, _ composite: MarkupElement.Attribute?, isTransient: Bool
  ) -> AttributeType? {
    let place = fields.location("attributeType")
    switch fields.nonEmpty("attributeType") {
    case nil, CoreDataTypeName.undefined?:
      guard isTransient else {
        log.report(.untyped(attribute: fields.part), at: place)
        return nil
      }
      log.remark(.untypedTransient, of: fields.part, at: place)
      return .transformable
    case CoreDataTypeName.composite?:
      guard let composite else {
        log.report(.unknownComposite(attribute: fields.part), at: place)
        return nil
      }
      return .composite(composite.value)
    case let name?:
      if let type = CoreDataTypeName.type(named: name) { return type }
      let meant = nearest(to: name, among: CoreDataTypeName.all.map(\.name))
      log.report(
        .unknownType(name, attribute: fields.part), at: place,
        notes: meant.map { [.init("did you mean '\($0)'?")] } ?? [])
      return nil
    }
  }

  /// The attribute that names the composite.
  ///
  /// The attribute's own name is not documented, so it is recognised by its value, which is a composite's
  /// name.
  private func compositeAttribute(_ fields: ElementFields) -> MarkupElement.Attribute? {
    guard fields.text("attributeType") == CoreDataTypeName.composite else { return nil }
    return fields.element.attributes.first {
      !Self.attributeAttributes.contains($0.name) && schema.composite(named: $0.value) != nil
    }
  }
}

// MARK: - Values

extension ModelImport {
  private func derivation(_ fields: ElementFields) -> String? {
    guard fields.flag("derived") || fields.nonEmpty("derivationExpression") != nil else {
      return nil
    }
    if let expression = fields.nonEmpty("derivationExpression") { return expression }
    log.report(
      .missingAttribute("derivationExpression", element: "attribute"),
      at: fields.location("derived"))
    return nil
  }

  private func storage(_ fields: ElementFields, _ type: AttributeType) -> Attribute.Storage {
    guard fields.flag("allowsExternalBinaryDataStorage") else { return .inline }
    if type == .data { return .external }
    log.remark(
      .externalStorage, of: fields.part, at: fields.location("allowsExternalBinaryDataStorage"))
    return .inline
  }

  /// The default; for a date, a number of seconds takes precedence over a text.
  private func defaultValue(_ fields: ElementFields, _ type: AttributeType) -> Literal? {
    if type == .date, let date = date(fields, "defaultDateTimeInterval", .misfitDefault) {
      return date
    }
    guard let text = fields.text("defaultValueString"), !text.isEmpty || type == .string else {
      return nil
    }
    return literal(fields, "defaultValueString", .defaultValue, misfit: .misfitDefault) {
      LiteralText.value($0, as: type)
    }
  }

  private func readBounds(of attribute: inout Attribute, _ fields: ElementFields) {
    let type = attribute.type
    if type == .date {
      attribute.minimum = date(fields, "minDateTimeInterval", .misfitBound)
      attribute.maximum = date(fields, "maxDateTimeInterval", .misfitBound)
    }
    attribute.minimum = attribute.minimum ?? bound(fields, "minValueString", of: type)
    attribute.maximum = attribute.maximum ?? bound(fields, "maxValueString", of: type)
    dropCrossedBounds(of: &attribute, fields)
    dropBounds(thatExclude: attribute.defaultValue, of: &attribute, fields)
    addPattern(to: &attribute, fields)
  }

  /// Adds a pattern, unless it is unusable: Core Data uses ICU, which accepts some expressions that are
  /// invalid here.
  private func addPattern(to attribute: inout Attribute, _ fields: ElementFields) {
    guard let text = fields.nonEmpty("regularExpressionString") else { return }
    let place = fields.location("regularExpressionString")
    guard attribute.type == .string else {
      return log.remark(.bound, of: fields.part, text, at: place)
    }
    guard let pattern = try? Pattern(text) else {
      return log.remark(.expression, of: fields.part, text, at: place)
    }
    if case .literal(.string(let value))? = attribute.defaultValue, pattern.matches(value) != true {
      return log.remark(.bound, of: fields.part, text, at: place)
    }
    attribute.pattern = text
  }

  private func bound(_ fields: ElementFields, _ name: String, of type: AttributeType) -> Literal? {
    literal(fields, name, .bound, misfit: .misfitBound) { LiteralText.bound($0, of: type) }
  }

  /// Drops bounds that exclude every value, because no object could be saved with them.
  private func dropCrossedBounds(of attribute: inout Attribute, _ fields: ElementFields) {
    guard let minimum = attribute.minimum?.measure(), let maximum = attribute.maximum?.measure(),
      maximum < minimum
    else { return }
    (attribute.minimum, attribute.maximum) = (nil, nil)
    let (low, high) =
      attribute.type == .date
      ? ("minDateTimeInterval", "maxDateTimeInterval") : ("minValueString", "maxValueString")
    let (lowest, highest) = (fields.text(low) ?? "", fields.text(high) ?? "")
    log.remark(
      .misfitBound, of: fields.part, "'\(lowest)' is above the maximum '\(highest)'",
      at: fields.location(low))
    log.remark(
      .misfitBound, of: fields.part, "'\(highest)' is below the minimum '\(lowest)'",
      at: fields.location(high))
  }

  /// Drops a bound that excludes the default: Core Data checks bounds only when it saves.
  private func dropBounds(
    thatExclude value: DefaultValue?, of attribute: inout Attribute, _ fields: ElementFields
  ) {
    guard case .literal(let literal)? = value,
      let measure = literal.measure(isLength: attribute.type == .string)
    else { return }
    if let minimum = attribute.minimum?.measure(), measure < minimum {
      attribute.minimum = nil
      for name in ["minValueString", "minDateTimeInterval"] { fields.remark(name, .bound) }
    }
    if let maximum = attribute.maximum?.measure(), measure > maximum {
      attribute.maximum = nil
      for name in ["maxValueString", "maxDateTimeInterval"] { fields.remark(name, .bound) }
    }
  }

  private func date(
    _ fields: ElementFields, _ name: String, _ misfit: ImportRemark.Subject
  ) -> Literal? {
    literal(fields, name, misfit, misfit: misfit) { text in
      guard let seconds = Double(text), seconds.isFinite else {
        return .misfit(expected: "a number of seconds")
      }
      return .literal(.date(seconds + coreDataEpoch))
    }
  }

  /// A parsed value; nil, with a remark, if the text is not a value.
  ///
  /// The model is still imported: its stored objects are valid, and apps have been released with such models.
  private func literal(
    _ fields: ElementFields, _ name: String, _ unsupported: ImportRemark.Subject,
    misfit: ImportRemark.Subject, read: (String) -> LiteralText.Reading
  ) -> Literal? {
    guard let text = fields.text(name), !text.isEmpty || misfit == .misfitDefault else {
      return nil
    }
    let place = fields.location(name)
    switch read(text) {
    case .literal(let literal): return literal
    case .misfit(let expected):
      log.remark(misfit, of: fields.part, "'\(text)' is not \(expected)", at: place)
    case .unsupported: log.remark(unsupported, of: fields.part, text, at: place)
    }
    return nil
  }
}

// MARK: - Other fields

extension ModelImport {
  private func remarkRest(of fields: ElementFields, _ composite: MarkupElement.Attribute?) {
    fields.remark("usesScalarValueType", .scalarType)
    fields.remark("valueTransformerName", .valueTransformer)
    fields.remark("customClassName", .valueClass)
    for name in ["spotlightIndexingEnabled", "storedInTruthFile"] where fields.flag(name) {
      log.remark(.spotlight, of: fields.part, "\(name)=\"YES\"", at: fields.location(name))
    }
    remarkSync(fields)
    fields.remarkUserInfo()
    let link: Set = composite.map { [$0.name] } ?? []
    fields.remarkUnknown(
      attributes: Self.attributeAttributes.union(link), elements: ["userInfo"])
  }
}

extension Literal {
  /// The number that bounds are compared with: a number, the seconds of a date, or the length of a text.
  fileprivate func measure(isLength: Bool = false) -> Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number), .date(let number): number
    case .string(let text): isLength ? Double(text.count) : Double(text)
    case .bool, .data, .array, .object: nil
    }
  }
}
