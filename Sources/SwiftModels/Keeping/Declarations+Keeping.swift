extension Members: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(properties)
    writer.write(functions)
    writer.write(cases)
    writer.write(types)
    writer.write(aliases)
    writer.write(macros)
    writer.write(localTypes) { $0.write($1) }
    writer.write(leftOut)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      properties: try reader.list(), functions: try reader.list(), cases: try reader.list(),
      types: try reader.list(), aliases: try reader.list(), macros: try reader.list(),
      localTypes: try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
        try reader.list()
      }, leftOut: try reader.list())
  }
}

extension OtherClause: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(head)
    writer.write(counted)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(head: try reader.text(), counted: try reader.optional())
  }
}

extension LeftOutFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    clause.write(to: &writer)
    writer.write(flags: isModel)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.text(), position: try reader.position(), clause: try reader.value(),
      isModel: try reader.flags()[0])
  }
}

extension TypeFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    kind.write(to: &writer)
    writer.write(name)
    writer.write(position)
    writer.write(attributes)
    writer.write(flags: isPrivate)
    writer.write(genericParameters)
    writer.write(inherited)
    members.write(to: &writer)
    writer.write(documentation)
    writer.write(condition)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      kind: try reader.value(), name: try reader.text(), position: try reader.position(),
      attributes: try reader.list(), isPrivate: try reader.flags()[0],
      genericParameters: try reader.list(), inherited: try reader.list(),
      members: try reader.value(), documentation: try reader.optional(),
      condition: try reader.optional())
  }
}

extension TypeFacts.Kind: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(rawValue) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    guard let kind = Self(rawValue: try reader.text()) else { throw FactsReader.Damage() }
    self = kind
  }
}

extension ExtensionFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(extended)
    writer.write(position)
    writer.write(inherited)
    members.write(to: &writer)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      extended: try reader.type(), position: try reader.position(), inherited: try reader.list(),
      members: try reader.value())
  }
}

extension PropertyFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(attributes)
    writer.write(type)
    writer.write(value)
    writer.write(flags: isStored, isStatic, isObserved, isConstant, isSetPrivately)
    writer.write(accessors) { $0.write($1) }
    writer.write(setter)
    writer.write(documentation)
    writer.write(condition)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let name = try reader.text()
    let position = try reader.position()
    let attributes: [AttributeFacts] = try reader.list()
    let type: WrittenType? = try reader.optional()
    let value: Expression? = try reader.optional()
    let flags = try reader.flags()
    self.init(
      name: name, position: position, attributes: attributes, type: type, value: value,
      isStored: flags[0], isStatic: flags[1], accessors: try reader.bodies(),
      isObserved: flags[2], setter: try reader.optional(), documentation: try reader.optional(),
      condition: try reader.optional(), isConstant: flags[3], isSetPrivately: flags[4])
  }
}

extension PropertyFacts.Setter: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(count: place)
    writer.write(parameter)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(place: try reader.count(), parameter: try reader.text())
  }
}

extension FunctionFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(attributes)
    writer.write(parameters)
    writer.write(result)
    writer.write(flags: isStatic, isNonisolated)
    writer.write(body) { $0.write($1) }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let name = try reader.text()
    let position = try reader.position()
    let attributes: [AttributeFacts] = try reader.list()
    let parameters: [Parameter] = try reader.list()
    let result: WrittenType? = try reader.optional()
    let flags = try reader.flags()
    self.init(
      name: name, position: position, attributes: attributes, parameters: parameters,
      result: result, isStatic: flags[0],
      body: try reader.optional { (reader: inout FactsReader) throws(FactsReader.Damage) in
        try reader.list()
      }, isNonisolated: flags[1])
  }
}

extension FunctionFacts.Parameter: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(label)
    writer.write(name)
    writer.write(position)
    writer.write(type)
    writer.write(flags: hasDefault, isVariadic, isSending)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let label: String? = try reader.optional()
    let name = try reader.text()
    let position = try reader.position()
    let type = try reader.type()
    let flags = try reader.flags()
    self.init(
      label: label, name: name, position: position, type: type, hasDefault: flags[0],
      isVariadic: flags[1], isSending: flags[2])
  }
}

extension CaseFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(payload)
    writer.write(rawValue)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.text(), position: try reader.position(), payload: try reader.list(),
      rawValue: try reader.optional())
  }
}

extension CaseFacts.Value: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(label)
    writer.write(type)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(label: try reader.optional(), type: try reader.type())
  }
}

extension AliasFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(flags: isPrivate)
    writer.write(genericParameters)
    writer.write(type)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.text(), position: try reader.position(), isPrivate: try reader.flags()[0],
      genericParameters: try reader.list(), type: try reader.type())
  }
}

extension AttributeFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(arguments)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.text(), position: try reader.position(), arguments: try reader.list())
  }
}

extension MacroFacts: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(position)
    writer.write(types)
    writer.write(arguments)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      name: try reader.text(), position: try reader.position(), types: try reader.list(),
      arguments: try reader.list())
  }
}
