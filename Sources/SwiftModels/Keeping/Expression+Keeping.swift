internal import SchemaModel

extension Expression: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(position, isForced, kind) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let position: Position = try reader.value()
    let isForced: Bool = try reader.value()
    self.init(kind: try reader.value(), position: position, isForced: isForced)
  }
}

extension Expression.Kind: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .literal(let literal): writer.write(kind: 0, literal)
    case .nothing: writer.write(kind: 1)
    case .name(let name, let arguments): writer.write(kind: 2, name, arguments)
    case .type(let type): writer.write(kind: 3, type)
    case .member(let base, let name): writer.write(kind: 4, base, name)
    case .call(let callee, let arguments): writer.write(kind: 5, callee, arguments)
    case .element(let base, let arguments): writer.write(kind: 6, base, arguments)
    case .closure(let closure): writer.write(kind: 7, closure)
    case .list(let values): writer.write(kind: 8, values)
    case .pairs(let values): writer.write(kind: 9, values)
    case .tuple(let arguments): writer.write(kind: 10, arguments)
    case .choice(let values): writer.write(kind: 11, values)
    case .assignment(let target, let value, let isCompound):
      writer.write(kind: 12, target, value, isCompound)
    case .cast(let value, let type): writer.write(kind: 13, value, type)
    case .keyPath(let root, let names): writer.write(kind: 14, root, names)
    case .branches(let statement): writer.write(kind: 15, statement)
    case .attempt(let value, let isForced): writer.write(kind: 16, value, isForced)
    case .macro(let macro): writer.write(kind: 17, macro)
    case .operation(let values, let operators): writer.write(kind: 18, values, operators)
    }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .literal(try reader.value())
      case 1: .nothing
      case 2: .name(try reader.value(), try reader.value())
      case 3: .type(try reader.value())
      case 4: .member(try reader.value(), try reader.value())
      case 5: .call(try reader.value(), try reader.value())
      case 6: .element(try reader.value(), try reader.value())
      case 7: .closure(try reader.value())
      case 8: .list(try reader.value())
      case 9: .pairs(try reader.value())
      case 10: .tuple(try reader.value())
      case 11: .choice(try reader.value())
      case 12:
        .assignment(try reader.value(), try reader.value(), isCompound: try reader.value())
      case 13: .cast(try reader.value(), try reader.value())
      case 14: .keyPath(try reader.value(), try reader.value())
      case 15: .branches(try reader.value())
      case 16: .attempt(try reader.value(), isForced: try reader.value())
      case 17: .macro(try reader.value())
      case 18: .operation(try reader.value(), operators: try reader.value())
      default: throw FactsReader.Damage()
      }
  }
}

extension Argument: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(label, value) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(label: try reader.value(), value: try reader.value())
  }
}

extension Closure: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(parameters, types, body) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      parameters: try reader.value(), types: try reader.value(), body: try reader.value())
  }
}

extension Literal: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .bool(let value): writer.write(kind: 0, value)
    case .int(let value): writer.write(kind: 1, Int(value))
    case .double(let value): writer.write(kind: 2, value)
    case .string(let text): writer.write(kind: 3, text)
    case .date(let seconds): writer.write(kind: 4, seconds)
    case .data(let bytes):
      writer.write(kind: 5)
      writer.write(blob: bytes[...])
    case .array(let values): writer.write(kind: 6, values)
    case .object(let values):
      let pairs = values.sorted { $0.key < $1.key }
      writer.write(kind: 7, pairs.map(\.key), pairs.map(\.value))
    }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .bool(try reader.value())
      case 1: .int(Int64(try Int(from: &reader)))
      case 2: .double(try reader.value())
      case 3: .string(try reader.value())
      case 4: .date(try reader.value())
      case 5: .data(Array(try reader.blob()))
      case 6: .array(try reader.value())
      case 7:
        .object(
          Dictionary(
            zip(try [String](from: &reader), try [Literal](from: &reader)),
            uniquingKeysWith: { first, _ in first }))
      default: throw FactsReader.Damage()
      }
  }
}
