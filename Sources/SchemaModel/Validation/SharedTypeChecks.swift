/// An enumeration or a composite that is invalid.
enum SharedTypeProblem: SchemaProblem {
  case emptyEnumeration(String)
  case repeatedRawValue(Literal, cases: (String, String), enumeration: String)
  case unfitRawValue(Literal, caseName: String, enumeration: String, rawType: Enumeration.RawType)
  case emptyComposite(String)
  case compositeCycle([String])

  var code: String {
    switch self {
    case .emptyEnumeration, .repeatedRawValue, .unfitRawValue: "invalid-enumeration"
    case .emptyComposite, .compositeCycle: "invalid-composite"
    }
  }

  var description: String {
    switch self {
    case .emptyEnumeration(let name): "the enumeration '\(name)' has no cases"
    case .repeatedRawValue(let value, let cases, let enumeration):
      "the cases '\(cases.0)' and '\(cases.1)' of '\(enumeration)' are both stored as "
        + value.spelling
    case .unfitRawValue(let value, let name, let enumeration, let rawType):
      "the case '\(name)' of '\(enumeration)' is stored as \(value.spelling), which is not "
        + (rawType == .int ? "an integer" : "a text")
    case .emptyComposite(let name): "the composite '\(name)' has no attributes"
    case .compositeCycle(let names):
      "the composite '\(names[0])' contains itself: "
        + (names + [names[0]]).joined(separator: " → ")
    }
  }
}

extension SchemaValidation {
  /// Checks enumerations and composites: their names, their members and their stored values.
  mutating func checkSharedTypes() {
    var names: [String: NameProblem.Subject] = [:]
    for enumeration in schema.enumerations {
      let path = SchemaPath(["enums", enumeration.name])
      checkTypeName(enumeration.name, .enumeration, in: &names, at: path)
      check(enumeration, at: path)
    }
    for composite in schema.composites {
      let path = SchemaPath(["composites", composite.name])
      checkTypeName(composite.name, .composite, in: &names, at: path)
      check(composite, at: path)
    }
    checkCompositeCycles()
  }

  private mutating func checkTypeName(
    _ name: String, _ subject: NameProblem.Subject, in names: inout [String: NameProblem.Subject],
    at path: SchemaPath
  ) {
    if !Identifier.isValid(name) { report(NameProblem.identifier(subject, name), at: path) }
    if AttributeType.scalars.contains(where: { $0.keyword == name }) {
      report(NameProblem.scalar(subject, name), at: path)
    }
    switch names.updateValue(subject, forKey: name) {
    case nil: break
    case subject: report(NameProblem.duplicate(subject, name, of: nil), at: path)
    default: report(NameProblem.enumerationAndComposite(name), at: path)
    }
  }

  private mutating func check(_ enumeration: Enumeration, at path: SchemaPath) {
    checkCaseNames(enumeration.cases.map(\.name), of: enumeration.name, at: path)
    var values: [Literal: String] = [:]
    for item in enumeration.cases {
      let place = path.appending("cases", item.name)
      if !enumeration.rawType.holds(item.rawValue) {
        report(
          SharedTypeProblem.unfitRawValue(
            item.rawValue, caseName: item.name, enumeration: enumeration.name,
            rawType: enumeration.rawType), at: place)
      }
      if let other = values.updateValue(item.name, forKey: item.rawValue), other != item.name {
        report(
          SharedTypeProblem.repeatedRawValue(
            item.rawValue, cases: (other, item.name), enumeration: enumeration.name), at: place)
      }
    }
  }

  /// Checks that an enumeration has at least one case, and that its cases have unique, valid names.
  mutating func checkCaseNames(_ cases: [String], of enumeration: String, at path: SchemaPath) {
    if cases.isEmpty { report(SharedTypeProblem.emptyEnumeration(enumeration), at: path) }
    var names: Set<String> = []
    for name in cases {
      let place = path.appending("cases", name)
      if !Identifier.isValid(name) {
        report(NameProblem.identifier(.enumerationCase, name), at: place)
      }
      if !names.insert(name).inserted {
        report(NameProblem.duplicate(.enumerationCase, name, of: enumeration), at: place)
      }
    }
  }

  private mutating func check(_ composite: Composite, at path: SchemaPath) {
    if composite.elements.isEmpty {
      report(SharedTypeProblem.emptyComposite(composite.name), at: path)
    }
    var names: Set<String> = []
    for element in composite.elements {
      let place = path.appending("attributes", element.name)
      if !Identifier.isValid(element.name) {
        report(NameProblem.identifier(.attribute, element.name), at: place)
      }
      if !names.insert(element.name).inserted {
        report(NameProblem.duplicate(.attribute, element.name, of: composite.name), at: place)
      }
      check(element, named: "\(composite.name).\(element.name)", at: place)
    }
  }

  /// Checks that no composite contains itself, not even in a list.
  ///
  /// A cycle is reported once, at its first member by name.
  private mutating func checkCompositeCycles() {
    var finished: Set<String> = []
    for composite in schema.composites {
      var path: [String] = []
      followComposite(composite.name, path: &path, finished: &finished)
    }
  }

  private mutating func followComposite(
    _ name: String, path: inout [String], finished: inout Set<String>
  ) {
    if let start = path.firstIndex(of: name) {
      let cycle = Array(path[start...]).rotatedToSmallest
      report(SharedTypeProblem.compositeCycle(cycle), at: SchemaPath(["composites", cycle[0]]))
      return
    }
    guard !finished.contains(name), let composite = composites[name] else { return }
    path.append(name)
    for element in composite.elements {
      if let inner = element.type.compositeName {
        followComposite(inner, path: &path, finished: &finished)
      }
    }
    path.removeLast()
    finished.insert(name)
  }
}

extension Enumeration.RawType {
  /// Whether a case of this raw type can be stored as this literal.
  fileprivate func holds(_ literal: Literal) -> Bool {
    switch (self, literal) {
    case (.int, .int), (.string, .string), (.none, .string): true
    default: false
    }
  }
}

extension AttributeType {
  /// The composite that a value contains, directly or in a list.
  fileprivate var compositeName: String? {
    switch self {
    case .composite(let name): name
    case .array(let element): element.compositeName
    default: nil
    }
  }
}

extension [String] {
  /// The same cycle, starting at its smallest member.
  fileprivate var rotatedToSmallest: [String] {
    guard let smallest = self.min(), let start = firstIndex(of: smallest) else { return self }
    return Array(self[start...] + self[..<start])
  }
}
