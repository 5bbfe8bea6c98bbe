extension Statement: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .expression(let value):
      writer.write(kind: 0)
      value.write(to: &writer)
    case .binding(let binding):
      writer.write(kind: 1)
      binding.write(to: &writer)
    case .function(let function):
      writer.write(kind: 2)
      function.write(to: &writer)
    case .conditional(let conditions, let body, let otherwise):
      writer.write(kind: 3)
      writer.write(conditions)
      writer.write(body)
      writer.write(otherwise)
    case .requirement(let conditions, let otherwise):
      writer.write(kind: 4)
      writer.write(conditions)
      writer.write(otherwise)
    case .selection(let value, let cases):
      writer.write(kind: 5)
      value.write(to: &writer)
      writer.write(cases)
    case .iteration(let binding, let body):
      writer.write(kind: 6)
      binding.write(to: &writer)
      writer.write(body)
    case .repetition(let conditions, let body, let isAtLeastOnce):
      writer.write(kind: 7)
      writer.write(conditions)
      writer.write(body)
      writer.write(flags: isAtLeastOnce)
    case .attempt(let body, let clauses):
      writer.write(kind: 8)
      writer.write(body)
      writer.write(clauses) { $0.write($1) }
    case .deferred(let body):
      writer.write(kind: 9)
      writer.write(body)
    case .result(let value):
      writer.write(kind: 10)
      writer.write(value)
    case .exit(.function): writer.write(kind: 11)
    case .exit(.scope): writer.write(kind: 12)
    }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .expression(try reader.value())
      case 1: .binding(try reader.value())
      case 2: .function(try reader.value())
      case 3: .conditional(try reader.list(), try reader.list(), try reader.list())
      case 4: .requirement(try reader.list(), try reader.list())
      case 5: .selection(try reader.value(), try reader.list())
      case 6: .iteration(try reader.value(), try reader.list())
      case 7:
        .repetition(
          try reader.list(), try reader.list(), isAtLeastOnce: try reader.flags()[0])
      case 8: .attempt(try reader.list(), try reader.bodies())
      case 9: .deferred(try reader.list())
      case 10: .result(try reader.optional())
      case 11: .exit(.function)
      case 12: .exit(.scope)
      default: throw FactsReader.Damage()
      }
  }
}

extension FactsReader {
  /// Reads several bodies.
  mutating func bodies() throws(Damage) -> [[Statement]] {
    try list { (reader: inout Self) throws(Damage) in try reader.list() }
  }
}

extension Statement.Case: Keepable {
  func write(to writer: inout FactsWriter) {
    pattern.write(to: &writer)
    writer.write(body)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(pattern: try reader.value(), body: try reader.list())
  }
}

extension Condition: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .expression(let value):
      writer.write(kind: 0)
      value.write(to: &writer)
    case .binding(let binding):
      writer.write(kind: 1)
      binding.write(to: &writer)
    }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .expression(try reader.value())
      case 1: .binding(try reader.value())
      default: throw FactsReader.Damage()
      }
  }
}

extension Pattern: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(names)
    writer.write(flags: isWhole)
    writer.write(enumCase)
    writer.write(type)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      names: try reader.list(), isWhole: try reader.flags()[0], enumCase: try reader.optional(),
      type: try reader.optional())
  }
}

extension Binding: Keepable {
  func write(to writer: inout FactsWriter) {
    pattern.write(to: &writer)
    writer.write(type)
    writer.write(value)
    writer.write(position)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      pattern: try reader.value(), type: try reader.optional(), value: try reader.optional(),
      position: try reader.position())
  }
}
