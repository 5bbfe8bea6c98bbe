internal import SchemaModel

extension SwiftDataVersion {
  func write(_ enumeration: Enumeration, to lines: inout SwiftLines) {
    if let text = enumeration.documentation { lines.comment(text, mark: "///") }
    let raw =
      switch enumeration.rawType {
      case .string: values.platform("String", in: "Swift") + ", "
      case .int: values.platform("Int", in: "Swift") + ", "
      case .none: ""
      }
    lines.braces("enum \(SwiftSpelling.name(enumeration.name)): \(raw)\(codable)") { lines in
      for item in enumeration.cases {
        lines.enumCase(SwiftSpelling.name(item.name), rawValue(item, enumeration.rawType))
      }
    }
  }

  private func rawValue(_ item: Enumeration.Case, _ type: Enumeration.RawType) -> SwiftPiece? {
    switch (type, item.rawValue) {
    case (.string, .string(let text)): text == item.name ? nil : .text(text)
    case (.int, .int(let number)): .word(SwiftSpelling.integer(number))
    case (.string, _), (.int, _), (.none, _): nil
    }
  }

  mutating func write(_ composite: Composite, to lines: inout SwiftLines) {
    if let text = composite.documentation { lines.comment(text, mark: "///") }
    lines.braces("struct \(SwiftSpelling.name(composite.name)): \(codable)") { lines in
      for element in composite.elements {
        if let text = element.documentation { lines.comment(text, mark: "///") }
        let part = "\(composite.name).\(element.name)"
        let value = values.plainValue(of: element, in: composite.name)
        if element.type.core == .transformable {
          remark(part, Self.standIn(for: part), in: &lines)
        } else if value == nil, let defaultValue = element.defaultValue {
          remark(part, Self.leftOut(defaultValue, of: part), in: &lines)
        }
        lines.declare(
          "var \(SwiftSpelling.name(element.name))",
          values.plainType(of: element, in: composite.name), value)
      }
    }
  }

  private var codable: String { values.platform("Codable", in: "Swift") }

  /// The remark on a default that is not written.
  static func leftOut(_ defaultValue: DefaultValue, of part: String) -> String {
    defaultValue == .computed
      ? "the default of '\(part)' is computed by the app, which has to say how"
      : "the default of '\(part)' has no form in Swift"
  }

  /// The remark on opaque values that are encoded together with the value around them.
  static func standIn(for part: String) -> String {
    "the type of '\(part)' is not known, so it stands as 'Data'; write the type that the app has, "
      + "with its default"
  }
}
