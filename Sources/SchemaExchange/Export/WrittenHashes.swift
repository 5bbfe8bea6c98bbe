internal import SchemaModel

/// The entities of a schema whose version hashes are others once it is written as a Core Data model.
struct WrittenHashes {
  /// Those that have another hash, in the order of the schema.
  let others: [String]
  /// Those that may have another one: theirs cannot be known.
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
  /// The schema as a Core Data model says it, which knows neither enumerations nor lists.
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

  /// The type that holds values of a type in a Core Data model.
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
