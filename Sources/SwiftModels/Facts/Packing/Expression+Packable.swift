internal import SchemaModel

extension Expression: Packable {
  func pack(into packing: inout Packing) {
    packing.put(kind)
    packing.put(position)
    packing.put(isForced)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      kind: unpacking.take(), position: unpacking.take(), isForced: unpacking.take())
  }
}

extension Expression.Kind: Packable {
  private enum Tag: UInt8 {
    case literal, nothing, name, type, member, call, element, closure, list, pairs, tuple, choice
    case assignment, cast, keyPath, branches, attempt, macro, operation
  }

  func pack(into packing: inout Packing) {
    switch self {
    case .literal(let literal):
      packing.put(tag: Tag.literal)
      packing.put(literal)
    case .nothing: packing.put(tag: Tag.nothing)
    case .name(let name, let arguments):
      packing.put(tag: Tag.name)
      packing.put(name)
      packing.put(arguments)
    case .type(let type):
      packing.put(tag: Tag.type)
      packing.put(type)
    case .member(let base, let name):
      packing.put(tag: Tag.member)
      packing.put(base)
      packing.put(name)
    case .call(let callee, let arguments):
      packing.put(tag: Tag.call)
      packing.put(callee)
      packing.put(arguments)
    case .element(let base, let arguments):
      packing.put(tag: Tag.element)
      packing.put(base)
      packing.put(arguments)
    case .closure(let closure):
      packing.put(tag: Tag.closure)
      packing.put(closure)
    case .list(let values):
      packing.put(tag: Tag.list)
      packing.put(values)
    case .pairs(let values):
      packing.put(tag: Tag.pairs)
      packing.put(values)
    case .tuple(let parts):
      packing.put(tag: Tag.tuple)
      packing.put(parts)
    case .choice(let values):
      packing.put(tag: Tag.choice)
      packing.put(values)
    case .assignment(let target, let value, let isCompound):
      packing.put(tag: Tag.assignment)
      packing.put(target)
      packing.put(value)
      packing.put(isCompound)
    case .cast(let value, let type):
      packing.put(tag: Tag.cast)
      packing.put(value)
      packing.put(type)
    case .keyPath(let root, let names):
      packing.put(tag: Tag.keyPath)
      packing.put(root)
      packing.put(names)
    case .branches(let statement):
      packing.put(tag: Tag.branches)
      packing.put(statement)
    case .attempt(let value, let isForced):
      packing.put(tag: Tag.attempt)
      packing.put(value)
      packing.put(isForced)
    case .macro(let macro):
      packing.put(tag: Tag.macro)
      packing.put(macro)
    case .operation(let values, let operators):
      packing.put(tag: Tag.operation)
      packing.put(values)
      packing.put(operators)
    }
  }

  init(from unpacking: inout Unpacking) {
    self =
      switch unpacking.tag() as Tag {
      case .literal: .literal(unpacking.take())
      case .nothing: .nothing
      case .name: .name(unpacking.take(), unpacking.take())
      case .type: .type(unpacking.take())
      case .member: .member(unpacking.take(), unpacking.take())
      case .call: .call(unpacking.take(), unpacking.take())
      case .element: .element(unpacking.take(), unpacking.take())
      case .closure: .closure(unpacking.take())
      case .list: .list(unpacking.take())
      case .pairs: .pairs(unpacking.take())
      case .tuple: .tuple(unpacking.take())
      case .choice: .choice(unpacking.take())
      case .assignment:
        .assignment(unpacking.take(), unpacking.take(), isCompound: unpacking.take())
      case .cast: .cast(unpacking.take(), unpacking.take())
      case .keyPath: .keyPath(unpacking.take(), unpacking.take())
      case .branches: .branches(unpacking.take())
      case .attempt: .attempt(unpacking.take(), isForced: unpacking.take())
      case .macro: .macro(unpacking.take())
      case .operation: .operation(unpacking.take(), operators: unpacking.take())
      }
  }
}

extension Argument: Packable {
  func pack(into packing: inout Packing) {
    packing.put(label)
    packing.put(value)
  }

  init(from unpacking: inout Unpacking) {
    self.init(label: unpacking.take(), value: unpacking.take())
  }
}

extension Closure: Packable {
  func pack(into packing: inout Packing) {
    packing.put(parameters)
    packing.put(types)
    packing.put(body)
  }

  init(from unpacking: inout Unpacking) {
    self.init(parameters: unpacking.take(), types: unpacking.take(), body: unpacking.take())
  }
}

extension Literal: Packable {
  private enum Tag: UInt8 {
    case bool, int, double, string, date, data, array, object
  }

  func pack(into packing: inout Packing) {
    switch self {
    case .bool(let value):
      packing.put(tag: Tag.bool)
      packing.put(value)
    case .int(let value):
      packing.put(tag: Tag.int)
      packing.put(Int(value))
    case .double(let value):
      packing.put(tag: Tag.double)
      packing.put(number: value.bitPattern)
    case .string(let value):
      packing.put(tag: Tag.string)
      packing.put(value)
    case .date(let value):
      packing.put(tag: Tag.date)
      packing.put(number: value.bitPattern)
    case .data(let value):
      packing.put(tag: Tag.data)
      packing.put(bytes: value)
    case .array(let values):
      packing.put(tag: Tag.array)
      packing.put(values)
    case .object(let parts):
      packing.put(tag: Tag.object)
      let names = parts.keys.sorted()
      packing.put(names)
      packing.put(names.compactMap { parts[$0] })
    }
  }

  init(from unpacking: inout Unpacking) {
    switch unpacking.tag() as Tag {
    case .bool: self = .bool(unpacking.take())
    case .int:
      let value: Int = unpacking.take()
      self = .int(Int64(value))
    case .double: self = .double(Double(bitPattern: unpacking.number()))
    case .string: self = .string(unpacking.take())
    case .date: self = .date(Double(bitPattern: unpacking.number()))
    case .data: self = .data(unpacking.bytes())
    case .array: self = .array(unpacking.take())
    case .object:
      let names: [String] = unpacking.take()
      let values: [Literal] = unpacking.take()
      self = .object(Dictionary(zip(names, values)) { $1 })
    }
  }
}
