internal import SchemaModel

extension SwiftDataVersion {
  func write(_ enumeration: Enumeration, to lines: inout SwiftLines) {
    if let text = enumeration.documentation { lines.comment(text, mark: "///") }
    let raw =
      switch enumeration.rawType {
      case .string: "String, "
      case .int: "Int, "
      case .none: ""
      }
    lines.braces("enum \(SwiftSpelling.name(enumeration.name)): \(raw)Codable") { lines in
      for item in enumeration.cases {
        lines.add("case \(SwiftSpelling.name(item.name))\(rawValue(item, enumeration.rawType))")
      }
    }
  }

  private func rawValue(_ item: Enumeration.Case, _ type: Enumeration.RawType) -> String {
    switch (type, item.rawValue) {
    case (.string, .string(let text)): text == item.name ? "" : " = \(SwiftSpelling.text(text))"
    case (.int, .int(let number)): " = \(SwiftSpelling.integer(number))"
    case (.string, _), (.int, _), (.none, _): ""
    }
  }

  mutating func write(_ composite: Composite, to lines: inout SwiftLines) {
    if let text = composite.documentation { lines.comment(text, mark: "///") }
    lines.braces("struct \(SwiftSpelling.name(composite.name)): Codable") { lines in
      for element in composite.elements {
        if let text = element.documentation { lines.comment(text, mark: "///") }
        let value = values.value(of: element, in: composite.name).map { " = \($0)" } ?? ""
        lines.add(
          "var \(SwiftSpelling.name(element.name)): "
            + values.type(of: element, in: composite.name) + value)
      }
    }
  }
}
