extension WrittenType: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(self) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.type() }

  /// Writes the parts of the type.
  func writeParts(to writer: inout FactsWriter) {
    switch self {
    case .named(let path):
      writer.write(kind: 0)
      writer.write(path)
    case .optional(let type):
      writer.write(kind: 1)
      writer.write(type)
    case .array(let type):
      writer.write(kind: 2)
      writer.write(type)
    case .dictionary(let key, let value):
      writer.write(kind: 3)
      writer.write(key)
      writer.write(value)
    case .other(let text):
      writer.write(kind: 4)
      writer.write(text)
    }
  }

  /// Reads the parts of the type.
  init(partsFrom reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .named(try reader.list())
      case 1: .optional(try reader.type())
      case 2: .array(try reader.type())
      case 3: .dictionary(try reader.type(), try reader.type())
      case 4: .other(try reader.text())
      default: throw FactsReader.Damage()
      }
  }
}

extension WrittenType.Component: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(name)
    writer.write(arguments)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(name: try reader.text(), arguments: try reader.list())
  }
}
