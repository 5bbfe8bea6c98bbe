extension Statement: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .expression(let value): writer.write(kind: 0, value)
    case .binding(let binding): writer.write(kind: 1, binding)
    case .function(let function): writer.write(kind: 2, function)
    case .conditional(let conditions, let body, let otherwise):
      writer.write(kind: 3, conditions, body, otherwise)
    case .requirement(let conditions, let otherwise): writer.write(kind: 4, conditions, otherwise)
    case .selection(let value, let cases): writer.write(kind: 5, value, cases)
    case .iteration(let binding, let body): writer.write(kind: 6, binding, body)
    case .repetition(let conditions, let body, let isAtLeastOnce):
      writer.write(kind: 7, conditions, body, isAtLeastOnce)
    case .attempt(let body, let clauses): writer.write(kind: 8, body, clauses)
    case .deferred(let body): writer.write(kind: 9, body)
    case .result(let value): writer.write(kind: 10, value)
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
      case 3: .conditional(try reader.value(), try reader.value(), try reader.value())
      case 4: .requirement(try reader.value(), try reader.value())
      case 5: .selection(try reader.value(), try reader.value())
      case 6: .iteration(try reader.value(), try reader.value())
      case 7:
        .repetition(try reader.value(), try reader.value(), isAtLeastOnce: try reader.value())
      case 8: .attempt(try reader.value(), try reader.value())
      case 9: .deferred(try reader.value())
      case 10: .result(try reader.value())
      case 11: .exit(.function)
      case 12: .exit(.scope)
      default: throw FactsReader.Damage()
      }
  }
}

extension Statement.Case: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(pattern, body) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(pattern: try reader.value(), body: try reader.value())
  }
}

extension Condition: Keepable {
  func write(to writer: inout FactsWriter) {
    switch self {
    case .expression(let value): writer.write(kind: 0, value)
    case .binding(let binding): writer.write(kind: 1, binding)
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
  func write(to writer: inout FactsWriter) { writer.write(names, isWhole, enumCase, type) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      names: try reader.value(), isWhole: try reader.value(), enumCase: try reader.value(),
      type: try reader.value())
  }
}

extension Binding: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(pattern, type, value, position) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      pattern: try reader.value(), type: try reader.value(), value: try reader.value(),
      position: try reader.value())
  }
}
