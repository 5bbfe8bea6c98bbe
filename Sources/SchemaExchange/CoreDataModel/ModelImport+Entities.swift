internal import Diagnostics
internal import SchemaModel

extension ModelImport {
  private static let entityAttributes: Set = [
    "name", "representedClassName", "codeGenerationType", "parentEntity", "isAbstract",
    "elementID", "versionHashModifier", "syncable", "renamingIdentifier",
    "coreSpotlightDisplayNameExpression", "spotlightDisplayNameExpression",
  ]
  private static let entityElements: Set = [
    "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
    "uniquenessConstraints", "userInfo",
  ]

  /// An entity; nil, with a reported problem, if it has no name.
  mutating func entity(_ element: MarkupElement) -> Entity? {
    let fields = ElementFields(element, of: element.attribute("name")?.value ?? "", log: log)
    guard let name = requiredName(fields) else { return nil }
    let path = SchemaPath.entity(name)
    sources.record(element.location, for: path)
    if fields.text("parentEntity") != nil {
      sources.record(fields.location("parentEntity"), for: path.appending("parent"))
    }
    var entity = Entity(
      name, parent: fields.nonEmpty("parentEntity"), isAbstract: fields.flag("isAbstract"),
      renamedFrom: renamedFrom(fields, at: path),
      hashModifier: fields.nonEmpty("versionHashModifier"))
    entity.attributes = element.children(named: "attribute").compactMap {
      attribute($0, of: name, at: path.appending("attributes"))
    }
    entity.relationships = element.children(named: "relationship").compactMap {
      relationship($0, of: name)
    }
    readLists(of: &entity, element)
    remarkRest(of: fields, entity)
    return entity
  }

  /// The previous name, which a renamed part keeps in its `elementID`; nil if it equals the name.
  func renamedFrom(_ fields: ElementFields, at path: SchemaPath) -> String? {
    fields.remark("renamingIdentifier", .renamingIdentifier)
    return fields.nonEmpty("elementID").flatMap { $0 == fields.text("name") ? nil : $0 }
  }

  /// Adds a remark on `syncable="NO"`; parts of a model are syncable by default.
  func remarkSync(_ fields: ElementFields) {
    guard fields.text("syncable") != nil, !fields.flag("syncable") else { return }
    log.remark(.sync, of: fields.part, at: fields.location("syncable"))
  }

  private func remarkRest(of fields: ElementFields, _ entity: Entity) {
    fields.remark("representedClassName", .className)
    fields.remark("codeGenerationType", .codeGeneration)
    for name in ["coreSpotlightDisplayNameExpression", "spotlightDisplayNameExpression"] {
      guard let value = fields.nonEmpty(name) else { continue }
      log.remark(.spotlight, of: fields.part, "\(name)=\"\(value)\"", at: fields.location(name))
    }
    remarkSync(fields)
    for element in fields.element.children(named: "fetchedProperty") {
      let name = element.attribute("name")?.value ?? ""
      log.remark(.fetchedProperty, of: "\(entity.name).\(name)", at: element.location)
    }
    fields.remarkUserInfo()
    fields.remarkUnknown(attributes: Self.entityAttributes, elements: Self.entityElements)
  }
}
