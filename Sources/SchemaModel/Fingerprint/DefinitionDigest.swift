extension Schema {
  /// The digest of everything that decides what a store holds or enforces, in hexadecimal.
  ///
  /// It covers the whole schema except documentation, initializers and queries. The order of declarations
  /// matters only if it has a meaning, as for the properties of an index.
  public var definitionDigest: String {
    memo.value(\.definitionDigest) { definitionForm.digest }
  }

  private var definitionForm: CanonicalForm {
    CanonicalForm { form in
      form.add("form", "definition 1")
      form.add("name", name)
      form.add("version", version.description)
      form.add("entity", each: entities.sortedByName(\.name).map { CanonicalForm($0) })
      form.add("enumeration", each: enumerations.sortedByName(\.name).map { CanonicalForm($0) })
      form.add("composite", each: composites.sortedByName(\.name).map { CanonicalForm($0) })
    }
  }
}

extension CanonicalForm {
  /// The form of an entity.
  fileprivate init(_ entity: Entity) {
    add("name", entity.name)
    add("parent", entity.parent)
    add("abstract", ifTrue: entity.isAbstract)
    add("renamedFrom", entity.renamedFrom)
    add("hashModifier", entity.hashModifier)
    add("table", entity.table)
    add("primaryKey", entity.primaryKey.map { Self(names: $0) })
    add("attribute", each: entity.attributes.sortedByName(\.name).map { Self($0) })
    add("relationship", each: entity.relationships.sortedByName(\.name).map { Self($0) })
    add("unique", each: Self.sorted(entity.uniquenessConstraints.map { Self(names: $0) }))
    add("index", each: Self.sorted(entity.indexes.map { Self($0) }))
    add("rule", each: entity.rules.sortedByName(\.name).map { Self($0) })
  }

  /// The form of an attribute.
  fileprivate init(_ attribute: Attribute) {
    add("name", attribute.name)
    add("type", Self.ofScalars.first { $0.type == attribute.type }?.form ?? Self(attribute.type))
    add("optional", ifTrue: attribute.isOptional)
    add("default", attribute.defaultValue.map { Self($0) })
    add("external", ifTrue: attribute.storage == .external)
    add("transient", ifTrue: attribute.isTransient)
    add("preserved", ifTrue: attribute.preservesValueOnDeletion)
    add("derivation", attribute.derivation)
    add("renamedFrom", attribute.renamedFrom)
    add("hashModifier", attribute.hashModifier)
    add("minimum", attribute.minimum.map { Self($0) })
    add("maximum", attribute.maximum.map { Self($0) })
    add("pattern", attribute.pattern)
    add("column", attribute.column)
    add("sqlType", attribute.sqlType)
  }

  /// The forms of the types that most attributes have.
  private static let ofScalars =
    AttributeType.scalars.map { ($0.type, Self($0.type)) }
    as [(type: AttributeType, form: Self)]

  /// The form of a type.
  private init(_ type: AttributeType) {
    switch type {
    case .array(let element): add("array", Self(element))
    case .enumeration(.named(let name)): add("enumeration", name)
    case .enumeration(.inline(let cases)): add("cases", Self(names: cases.sortedByName(\.self)))
    case .composite(let name): add("composite", name)
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable:
      add("scalar", type.keyword == "int" ? "int64" : type.keyword)
    }
  }

  /// The form of a relationship.
  ///
  /// An omitted delete rule has the same form as the default rule.
  fileprivate init(_ relationship: Relationship) {
    add("name", relationship.name)
    add("toMany", ifTrue: relationship.cardinality == .toMany)
    add("destination", relationship.destination)
    add("optional", ifTrue: relationship.isOptional)
    add("inverse", relationship.inverse)
    add("delete", relationship.deleteRule.rawValue)
    add("ordered", ifTrue: relationship.isOrdered)
    add("minimum", relationship.minimumCount)
    add("maximum", relationship.maximumCount)
    add("renamedFrom", relationship.renamedFrom)
    add("hashModifier", relationship.hashModifier)
    add("column", relationship.column)
  }

  /// The form of an index.
  fileprivate init(_ index: Index) {
    for element in index.elements {
      add(element.isAscending ? "ascending" : "descending", element.property)
    }
    add("name", index.name)
  }

  /// The form of a rule.
  fileprivate init(_ rule: ValidationRule) {
    add("name", rule.name)
    add("check", rule.check)
  }

  /// The form of an enumeration.
  fileprivate init(_ enumeration: Enumeration) {
    add("name", enumeration.name)
    add("rawType", enumeration.rawType.rawValue)
    for item in enumeration.cases.sortedByName(\.name) {
      add(
        "case",
        Self {
          $0.add("name", item.name)
          $0.add("rawValue", Self(item.rawValue))
        })
    }
  }

  /// The form of a composite.
  fileprivate init(_ composite: Composite) {
    add("name", composite.name)
    add("element", each: composite.elements.sortedByName(\.name).map { Self($0) })
  }

  /// The form of names whose order matters.
  private init(names: [String]) { add("name", each: names) }

  /// Forms in the order of their bytes.
  fileprivate static func sorted(_ forms: [Self]) -> [Self] {
    forms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
