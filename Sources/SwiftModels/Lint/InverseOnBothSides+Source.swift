internal import SchemaLint

extension InverseOnBothSides: SourceAnalysis {
  /// A finding for the later of two relationships that name each other.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let ends = flow.program.models.flatMap { Self.ends(of: $0, in: flow.program) }
    let byName = Dictionary(grouping: ends) { End.Name(model: $0.model, property: $0.property) }
    return ends.compactMap { end in
      let named = End.Name(model: end.destination, property: end.inverse)
      guard
        let other = byName[named]?.first(where: {
          $0.destination == end.model && $0.inverse == end.property
        }), (other.file, other.position) < (end.file, end.position)
      else { return nil }
      return Finding(
        Self.id, .twice(flow.name(end), flow.name(other)),
        at: flow.place(end.position, inFile: end.file),
        notes: [
          .init(.other, at: flow.place(other.position, inFile: other.file)), .init(.takeOut),
        ])
    }
  }

  /// A relationship that names its inverse.
  fileprivate struct End {
    /// The name of an end.
    struct Name: Hashable {
      var model: SourceProgram.TypeID
      var property: String
    }

    var model: SourceProgram.TypeID
    var property: String
    var destination: SourceProgram.TypeID
    var inverse: String
    var file: Int
    var position: Position
  }

  private static func ends(of model: SourceProgram.TypeID, in program: SourceProgram) -> [End] {
    program.storedProperties(of: model).compactMap { property in
      guard let value = property.attribute("Relationship")?.value("inverse"),
        case .keyPath(_, let names) = value.kind, let inverse = names.last,
        case .declared(let destination)? = property.type?.core
      else { return nil }
      return End(
        model: model, property: property.facts.name, destination: destination, inverse: inverse,
        file: property.file, position: value.position)
    }
  }
}

extension ProgramFlow {
  fileprivate func name(_ end: InverseOnBothSides.End) -> String {
    "\(program[end.model].facts.name).\(end.property)"
  }
}

extension Finding.Message {
  fileprivate static func twice(_ end: String, _ other: String) -> Self {
    Self(
      "'\(end)' names '\(other)' as its inverse, which names it too: the compiler ends in a circle")
  }

  fileprivate static let other = Self("the other end says it already")

  fileprivate static let takeOut = Self("take 'inverse:' out of one of the two")
}
