internal import SchemaModel

extension Expression: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(position)
    // The lowest bit is 1 if a `!` follows.
    writer.write(kind: kind.number << 1 | (isForced ? 1 : 0))
    kind.writeParts(to: &writer)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let position = try reader.position()
    let number = try reader.kind()
    self.init(
      kind: try Kind(number: number >> 1, partsFrom: &reader), position: position,
      isForced: number & 1 == 1)
  }
}

extension Expression.Kind {
  fileprivate var number: UInt8 {
    switch self {
    case .literal: 0
    case .nothing: 1
    case .name: 2
    case .type: 3
    case .member: 4
    case .call: 5
    case .element: 6
    case .closure: 7
    case .list: 8
    case .pairs: 9
    case .tuple: 10
    case .choice: 11
    case .assignment: 12
    case .cast: 13
    case .keyPath: 14
    case .branches: 15
    case .attempt: 16
    case .macro: 17
    case .operation: 18
    }
  }

  fileprivate func writeParts(to writer: inout FactsWriter) {
    switch self {
    case .literal(let literal): literal.write(to: &writer)
    case .nothing: break
    case .name(let name, let arguments):
      writer.write(name)
      writer.write(arguments)
    case .type(let type): writer.write(type)
    case .member(let base, let name):
      writer.write(base)
      writer.write(name)
    case .call(let callee, let arguments), .element(let callee, let arguments):
      callee.write(to: &writer)
      writer.write(arguments)
    case .closure(let closure): closure.write(to: &writer)
    case .list(let values), .pairs(let values), .choice(let values): writer.write(values)
    case .tuple(let arguments): writer.write(arguments)
    case .assignment(let target, let value, let isCompound):
      target.write(to: &writer)
      value.write(to: &writer)
      writer.write(flags: isCompound)
    case .cast(let value, let type):
      value.write(to: &writer)
      writer.write(type)
    case .keyPath(let root, let names):
      writer.write(root)
      writer.write(names)
    case .branches(let statement): statement.write(to: &writer)
    case .attempt(let value, let isForced):
      value.write(to: &writer)
      writer.write(flags: isForced)
    case .macro(let macro): macro.write(to: &writer)
    case .operation(let values, let operators):
      writer.write(values)
      writer.write(operators)
    }
  }

  fileprivate init(
    number: UInt8, partsFrom reader: inout FactsReader
  ) throws(FactsReader.Damage) {
    self =
      switch number {
      case 0: .literal(try reader.value())
      case 1: .nothing
      case 2: .name(try reader.text(), try reader.list())
      case 3: .type(try reader.type())
      case 4: .member(try reader.optional(), try reader.text())
      case 5: .call(try reader.value(), try reader.list())
      case 6: .element(try reader.value(), try reader.list())
      case 7: .closure(try reader.value())
      case 8: .list(try reader.list())
      case 9: .pairs(try reader.list())
      case 10: .tuple(try reader.list())
      case 11: .choice(try reader.list())
      case 12:
        .assignment(
          try reader.value(), try reader.value(), isCompound: try reader.flags()[0])
      case 13: .cast(try reader.value(), try reader.type())
      case 14: .keyPath(try reader.optional(), try reader.list())
      case 15: .branches(try reader.value())
      case 16: .attempt(try reader.value(), isForced: try reader.flags()[0])
      case 17: .macro(try reader.value())
      case 18: .operation(try reader.list(), operators: try reader.list())
      default: throw FactsReader.Damage()
      }
  }
}

extension Argument: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(label)
    value.write(to: &writer)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(label: try reader.optional(), value: try reader.value())
  }
}

extension Closure: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(parameters)
    writer.write(types) { $0.write($1) }
    writer.write(body)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      parameters: try reader.list(),
      types: try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
        try reader.optional()
      }, body: try reader.list())
  }
}

extension Literal: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .bool(let value): writer.write(kind: value ? 1 : 0)
    case .int(let value):
      writer.write(kind: 2)
      writer.write(number: Int(value))
    case .double(let value):
      writer.write(kind: 3)
      writer.write(bits: value.bitPattern)
    case .string(let text):
      writer.write(kind: 4)
      writer.write(text)
    case .date(let seconds):
      writer.write(kind: 5)
      writer.write(bits: seconds.bitPattern)
    case .data(let bytes):
      writer.write(kind: 6)
      writer.write(bytes) { $0.write(kind: $1) }
    case .array(let values):
      writer.write(kind: 7)
      writer.write(values)
    case .object(let values):
      writer.write(kind: 8)
      writer.write(values.sorted { $0.key < $1.key }) { writer, part in
        writer.write(part.key)
        part.value.write(to: &writer)
      }
    }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .bool(false)
      case 1: .bool(true)
      case 2: .int(Int64(try reader.number()))
      case 3: .double(Double(bitPattern: try reader.word()))
      case 4: .string(try reader.text())
      case 5: .date(Double(bitPattern: try reader.word()))
      case 6:
        .data(
          try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
            try reader.kind()
          })
      case 7: .array(try reader.list())
      case 8:
        .object(
          Dictionary(
            try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
              (try reader.text(), try Literal(from: &reader))
            }
          ) { first, _ in first })
      default: throw FactsReader.Damage()
      }
  }
}
