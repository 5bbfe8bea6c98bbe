internal import SchemaModel

/// Makes the JSON texts of arrays and composites.
enum SampleJSON {
  /// The number of levels of composites and lists with complete content.
  private static let fullLevels = 4

  /// The JSON of a value of a type.
  ///
  /// From the fifth level on, only required parts are written: lists are empty, and composites have only
  /// their required elements. A composite never contains itself, so the recursion ends.
  static func text(
    of type: AttributeType, in schema: Schema, depth: Int = 0, _ random: inout RandomSource
  ) -> String {
    switch type {
    case .array(let element):
      return list(depth < fullLevels ? random.below(4) : 0, &random) {
        text(of: element, in: schema, depth: depth + 1, &$0)
      }
    case .composite(let name):
      let parts = (schema.composite(named: name)?.elements ?? []).filter {
        depth < fullLevels || !$0.isOptional
      }
      let members = parts.sorted { $0.name < $1.name }.map { part in
        "\"\(part.name)\":\(text(of: part.type, in: schema, depth: depth + 1, &random))"
      }
      return "{\(members.joined(separator: ","))}"
    case .bool: return random.once(in: 2) ? "true" : "false"
    case .int16, .int32, .int64: return "\(random.below(1000))"
    case .float, .double, .date: return "\(Double(random.below(100_000)) / 8)"
    case .decimal: return "\"\(random.below(1000)).\(10 + random.below(90))\""
    case .uuid: return "\"\(random.uuid())\""
    case .url: return "\"https://example.com/\(Words.one(&random))\""
    case .data, .transformable: return "\"AAEC\""
    case .string: return "\"\(Words.some(1...3, &random))\""
    case .enumeration:
      switch schema.cases(of: type)?.first?.rawValue {
      case .int(let number): return "\(number)"
      case .string(let name): return "\"\(name)\""
      default: return "null"
      }
    }
  }

  private static func list(
    _ count: Int, _ random: inout RandomSource, _ element: (inout RandomSource) -> String
  ) -> String {
    var elements: [String] = []
    for _ in 0..<count { elements.append(element(&random)) }
    return "[\(elements.joined(separator: ","))]"
  }
}
