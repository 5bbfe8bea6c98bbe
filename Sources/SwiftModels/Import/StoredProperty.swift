internal import SchemaModel

/// A property whose values a class or struct stores, with its type understood.
struct StoredProperty {
  /// The declaration.
  var facts: PropertyFacts
  /// The file that it is in.
  var file: Int
  /// The type that stores it.
  var owner: SourceProgram.TypeID
  /// The type, written or shown by the first value; nil where neither shows it.
  var type: SwiftType?

  /// Whether it exists in memory alone.
  var isTransient: Bool {
    facts.attributes.contains { attribute in
      attribute.name == "Transient"
        || attribute.name == "Attribute" && attribute.options.contains("ephemeral")
    }
  }

  /// The attribute of that name before it.
  func attribute(_ name: String) -> AttributeFacts? {
    facts.attributes.first { $0.name == name }
  }
}

extension SourceProgram {
  /// The properties that a type itself stores, in the order of declaration.
  ///
  /// Of a generic type, given what its parameters stand for, with that in their types.
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
  /// Where names in a type's own braces are looked up.
  func scope(of id: TypeID, with arguments: [SwiftType] = []) -> Scope {
    Scope(
      file: self[id].file, type: id,
      arguments: Dictionary(zip(self[id].facts.genericParameters, arguments)) { first, _ in first })
  }
}

extension AttributeFacts {
  /// The options that are named without a label: `.unique`, `.externalStorage`.
  var options: [String] {
    arguments.filter { $0.label == nil }.compactMap(\.optionName)
  }

  /// The value that follows a label.
  func value(_ label: String) -> Expression? {
    arguments.first { $0.label == label }?.value
  }

  /// The text that follows a label.
  func text(_ label: String) -> String? {
    guard case .literal(.string(let text))? = value(label)?.kind else { return nil }
    return text
  }

  /// The number that follows a label; nil for zero, which says nothing.
  func count(_ label: String) -> Int? {
    guard case .literal(.int(let number))? = value(label)?.kind, number != 0 else { return nil }
    return Int(number)
  }
}
