extension CanonicalForm {
  /// The form of a literal: its kind and its value, floating-point numbers to the bit.
  init(_ literal: Literal) {
    switch literal {
    case .bool(let value): add("bool", value ? "true" : "false")
    case .int(let value): add("int", String(value))
    case .double(let value): add("double", String(value.bitPattern, radix: 16))
    case .string(let value): add("string", value)
    case .date(let value): add("date", String(value.bitPattern, radix: 16))
    case .data(let value): add("data", bytes: value)
    case .array(let values):
      add("array", CanonicalForm { $0.add("element", each: values.map { CanonicalForm($0) }) })
    case .object(let values):
      add(
        "object",
        CanonicalForm { form in
          for (key, value) in values.sortedByName(\.key) { form.add(key, CanonicalForm(value)) }
        })
    }
  }

  /// The form of a default.
  init(_ value: DefaultValue) {
    switch value {
    case .literal(let literal): add("literal", CanonicalForm(literal))
    case .newUUID: add("newUUID", ifTrue: true)
    case .now: add("now", ifTrue: true)
    case .computed: add("computed", ifTrue: true)
    }
  }
}
