internal import SchemaModel

/// The entities of a schema whose version hashes change when it is written as a Core Data model.
struct WrittenHashes {
  /// The entities with a different hash, in the order of the schema.
  let others: [String]
  /// The entities whose hash may differ, because it cannot be computed.
  let untold: [String]

  init(of schema: Schema) {
    let before = schema.versionHashes()
    let after = schema.inCoreDataModel.versionHashes()
    let names = schema.entities.map(\.name).filter { before[$0] != after[$0] }
    let isKnown = { (name: String) in before[name]?.value != nil && after[name]?.value != nil }
    others = names.filter(isKnown)
    untold = names.filter { !isKnown($0) }
  }
}

extension Schema {
  /// The schema as written in a Core Data model, which has neither enumerations nor lists.
  var inCoreDataModel: Schema {
    var result = self
    for place in entities.indices {
      result.entities[place].attributes = entities[place].attributes.map(inCoreDataModel)
    }
    for place in composites.indices {
      result.composites[place].elements = composites[place].elements.map(inCoreDataModel)
    }
    return result
  }

  private func inCoreDataModel(_ attribute: Attribute) -> Attribute {
    var attribute = attribute
    attribute.type = typeInCoreDataModel(attribute.type)
    return attribute
  }

  /// The type with which a type is written in a Core Data model.
  func typeInCoreDataModel(_ type: AttributeType) -> AttributeType {
    switch type {
    case .enumeration(.named(let name)) where enumeration(named: name)?.rawType == .int: .int64
    case .enumeration: .string
    case .array: .transformable
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable, .composite:
      type
    }
  }
}
