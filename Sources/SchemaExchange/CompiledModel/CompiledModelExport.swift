package import SchemaModel
internal import StoreLayout

/// Writes a schema as a compiled model: a keyed archive of an `NSManagedObjectModel`, as in a store.
///
/// Parts that a schema cannot declare are left out: fetch requests, predicates and transformers.
package struct CompiledModelExport {
  let schema: Schema
  var writer = KeyedArchiveWriter()
  /// The reference to each entity's object.
  private var entities: [String: PropertyList] = [:]
  /// The references to the objects of all properties of an entity, including inherited ones.
  private var properties: [String: [String: PropertyList]] = [:]

  /// The bytes of the archive.
  package static func archive(of schema: Schema, labels: [String]) -> [UInt8] {
    var export = Self(schema: schema)
    let root = export.model(labels)
    return export.writer.bytes(root: root)
  }

  private init(schema: Schema) { self.schema = schema }

  private mutating func model(_ labels: [String]) -> PropertyList {
    let model = writer.reserve()
    let sorted = schema.entities.sorted { $0.name < $1.name }
    for entity in sorted {
      entities[entity.name] = writer.reserve()
      let names =
        schema.allAttributes(of: entity.name).map(\.name)
        + schema.allRelationships(of: entity.name).map(\.name)
      for name in names { properties[entity.name, default: [:]][name] = writer.reserve() }
    }
    for entity in sorted { write(entity, of: model) }
    let labels = labels.map { writer.text($0) }
    var fields = [
      "NSEntities": known(sorted.map(\.name)),
      "NSFetchRequestTemplates": KeyedArchiveWriter.null,
      "NSVersionIdentifiers": writer.list("NSSet", labels),
    ]
    if schema.platform == .swiftData {
      let all = writer.list("NSSet", sorted.map { reference(to: $0.name) })
      fields["NSConfigurations"] = writer.dictionary("NSMutableDictionary", [("default", all)])
    }
    writer.write(model, "NSManagedObjectModel", fields)
    return model
  }

  /// The entities by name, in Core Data's form of dictionaries with fixed keys.
  private mutating func known(_ names: [String]) -> PropertyList {
    let keys = writer.list("NSArray", names.map { writer.text($0) })
    let mapping = writer.object(
      "NSKnownKeysMappingStrategy1",
      ["length": .integer(Int64(names.count)), "keys": keys, "version": .integer(1)])
    return writer.object(
      "NSKnownKeysDictionary1",
      [
        "values": writer.list("NSArray", names.map { reference(to: $0) }),
        "searchMapping": mapping,
        "emptyToken": writer.text("__empty_slot_token_4c24_98dc_ac1e_b773__"),
        "version": .integer(1),
      ])
  }

  private func reference(to entity: String?) -> PropertyList {
    entity.flatMap { entities[$0] } ?? KeyedArchiveWriter.null
  }

  private func reference(to property: String?, of entity: String) -> PropertyList {
    property.flatMap { properties[entity]?[$0] } ?? KeyedArchiveWriter.null
  }
}

// MARK: - Entities

extension CompiledModelExport {
  private mutating func write(_ entity: Entity, of model: PropertyList) {
    let name = entity.name
    for attribute in schema.allAttributes(of: name) {
      write(attribute, at: reference(to: attribute.name, of: name), of: name)
    }
    for relationship in schema.allRelationships(of: name) { write(relationship, of: name) }
    let members = (properties[name] ?? [:]).sorted { $0.key < $1.key }
    let children = schema.children(of: name).map(\.name).sorted()
    var fields = [
      "NSEntityName": writer.text(name),
      "NSClassNameForEntity": writer.text(schema.platform == .swiftData ? nil : name),
      "NSManagedObjectModel": model,
      "NSProperties": writer.dictionary(
        "NSMutableDictionary", members.map { ($0.key, $0.value) }),
      "NSRenamingIdentifier": writer.text(entity.renamedFrom ?? name),
      "NSSubentities": writer.dictionary(
        "NSMutableDictionary", children.map { ($0, reference(to: $0)) }),
      "NSSuperentity": reference(to: entity.parent),
      "NSUserInfo": writer.dictionary("NSDictionary", []),
      "NSVersionHashModifier": writer.text(entity.hashModifier),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
    if !entity.uniquenessConstraints.isEmpty || schema.platform == .swiftData {
      fields["NSUniqueTuples"] = names(entity.uniquenessConstraints)
    }
    if !entity.indexes.isEmpty {
      let indexes = entity.indexes.map { fetchIndex($0, of: name) }
      fields["NSFetchIndexDescriptions"] = writer.list("NSMutableArray", indexes)
      let lists = entity.indexes.map { $0.elements.map(\.property) }
      fields["NSCompoundIndexes"] = names(lists.filter { $0.count > 1 })
    }
    writer.write(reference(to: name), "NSEntityDescription", fields)
  }

  private mutating func names(_ lists: [[String]]) -> PropertyList {
    let lists = lists.map { names in
      writer.list("NSMutableArray", names.map { writer.text($0) })
    }
    return writer.list("NSMutableArray", lists)
  }

  private mutating func fetchIndex(_ index: Index, of entity: String) -> PropertyList {
    let reference = writer.reserve()
    let elements = index.elements.map { element in
      writer.object(
        "NSFetchIndexElementDescription",
        [
          "NSPropertyName": writer.text(element.property), "NSFetchIndexElementType": .integer(0),
          "NSFetchIndexDescription": reference, "NSAscending": .bool(element.isAscending),
        ])
    }
    writer.write(
      reference, "NSFetchIndexDescription",
      [
        "NSIndexName": writer.text(index.name(on: schema.platform)),
        "NSPartialIndexPredicate": KeyedArchiveWriter.null,
        "NSIndexElements": writer.list("NSArray", elements), "NSEntity": self.reference(to: entity),
      ])
    return reference
  }
}

// MARK: - Properties

extension CompiledModelExport {
  /// The flags for the optional fields of a property.
  private struct Flags: OptionSet {
    let rawValue: Int64
    static let plain = Flags(rawValue: 49)
    static let isOptional = Flags(rawValue: 2)
    static let isReadOnly = Flags(rawValue: 4)
    static let isTransient = Flags(rawValue: 8)
    static let hasNoUserInfo = Flags(rawValue: 64)
    static let hasNoModifier = Flags(rawValue: 128)
    static let isOrdered = Flags(rawValue: 1024)
  }

  /// The fields that attributes and relationships have in common.
  private mutating func fields(
    _ name: String, of entity: String, isOptional: Bool, renamedFrom: String?, modifier: String?,
    userInfo: PropertyList? = nil, flags more: Flags = []
  ) -> [String: PropertyList] {
    var flags = Flags.plain.union(more)
    if userInfo == nil { flags.insert(.hasNoUserInfo) }
    if isOptional { flags.insert(.isOptional) }
    if modifier == nil { flags.insert(.hasNoModifier) }
    var fields = [
      "NSPropertyName": writer.text(name), "NSEntity": reference(to: entity),
      "NSRenamingIdentifier": writer.text(renamedFrom ?? name), "_P": .integer(flags.rawValue),
    ]
    if isOptional { fields["NSIsOptional"] = .bool(true) }
    if let modifier { fields["NSVersionHashModifier"] = writer.text(modifier) }
    if let userInfo { fields["NSUserInfo"] = userInfo }
    return fields
  }

  private mutating func write(_ relationship: Relationship, of entity: String) {
    let isToOne = relationship.cardinality == .toOne
    var fields = fields(
      relationship.name, of: entity, isOptional: relationship.isOptional,
      renamedFrom: relationship.renamedFrom, modifier: relationship.hashModifier,
      flags: relationship.isOrdered ? .isOrdered : [])
    fields["NSDestinationEntity"] = reference(to: relationship.destination)
    fields["_NSDestinationEntityName"] = writer.text(relationship.destination)
    fields["NSInverseRelationship"] = reference(
      to: relationship.inverse, of: relationship.destination)
    fields["_NSInverseRelationshipName"] = writer.text(relationship.inverse)
    fields["NSDeleteRule"] = .integer(
      Int64(CompiledModelImport.number(of: relationship.deleteRule)))
    fields["NSMaxCount"] = .integer(Int64(isToOne ? 1 : relationship.maximumCount ?? 0))
    fields["NSMinCount"] = .integer(Int64(relationship.minimumCount ?? 0))
    if relationship.isOrdered { fields["NSIsOrdered"] = .bool(true) }
    writer.write(
      reference(to: relationship.name, of: entity), "NSRelationshipDescription", fields)
  }

  private mutating func write(
    _ attribute: Attribute, at reference: PropertyList, of entity: String, isElement: Bool = false
  ) {
    var flags: Flags = attribute.isTransient ? .isTransient : []
    if attribute.derivation != nil { flags.insert(.isReadOnly) }
    var fields = fields(
      attribute.name, of: entity, isOptional: attribute.isOptional || isElement,
      renamedFrom: attribute.renamedFrom, modifier: attribute.hashModifier,
      userInfo: userInfo(of: attribute), flags: flags)
    if attribute.isTransient { fields["NSIsTransient"] = .bool(true) }
    if !isElement, isIndexed(attribute, of: entity) { fields["NSIsIndexed"] = .bool(true) }
    fields["NSFlagsKey"] = .integer(
      (attribute.storage == .external ? 4 : 0) + (attribute.preservesValueOnDeletion ? 16 : 0))
    fields["NSDefaultValue"] = defaultValue(of: attribute)
    fields["NSValueTransformerName"] = KeyedArchiveWriter.null
    let elements = elements(of: attribute)
    let form = Self.form(of: attribute.type, isElement: isElement)
    fields["NSAttributeType"] = .integer(Int64(form.number))
    fields["NSAttributeValueClassName"] = writer.text(form.className)
    var className = "NSAttributeDescription"
    if !elements.isEmpty {
      className = "NSCompositeAttributeDescription"
      fields["NSCompositeElements"] = writer.list(
        "NSMutableArray", elements.map { element(of: $0, entity) })
    }
    if let derivation = attribute.derivation {
      className = "NSDerivedAttributeDescription"
      fields["NSIsReadOnly"] = .bool(true)
      fields["NSFilteringPredicate"] = KeyedArchiveWriter.null
      fields["NSDerivationExpression"] = expression(derivation)
    }
    writer.write(reference, className, fields)
  }

  private mutating func element(of attribute: Attribute, _ entity: String) -> PropertyList {
    let reference = writer.reserve()
    write(attribute, at: reference, of: entity, isElement: true)
    return reference
  }

  /// Whether the attribute has an index with no other properties.
  private func isIndexed(_ attribute: Attribute, of entity: String) -> Bool {
    schema.lineage(of: entity).contains { owner in
      owner.indexes.contains { $0.elements == [.init(attribute.name)] }
    }
  }

  /// The elements of an attribute's type.
  ///
  /// These are the elements of a composite, the raw value of an enumeration, or its cases if they have no raw
  /// values.
  private func elements(of attribute: Attribute) -> [Attribute] {
    switch attribute.type {
    case .composite(let name): return schema.composite(named: name)?.elements ?? []
    case .enumeration(.inline): return [Attribute(attribute.name, .string)]
    case .enumeration(.named(let name)):
      guard let enumeration = schema.enumeration(named: name) else { return [] }
      switch enumeration.rawType {
      case .string: return [Attribute(attribute.name, .string)]
      case .int: return [Attribute(attribute.name, .int64)]
      case .none: return enumeration.cases.map { Attribute($0.name, .string) }
      }
    default: return []
    }
  }

  /// The expression for a key path or the count of a to-many, the only derivations in a store that can be
  /// created.
  private mutating func expression(_ derivation: String) -> PropertyList {
    let suffix = ".@count"
    let path = derivation.hasSuffix(suffix) ? String(derivation.dropLast(suffix.count)) : derivation
    let keyPath = writer.object(
      "NSKeyPathSpecifierExpression",
      ["NSExpressionType": .integer(10), "NSKeyPath": writer.text(path)])
    let own = writer.object("NSSelfExpression", ["NSExpressionType": .integer(1)])
    let value = writer.object(
      "NSKeyPathExpression",
      [
        "NSOperand": own, "NSSelectorName": writer.text("valueForKey:"),
        "NSExpressionType": .integer(3),
        "NSArguments": writer.list("NSMutableArray", [keyPath]),
      ])
    guard path != derivation else { return value }
    let functions = writer.object(
      "NSConstantValueExpression",
      [
        "NSExpressionType": .integer(0),
        "NSConstantValueClassName": writer.text("_NSPredicateUtilities"),
      ])
    return writer.object(
      "NSFunctionExpression",
      [
        "NSOperand": functions, "NSSelectorName": writer.text("count:"),
        "NSExpressionType": .integer(4), "NSArguments": writer.list("NSArray", [value]),
      ])
  }
}
