extension Members: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(properties, functions, cases, types, aliases, macros, localTypes, leftOut)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      properties: try reader.value(), functions: try reader.value(), cases: try reader.value(),
      types: try reader.value(), aliases: try reader.value(), macros: try reader.value(),
      localTypes: try reader.value(), leftOut: try reader.value())
  }
}

extension OtherClause: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(head, counted) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(head: try reader.value(), counted: try reader.value())
  }
}

extension LeftOutFacts: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(name, position, clause, isModel) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), clause: try reader.value(),
      isModel: try reader.value())
  }
}

extension TypeFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(
      kind, name, position, attributes, isPrivate, genericParameters, inherited, members,
      documentation, condition)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      kind: try reader.value(), name: try reader.value(), position: try reader.value(),
      attributes: try reader.value(), isPrivate: try reader.value(),
      genericParameters: try reader.value(), inherited: try reader.value(),
      members: try reader.value(), documentation: try reader.value(),
      condition: try reader.value())
  }
}

extension TypeFacts.Kind: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(rawValue) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    guard let kind = Self(rawValue: try reader.value()) else { throw FactsReader.Damage() }
    self = kind
  }
}

extension ExtensionFacts: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(extended, position, inherited, members) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      extended: try reader.value(), position: try reader.value(), inherited: try reader.value(),
      members: try reader.value())
  }
}

extension PropertyFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name, position, attributes, type, value, isStored, isStatic, accessors)
    writer.write(isObserved, setter, documentation, condition, isConstant, isSetPrivately)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), attributes: try reader.value(),
      type: try reader.value(), value: try reader.value(), isStored: try reader.value(),
      isStatic: try reader.value(), accessors: try reader.value(),
      isObserved: try reader.value(), setter: try reader.value(),
      documentation: try reader.value(), condition: try reader.value(),
      isConstant: try reader.value(), isSetPrivately: try reader.value())
  }
}

extension PropertyFacts.Setter: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(place, parameter) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(place: try reader.value(), parameter: try reader.value())
  }
}

extension FunctionFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name, position, attributes, parameters, result, isStatic, body, isNonisolated)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), attributes: try reader.value(),
      parameters: try reader.value(), result: try reader.value(), isStatic: try reader.value(),
      body: try reader.value(), isNonisolated: try reader.value())
  }
}

extension FunctionFacts.Parameter: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(label, name, position, type, hasDefault, isVariadic, isSending)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      label: try reader.value(), name: try reader.value(), position: try reader.value(),
      type: try reader.value(), hasDefault: try reader.value(), isVariadic: try reader.value(),
      isSending: try reader.value())
  }
}

extension CaseFacts: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(name, position, payload, rawValue) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), payload: try reader.value(),
      rawValue: try reader.value())
  }
}

extension CaseFacts.Value: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(label, type) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(label: try reader.value(), type: try reader.value())
  }
}

extension AliasFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name, position, isPrivate, genericParameters, type)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), isPrivate: try reader.value(),
      genericParameters: try reader.value(), type: try reader.value())
  }
}

extension AttributeFacts: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(name, position, arguments) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), arguments: try reader.value())
  }
}

extension MacroFacts: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(name, position, types, arguments) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.value(), position: try reader.value(), types: try reader.value(),
      arguments: try reader.value())
  }
}
