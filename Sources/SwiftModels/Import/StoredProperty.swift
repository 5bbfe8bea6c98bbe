internal import SchemaModel

/// A stored property of a class or struct, with its type looked up.
struct StoredProperty {
  /// The declaration.
  var facts: PropertyFacts
  /// The file that contains the property.
  var file: Int
  /// The type that stores the property.
  var owner: SourceProgram.TypeID
  /// The type, written or inferred from the initial value; nil if neither shows it.
  var type: SwiftType?

  /// Whether the property exists only in memory.
  var isTransient: Bool {
    facts.attributes.contains { attribute in
      attribute.name == "Transient"
        || attribute.name == "Attribute" && attribute.options.contains("ephemeral")
    }
  }

  /// The attribute with this name before the property.
  func attribute(_ name: String) -> AttributeFacts? {
    facts.attributes.first { $0.name == name }
  }
}

extension SourceProgram {
  /// The properties that a type itself stores, in the order of declaration.
  ///
  /// For a generic type, the types of the properties contain the given generic arguments.
  func storedProperties(of id: TypeID, with arguments: [SwiftType] = []) -> [StoredProperty] {
    guard let part = self[id].parts.first else { return [] }
    let scope = scope(of: id, with: arguments)
    return part.members.properties.filter(\.isStored).map { facts in
      var facts = facts
      facts.attributes = spelledOut(facts.attributes, in: scope)
      return StoredProperty(
        facts: facts, file: part.file, owner: id,
        type: facts.type.map { resolve($0, in: scope) }
          ?? facts.value.flatMap(TypeInference(program: self, scope: scope).type))
    }
  }
}

extension SourceProgram {
  /// The scope of names in a type's own braces.
  func scope(of id: TypeID, with arguments: [SwiftType] = []) -> Scope {
    Scope(
      file: self[id].file, type: id,
      arguments: Dictionary(zip(self[id].facts.genericParameters, arguments)) { first, _ in first })
  }
}

extension AttributeFacts {
  /// The options without a label: `.unique`, `.externalStorage`.
  var options: [String] {
    arguments.filter { $0.label == nil }.compactMap(\.optionName)
  }

  /// The value with a label.
  func value(_ label: String) -> Expression? {
    arguments.first { $0.label == label }?.value
  }

  /// The text with a label.
  func text(_ label: String) -> String? {
    guard case .literal(.string(let text))? = value(label)?.kind else { return nil }
    return text
  }

  /// The number with a label; nil for zero, which is the default.
  func count(_ label: String) -> Int? {
    guard case .literal(.int(let number))? = value(label)?.kind, number != 0 else { return nil }
    return Int(number)
  }
}
