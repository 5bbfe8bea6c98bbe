internal import Diagnostics
internal import SchemaModel

extension ModelImport {
  private static let relationshipAttributes: Set = [
    "name", "optional", "transient", "toMany", "minCount", "maxCount", "ordered", "deletionRule",
    "destinationEntity", "inverseName", "inverseEntity", "indexed", "elementID",
    "versionHashModifier", "syncable", "renamingIdentifier", "spotlightIndexingEnabled",
    "storedInTruthFile",
  ]

  /// The delete rules by their names in model files.
  static let deleteRules: [(name: String, rule: DeleteRule)] = [
    ("Nullify", .nullify), ("Cascade", .cascade), ("Deny", .deny), ("No Action", .noAction),
  ]

  /// A relationship of an entity; nil if it is invalid or transient.
  ///
  /// An invalid relationship is reported as a problem.
  mutating func relationship(_ element: MarkupElement, of owner: String) -> Relationship? {
    let part = "\(owner).\(element.attribute("name")?.value ?? "")"
    let fields = ElementFields(element, of: part, log: log)
    guard let name = requiredName(fields) else { return nil }
    remarkRest(of: fields)
    if fields.flag("ordered"), !fields.flag("toMany") {
      log.remark(.orderedToOne, of: part, at: fields.location("ordered"))
    }
    guard !fields.flag("transient") else {
      log.remark(.transientRelationship, of: part, at: fields.location("transient"))
      return nil
    }
    guard let destination = fields.nonEmpty("destinationEntity") else {
      log.report(.noDestination(relationship: part), at: element.location)
      return nil
    }
    let isToMany = fields.flag("toMany")
    let path = SchemaPath.property(name, of: owner, .relationships)
    var relationship = Relationship(
      name, isToMany ? .toMany : .toOne, destination, isOptional: fields.flag("optional"))
    relationship.inverse = fields.nonEmpty("inverseName")
    relationship.declaredDeleteRule = deleteRule(fields)
    relationship.isOrdered = isToMany && fields.flag("ordered")
    relationship.renamedFrom = renamedFrom(fields, at: path)
    relationship.hashModifier = fields.nonEmpty("versionHashModifier")
    readCounts(of: &relationship, fields)
    recordPlaces(of: relationship, fields, at: path)
    return relationship
  }

  private mutating func recordPlaces(
    of relationship: Relationship, _ fields: ElementFields, at path: SchemaPath
  ) {
    sources.record(fields.element.location, for: path)
    let places = [
      ("destinationEntity", relationship.cardinality.rawValue), ("inverseName", "inverse"),
      ("deletionRule", "delete"), ("ordered", "ordered"), ("minCount", "min"),
      ("maxCount", "max"), ("elementID", "renamedFrom"),
    ]
    for (name, key) in places where fields.text(name) != nil {
      sources.record(fields.location(name), for: path.appending(key))
    }
  }

  /// Reads the minimum and the maximum number of linked objects.
  ///
  /// A missing maximum or minimum is written as 0 or not at all. A to-one has a maximum of 1.
  private func readCounts(of relationship: inout Relationship, _ fields: ElementFields) {
    relationship.minimumCount = fields.count("minCount").flatMap { $0 == 0 ? nil : $0 }
    let maximum = fields.count("maxCount").flatMap { $0 == 0 ? nil : $0 }
    if relationship.cardinality == .toMany {
      relationship.maximumCount = maximum
    } else if let maximum, maximum != 1 {
      log.report(
        .contradictoryCount(maximum, relationship: fields.part), at: fields.location("maxCount"))
    }
  }

  private func deleteRule(_ fields: ElementFields) -> DeleteRule? {
    guard let text = fields.nonEmpty("deletionRule") else { return nil }
    if let rule = Self.deleteRules.first(where: { $0.name == text })?.rule { return rule }
    log.report(
      .invalidValue(
        text, attribute: "deletionRule", expected: "Nullify, Cascade, Deny or No Action"),
      at: fields.location("deletionRule"))
    return nil
  }

  private func remarkRest(of fields: ElementFields) {
    for name in ["spotlightIndexingEnabled", "storedInTruthFile"] where fields.flag(name) {
      log.remark(.spotlight, of: fields.part, "\(name)=\"YES\"", at: fields.location(name))
    }
    remarkSync(fields)
    fields.remarkUserInfo()
    fields.remarkUnknown(attributes: Self.relationshipAttributes, elements: ["userInfo"])
  }
}
