extension FileFacts {
  /// The facts of the file as bytes, without its path; nil if the file has problems.
  ///
  /// Problems are not kept, so such a file is parsed each time.
  var kept: [UInt8]? {
    guard problems.isEmpty else { return nil }
    var writer = FactsWriter()
    members.write(to: &writer)
    writer.write(imports.sorted())
    writer.write(extensions)
    writer.write(statements)
    writer.write(remarks)
    writer.write(cacheComments) { writer, lines in
      writer.write(count: lines.lowerBound)
      writer.write(count: lines.upperBound)
    }
    writer.write(unreleased) { writer, range in
      writer.write(range.lowerBound)
      writer.write(range.upperBound)
    }
    return writer.bytes
  }

  /// Reads the facts of a file from bytes; nil if the bytes are damaged.
  init?(kept bytes: ArraySlice<UInt8>, path: String) {
    var reader = FactsReader(bytes)
    do throws(FactsReader.Damage) {
      self.init(
        path: path, members: try reader.value(), imports: Set(try reader.list(String.self)),
        extensions: try reader.list(), statements: try reader.list(),
        remarks: try reader.list(),
        cacheComments: try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
          try FactsReader.range(reader.count(), reader.count())
        },
        unreleased: try reader.list { (reader: inout FactsReader) throws(FactsReader.Damage) in
          try FactsReader.range(reader.position(), reader.position())
        })
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}

extension FileFacts.Remark: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(text)
    writer.write(position)
    writer.write(count: lines.lowerBound)
    writer.write(count: lines.upperBound)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(
      text: try reader.text(), position: try reader.position(),
      lines: try FactsReader.range(reader.count(), reader.count()))
  }
}

extension FactsReader {
  /// The range between two bounds, which must be in order.
  fileprivate static func range<Bound>(
    _ first: Bound, _ last: Bound
  ) throws(Damage) -> ClosedRange<Bound> {
    guard first <= last else { throw Damage() }
    return first...last
  }
}
