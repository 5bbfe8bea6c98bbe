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
        let part = "\(composite.name).\(element.name)"
        let value = values.value(of: element, in: composite.name)
        if element.type.core == .transformable {
          remark(part, Self.standIn(for: part), in: &lines)
        } else if value == nil, element.defaultValue != nil {
          remark(part, "the default of '\(part)' has no form in Swift", in: &lines)
        }
        lines.add(
          "var \(SwiftSpelling.name(element.name)): "
            + values.plainType(of: element, in: composite.name) + (value.map { " = \($0)" } ?? ""))
      }
    }
  }

  /// What is said of opaque values that are encoded with what is around them.
  static func standIn(for part: String) -> String {
    "the type of '\(part)' is not known, so it stands as 'Data'; write the type that the app has, "
      + "with its default"
  }
}
