internal import Diagnostics

extension SchemaValidation {
  /// Checks an attribute of an entity: its type, and everything that depends on the type.
  mutating func check(_ attribute: Attribute, of entity: Entity) {
    guard !attribute.isPlain else { return }
    check(
      attribute, named: "\(entity.name).\(attribute.name)",
      at: .property(attribute.name, of: entity.name, .attributes))
  }

  /// Checks an attribute of an entity or of a composite.
  mutating func check(_ attribute: Attribute, named name: String, at path: SchemaPath) {
    checkType(attribute.type, of: name, at: path)
    checkStorage(of: attribute, named: name, at: path)
    checkDefault(of: attribute, named: name, at: path)
    checkBounds(of: attribute, named: name, at: path)
    checkPattern(of: attribute, named: name, at: path)
  }

  private mutating func checkType(_ type: AttributeType, of name: String, at path: SchemaPath) {
    switch type {
    case .array(let element): checkType(element, of: name, at: path)
    case .enumeration(.inline(let cases)): checkCaseNames(cases, of: name, at: path)
    case .enumeration(.named(let declared)):
      if enumerations[declared] == nil { reportUnknownType(declared, of: name, at: path) }
    case .composite(let declared):
      if composites[declared] == nil { reportUnknownType(declared, of: name, at: path) }
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable:
      break
    }
  }

  private mutating func reportUnknownType(_ type: String, of name: String, at path: SchemaPath) {
    let candidates =
      AttributeType.scalars.map(\.keyword) + (enumerations.keys.sorted() + composites.keys.sorted())
    let problem = AttributeProblem.unknownType(type, attribute: name)
    guard let foreign = ForeignTypeName(type) else {
      return report(problem, at: path.appending("type"), unknown: type, among: candidates)
    }
    report(problem, at: path.appending("type"), notes: [.init(foreign.advice)])
  }

  private mutating func checkStorage(
    of attribute: Attribute, named name: String, at path: SchemaPath
  ) {
    let isMisplaced =
      attribute.storage == .external
      ? attribute.type != .data
      : attribute.isFilePath && ![.string, .url].contains(attribute.type)
    if isMisplaced {
      report(
        AttributeProblem.misplaced(
          attribute.isFilePath ? .filePath : .storage, attribute: name, type: attribute.type),
        at: path.appending("storage"))
    }
  }

  private mutating func checkDefault(
    of attribute: Attribute, named name: String, at path: SchemaPath
  ) {
    guard let value = attribute.defaultValue else { return }
    let place = path.appending("default")
    if let misfit = fit.misfit(of: value, as: attribute.type) {
      reportDefault(misfit, of: attribute, named: name, at: place)
      return
    }
    guard case .literal(let literal) = value else { return }
    let measure = attribute.type == .string ? literal.length : literal
    if let minimum = attribute.minimum, measure.isBelow(minimum) {
      report(AttributeProblem.defaultOutOfBounds(.minimum, attribute: name), at: place)
    }
    if let maximum = attribute.maximum, maximum.isBelow(measure) {
      report(AttributeProblem.defaultOutOfBounds(.maximum, attribute: name), at: place)
    }
  }

  private mutating func reportDefault(
    _ misfit: LiteralMisfit, of attribute: Attribute, named name: String, at path: SchemaPath
  ) {
    let problem = AttributeProblem.unfitDefault(attribute: name, misfit)
    guard case .unknownCase(let name) = misfit, let cases = schema.cases(of: attribute.type) else {
      return report(problem, at: path)
    }
    if let meant = cases.first(where: { $0.rawValue == .string(name) }) {
      report(problem, at: path, notes: [.init("did you mean '\(meant.name)'?")])
    } else {
      report(problem, at: path, unknown: name, among: cases.map(\.name))
    }
  }

  private mutating func checkBounds(
    of attribute: Attribute, named name: String, at path: SchemaPath
  ) {
    checkBound(attribute.minimum, .minimum, of: attribute, named: name, at: path)
    checkBound(attribute.maximum, .maximum, of: attribute, named: name, at: path)
    if let minimum = attribute.minimum, let maximum = attribute.maximum,
      maximum.isBelow(minimum)
    {
      report(AttributeProblem.crossedBounds(attribute: name), at: path.appending("min"))
    }
  }

  private mutating func checkPattern(
    of attribute: Attribute, named name: String, at path: SchemaPath
  ) {
    guard let text = attribute.pattern else { return }
    let place = path.appending("pattern")
    guard attribute.type == .string else {
      report(
        AttributeProblem.misplaced(.pattern, attribute: name, type: attribute.type), at: place)
      return
    }
    do {
      let pattern = try Pattern(text)
      guard case .literal(.string(let value))? = attribute.defaultValue else { return }
      switch pattern.matches(value) {
      case true?: return
      case false?:
        report(AttributeProblem.defaultOffPattern(attribute: name), at: path.appending("default"))
      case nil: report(AttributeProblem.endlessPattern(text, attribute: name), at: place)
      }
    } catch {
      report(
        AttributeProblem.unusablePattern(text, attribute: name, reason: "\(error)"), at: place)
    }
  }

  /// Checks a bound: a length for a text, and a value of the attribute's own type for a number or a date.
  private mutating func checkBound(
    _ bound: Literal?, _ key: AttributeProblem.Key, of attribute: Attribute, named name: String,
    at path: SchemaPath
  ) {
    guard let bound else { return }
    let place = path.appending(key.rawValue)
    switch attribute.type {
    case .string:
      if case .int(let length) = bound, length >= 0 { return }
      report(AttributeProblem.unfitLength(bound, key, attribute: name), at: place)
    case .int16, .int32, .int64, .float, .double, .decimal, .date:
      if let misfit = fit.misfit(of: bound, as: attribute.type) {
        report(AttributeProblem.unfitBound(key, attribute: name, misfit), at: place)
      }
    case .bool, .uuid, .url, .data, .transformable, .array, .enumeration, .composite:
      report(
        AttributeProblem.misplaced(key, attribute: name, type: attribute.type), at: place)
    }
  }
}

extension Attribute {
  /// Whether it has only a built-in type, and so nothing that the checks can refuse.
  fileprivate var isPlain: Bool {
    type.isScalar && defaultValue == nil && storage == .inline && !isFilePath
      && minimum == nil && maximum == nil && pattern == nil
  }
}

extension Literal {
  /// The length of a text, to which its bounds apply; any other value itself.
  var length: Literal {
    if case .string(let text) = self { .int(Int64(text.count)) } else { self }
  }

  /// Whether a number or an instant is less than another; false for anything else.
  func isBelow(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: if let left = number, let right = other.number { left < right } else { false }
    }
  }

  private var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .bool, .string, .date, .data, .array, .object: nil
    }
  }
}
