extension FunctionFacts: Packable {
  func pack(into packing: inout Packing) {
    packing.put(name)
    packing.put(position)
    packing.put(attributes)
    packing.put(parameters)
    packing.put(result)
    packing.put(isStatic)
    packing.put(body)
    packing.put(isNonisolated)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      name: unpacking.take(), position: unpacking.take(), attributes: unpacking.take(),
      parameters: unpacking.take(), result: unpacking.take(), isStatic: unpacking.take(),
      body: unpacking.take(), isNonisolated: unpacking.take())
  }
}

extension FunctionFacts.Parameter: Packable {
  func pack(into packing: inout Packing) {
    packing.put(label)
    packing.put(name)
    packing.put(position)
    packing.put(type)
    packing.put(hasDefault)
    packing.put(isVariadic)
    packing.put(isSending)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      label: unpacking.take(), name: unpacking.take(), position: unpacking.take(),
      type: unpacking.take(), hasDefault: unpacking.take(), isVariadic: unpacking.take(),
      isSending: unpacking.take())
  }
}

extension PropertyFacts.Setter: Packable {
  func pack(into packing: inout Packing) {
    packing.put(place)
    packing.put(parameter)
  }

  init(from unpacking: inout Unpacking) {
    self.init(place: unpacking.take(), parameter: unpacking.take())
  }
}

extension AttributeFacts: Packable {
  func pack(into packing: inout Packing) {
    packing.put(name)
    packing.put(position)
    packing.put(arguments)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      name: unpacking.take(), position: unpacking.take(), arguments: unpacking.take())
  }
}

extension MacroFacts: Packable {
  func pack(into packing: inout Packing) {
    packing.put(name)
    packing.put(position)
    packing.put(types)
    packing.put(arguments)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      name: unpacking.take(), position: unpacking.take(), types: unpacking.take(),
      arguments: unpacking.take())
  }
}

extension WrittenType: Packable {
  private enum Tag: UInt8 {
    case named, optional, array, dictionary, other
  }

  func pack(into packing: inout Packing) {
    switch self {
    case .named(let components):
      packing.put(tag: Tag.named)
      packing.put(components)
    case .optional(let type):
      packing.put(tag: Tag.optional)
      packing.put(type)
    case .array(let element):
      packing.put(tag: Tag.array)
      packing.put(element)
    case .dictionary(let key, let value):
      packing.put(tag: Tag.dictionary)
      packing.put(key)
      packing.put(value)
    case .other(let text):
      packing.put(tag: Tag.other)
      packing.put(text)
    }
  }

  init(from unpacking: inout Unpacking) {
    self =
      switch unpacking.tag() as Tag {
      case .named: .named(unpacking.take())
      case .optional: .optional(unpacking.take())
      case .array: .array(unpacking.take())
      case .dictionary: .dictionary(unpacking.take(), unpacking.take())
      case .other: .other(unpacking.take())
      }
  }
}

extension WrittenType.Component: Packable {
  func pack(into packing: inout Packing) {
    packing.put(name)
    packing.put(arguments)
  }

  init(from unpacking: inout Unpacking) {
    self.init(name: unpacking.take(), arguments: unpacking.take())
  }
}
