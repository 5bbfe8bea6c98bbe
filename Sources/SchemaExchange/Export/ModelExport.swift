internal import Reports
internal import SchemaModel
internal import StoreLayout

/// Writes one version of a Core Data model as XML.
struct ModelExport {
  /// Remarks on parts that are left out or changed.
  private(set) var remarks: [ExportRemark] = []
  private let schema: Schema
  private let hashes: WrittenHashes

  init(_ schema: Schema) {
    self.schema = schema
    hashes = WrittenHashes(of: schema)
  }

  /// The root element.
  mutating func model() -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "model")
    element.set("type", "com.apple.IDECoreDataModeler.DataModel")
    element.set("documentVersion", "1.0")
    element.set("minimumToolsVersion", "Automatic")
    element.set("sourceLanguage", "Swift")
    element.set("userDefinedModelVersionIdentifier", "\(schema.version)")
    element.children = schema.entities.map { entity($0) } + schema.composites.map { composite($0) }
    for query in schema.queries {
      remark("the query '\(query.name)'", "the query '\(query.name)' is left out")
    }
    remarkHashes()
    return element
  }

  private mutating func remark(_ part: String, _ message: String) {
    remarks.append(ExportRemark(part: part, message))
  }

  /// Adds remarks on entities whose version hashes differ in the exported model, so that stores may not open.
  private mutating func remarkHashes() {
    let kinds = [
      (hashes.others, "is another one", "cannot"), (hashes.untold, "may be another one", "may not"),
    ]
    for (entities, isOther, cannot) in kinds where !entities.isEmpty {
      let names = entities.map { "'\($0)'" }.joined(separator: ", ")
      remark(
        entities[0],
        "the version hash of \(names) \(isOther) here than in stores, which an app with this model "
          + "\(cannot) open")
    }
  }

  private mutating func entity(_ entity: Entity) -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "entity")
    element.set("name", entity.name)
    element.set("representedClassName", entity.name)
    element.set("parentEntity", entity.parent)
    element.set("isAbstract", ifTrue: entity.isAbstract)
    element.set("elementID", entity.renamedFrom)
    element.set("versionHashModifier", entity.hashModifier)
    element.set("syncable", "YES")
    element.set("codeGenerationType", "class")
    element.children = entity.attributes.map { attribute($0, of: entity.name) }
    element.children += entity.relationships.map { relationship($0, of: entity.name) }
    element.children += entity.indexes.map { fetchIndex($0) }
    if !entity.uniquenessConstraints.isEmpty {
      element.children.append(constraints(entity.uniquenessConstraints))
    }
    remarkRest(of: entity)
    return element
  }

  private mutating func remarkRest(of entity: Entity) {
    if entity.documentation != nil {
      remark(entity.name, "the documentation of '\(entity.name)' is left out")
    }
    if let table = entity.table {
      remark(
        entity.name, "'\(entity.name)' is in the table '\(table)', which Core Data names itself")
    }
    for rule in entity.rules {
      remark(entity.name, "the rule '\(rule.name)' of '\(entity.name)' is left out")
    }
  }

  private mutating func composite(_ composite: Composite) -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "compositeAttribute")
    element.set("name", composite.name)
    element.children = composite.elements.map { attribute($0, of: composite.name) }
    return element
  }

  private func fetchIndex(_ index: Index) -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "fetchIndex")
    element.set("name", index.name(on: .coreData))
    element.children = index.elements.map { indexElement in
      var child = MarkupWriter.Element(name: "fetchIndexElement")
      child.set("property", indexElement.property)
      child.set("type", "Binary")
      child.set("order", indexElement.isAscending ? "ascending" : "descending")
      return child
    }
    return element
  }

  private func constraints(_ lists: [[String]]) -> MarkupWriter.Element {
    var element = MarkupWriter.Element(name: "uniquenessConstraints")
    element.children = lists.map { names in
      MarkupWriter.Element(
        name: "uniquenessConstraint",
        children: names.map { .init(name: "constraint", attributes: [("value", $0)]) })
    }
    return element
  }
}

// MARK: - Properties

extension ModelExport {
  private mutating func attribute(
    _ attribute: Attribute, of owner: String
  ) -> MarkupWriter.Element {
    let part = "\(owner).\(attribute.name)"
    var element = MarkupWriter.Element(name: "attribute")
    element.set("name", attribute.name)
    element.set("optional", ifTrue: attribute.isOptional)
    element.set("transient", ifTrue: attribute.isTransient)
    let stored = storedType(of: attribute.type, part, of: owner)
    element.set("attributeType", stored.name)
    element.set("compositeName", stored.composite)
    element.set("derived", ifTrue: attribute.derivation != nil)
    element.set("derivationExpression", attribute.derivation)
    setDefault(of: attribute, part, &element)
    setBounds(of: attribute, &element)
    element.set("regularExpressionString", attribute.pattern)
    element.set("allowsExternalBinaryDataStorage", ifTrue: attribute.storage == .external)
    element.set("preserveAfterDeletion", ifTrue: attribute.preservesValueOnDeletion)
    element.set("elementID", attribute.renamedFrom)
    element.set("versionHashModifier", attribute.hashModifier)
    if attribute.documentation != nil { remark(part, "the documentation of '\(part)' is left out") }
    return element
  }

  /// Core Data's name for the type in which values are stored.
  private mutating func storedType(
    of type: AttributeType, _ part: String, of owner: String
  ) -> (name: String, composite: String?) {
    if case .composite(let name) = type { return (CoreDataTypeName.composite, name) }
    let written = schema.typeInCoreDataModel(type)
    guard let name = CoreDataTypeName.name(of: written) else {
      fatalError("'\(written)' is no type that a model is written with")
    }
    guard written != type else { return (name, nil) }
    let content = if case .array = type { "list" } else { "cases" }
    let isHashed = if case .array = type { false } else { true }
    remark(
      part,
      "'\(part)' is written as \(name), which holds its \(content)"
        + (isHashed && hashes.others.contains(owner)
          ? "; the version hash of '\(owner)' is another one" : ""))
    return (name, nil)
  }

  private mutating func setDefault(
    of attribute: Attribute, _ part: String, _ element: inout MarkupWriter.Element
  ) {
    guard let value = attribute.defaultValue else { return }
    if case .literal(.date(let seconds)) = value {
      element.set("defaultDateTimeInterval", Self.number(seconds - coreDataEpoch))
    } else if case .literal(let literal) = value, let text = text(of: literal, attribute.type) {
      element.set("defaultValueString", text)
    } else {
      remark(part, "the default of '\(part)' is left out")
    }
  }

  private func text(of literal: Literal, _ type: AttributeType) -> String? {
    switch literal {
    case .bool(let isTrue): isTrue ? "YES" : "NO"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): rawValue(of: text, type)
    case .date, .data, .array, .object: nil
    }
  }

  /// The stored value for a case of an enumeration; any other text is unchanged.
  private func rawValue(of text: String, _ type: AttributeType) -> String? {
    guard let cases = schema.cases(of: type) else { return text }
    switch cases.first(where: { $0.name == text })?.rawValue {
    case .int(let number)?: return "\(number)"
    case .string(let text)?: return text
    default: return nil
    }
  }

  private func setBounds(of attribute: Attribute, _ element: inout MarkupWriter.Element) {
    for (bound, word) in [(attribute.minimum, "min"), (attribute.maximum, "max")] {
      if case .date(let seconds)? = bound {
        element.set("\(word)DateTimeInterval", Self.number(seconds - coreDataEpoch))
      } else {
        element.set("\(word)ValueString", bound.flatMap { text(of: $0, attribute.type) })
      }
    }
  }

  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private mutating func relationship(
    _ relationship: Relationship, of owner: String
  ) -> MarkupWriter.Element {
    let isToMany = relationship.cardinality == .toMany
    var element = MarkupWriter.Element(name: "relationship")
    element.set("name", relationship.name)
    element.set("optional", ifTrue: relationship.isOptional)
    element.set("toMany", ifTrue: isToMany)
    element.set("minCount", relationship.minimumCount.map { "\($0)" })
    element.set("maxCount", isToMany ? relationship.maximumCount.map { "\($0)" } : "1")
    element.set(
      "deletionRule", ModelImport.deleteRules.first { $0.rule == relationship.deleteRule }?.name)
    element.set("ordered", ifTrue: relationship.isOrdered)
    element.set("destinationEntity", relationship.destination)
    element.set("inverseName", relationship.inverse)
    element.set("inverseEntity", relationship.inverse.map { _ in relationship.destination })
    element.set("elementID", relationship.renamedFrom)
    element.set("versionHashModifier", relationship.hashModifier)
    let part = "\(owner).\(relationship.name)"
    if relationship.documentation != nil {
      remark(part, "the documentation of '\(part)' is left out")
    }
    return element
  }
}
