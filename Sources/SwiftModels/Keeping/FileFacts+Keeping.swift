extension FileFacts {
  /// The facts of the file as bytes, without its path; nil if the file has problems.
  ///
  /// Problems are not kept, so such a file is parsed each time.
  var kept: [UInt8]? {
    guard problems.isEmpty else { return nil }
    var writer = FactsWriter()
    writer.write(
      members, imports.sorted(), extensions, statements, remarks, cacheComments, unreleased)
    return writer.bytes
  }

  /// Reads the facts of a file from bytes; nil if the bytes are damaged.
  init?(kept bytes: ArraySlice<UInt8>, path: String) {
    var reader = FactsReader(bytes)
    do throws(FactsReader.Damage) {
      self.init(
        path: path, members: try reader.value(), imports: Set(try [String](from: &reader)),
        extensions: try reader.value(), statements: try reader.value(),
        remarks: try reader.value(), cacheComments: try reader.value(),
        unreleased: try reader.value())
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}

extension FileFacts.Remark: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(text, position, lines) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(text: try reader.value(), position: try reader.value(), lines: try reader.value())
  }
}

extension WrittenType: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(self) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.type() }

  /// Writes the parts of the type.
  func writeParts(to writer: inout FactsWriter) {
    switch self {
    case .named(let path): writer.write(kind: 0, path)
    case .optional(let type): writer.write(kind: 1, type)
    case .array(let type): writer.write(kind: 2, type)
    case .dictionary(let key, let value): writer.write(kind: 3, key, value)
    case .other(let text): writer.write(kind: 4, text)
    }
  }

  /// Reads the parts of the type.
  init(partsFrom reader: inout FactsReader) throws(FactsReader.Damage) {
    self =
      switch try reader.kind() {
      case 0: .named(try reader.value())
      case 1: .optional(try reader.value())
      case 2: .array(try reader.value())
      case 3: .dictionary(try reader.value(), try reader.value())
      case 4: .other(try reader.value())
      default: throw FactsReader.Damage()
      }
  }
}

extension WrittenType.Component: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(name, arguments) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(name: try reader.value(), arguments: try reader.value())
  }
}
