internal import SchemaModel

/// Writes one version of a model as a `VersionedSchema` with the model classes in its braces.
struct SwiftDataVersion {
  /// What is not carried.
  private(set) var remarks: [ExportRemark] = []
  private let schema: Schema
  private let values: SwiftDataValues

  /// A writer of a version.
  init(_ schema: Schema) {
    self.schema = schema
    values = SwiftDataValues(schema)
  }

  /// Adds the version under a name.
  mutating func write(named name: String, to lines: inout SwiftLines) {
    let version = schema.version
    if let text = schema.documentation { lines.comment(text, mark: "///") }
    lines.braces("enum \(name): VersionedSchema") { lines in
      lines.braces("static var versionIdentifier: Schema.Version") {
        $0.add("Schema.Version(\(version.major), \(version.minor), \(version.patch))")
      }
      lines.add()
      lines.braces("static var models: [any PersistentModel.Type]") {
        $0.list(schema.entities.map { "\(SwiftSpelling.name($0.name)).self" })
      }
      writeParts(to: &lines)
    }
  }

  private mutating func writeParts(to lines: inout SwiftLines) {
    for entity in schema.entities {
      lines.add()
      write(entity, to: &lines)
    }
    for enumeration in schema.enumerations {
      lines.add()
      write(enumeration, to: &lines)
    }
    for (name, cases) in values.inlineEnumerations {
      lines.add()
      let cases = cases.map { Enumeration.Case($0, rawValue: .string($0)) }
      write(Enumeration(name, cases: cases), to: &lines)
    }
    for composite in schema.composites {
      lines.add()
      write(composite, to: &lines)
    }
    for query in schema.queries {
      remark("the query '\(query.name)'", "the query '\(query.name)' is left out")
    }
  }

  /// Notes what is not carried, and says it in a comment where it would stand.
  private mutating func remark(
    _ part: String, _ message: String, in lines: inout SwiftLines
  ) {
    remark(part, message)
    lines.comment("Not carried: \(message).")
  }

  private mutating func remark(_ part: String, _ message: String) {
    remarks.append(ExportRemark(part: part, message))
  }
}

// MARK: - Classes

extension SwiftDataVersion {
  private mutating func write(_ entity: Entity, to lines: inout SwiftLines) {
    if let text = entity.documentation { lines.comment(text, mark: "///") }
    remarkRest(of: entity, in: &lines)
    let hasChildren = schema.entities.contains { $0.parent == entity.name }
    if entity.parent != nil { lines.add("@available(iOS 26, macOS 26, *)") }
    lines.add("@Model")
    let parent = entity.parent.map { ": \(SwiftSpelling.name($0))" } ?? ""
    lines.braces("\(hasChildren ? "" : "final ")class \(SwiftSpelling.name(entity.name))\(parent)")
    {
      writeConstraints(of: entity, to: &$0)
      for attribute in entity.attributes { write(attribute, of: entity, to: &$0) }
      for relationship in entity.relationships { write(relationship, of: entity, to: &$0) }
      $0.add()
      writeInitializer(of: entity, to: &$0)
    }
  }

  private mutating func writeConstraints(of entity: Entity, to lines: inout SwiftLines) {
    let name = SwiftSpelling.name(entity.name)
    func lists(_ keys: [[String]]) -> [String] {
      keys.map { "[\($0.map { "\\.\(SwiftSpelling.name($0))" }.joined(separator: ", "))]" }
    }
    let isFirst = lines.lines.count
    if !entity.uniquenessConstraints.isEmpty, !areMarked(entity) {
      lines.call("#Unique<\(name)>", lists(entity.uniquenessConstraints))
    }
    if !entity.indexes.isEmpty {
      lines.call("#Index<\(name)>", lists(entity.indexes.map { $0.elements.map(\.property) }))
    }
    if lines.lines.count > isFirst { lines.add() }
  }

  /// Whether `@Attribute(.unique)` says all that there is to say, in the order of the attributes.
  private func areMarked(_ entity: Entity) -> Bool {
    let names = entity.uniquenessConstraints.compactMap { $0.count == 1 ? $0[0] : nil }
    return names.count == entity.uniquenessConstraints.count && Set(names).count == names.count
      && names == entity.attributes.map(\.name).filter(names.contains)
  }

  private mutating func remarkRest(of entity: Entity, in lines: inout SwiftLines) {
    let name = entity.name
    if entity.isAbstract {
      remark(name, "'\(name)' is abstract, which no class of SwiftData can be", in: &lines)
    }
    if let old = entity.renamedFrom {
      remark(
        name,
        "'\(name)' was '\(old)', and SwiftData cannot rename a class: move its objects in a "
          + "custom stage", in: &lines)
    }
    if entity.hashModifier != nil {
      remark(name, "'\(name)' has a hash modifier, which SwiftData knows of properties", in: &lines)
    }
    for rule in entity.rules {
      remark(name, "the rule '\(rule.name)' of '\(name)': \(rule.check)", in: &lines)
    }
    if entity.table != nil || entity.primaryKey != nil {
      remark(name, "'\(name)' has a table of its own, which SwiftData does not use", in: &lines)
    }
    if entity.indexes.contains(where: { $0.elements.contains { !$0.isAscending } }) {
      remark(name, "an index of '\(name)' that descends ascends here", in: &lines)
    }
  }
}

// MARK: - Attributes

extension SwiftDataVersion {
  private mutating func write(
    _ attribute: Attribute, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(attribute.name)"
    remarkRest(of: attribute, part, in: &lines)
    if let text = attribute.documentation { lines.comment(text, mark: "///") }
    var declaration =
      "var \(SwiftSpelling.name(attribute.name)): "
      + values.type(of: attribute, in: entity.name)
    let value = values.value(of: attribute, in: entity.name)
    if let value { declaration += " = \(value)" }
    if value == nil, attribute.defaultValue != nil {
      remark(part, "the default of '\(part)' has no form in Swift", in: &lines)
    }
    write(declaration, behind: mark(attribute, entity), to: &lines)
  }

  /// What stands before a property: `@Attribute(.unique)`.
  private struct Mark {
    var name: String
    var arguments: [String] = []
  }

  private func mark(_ attribute: Attribute, _ entity: Entity) -> Mark? {
    if attribute.isTransient { return Mark(name: "@Transient") }
    var arguments: [String] = []
    if areMarked(entity), entity.uniquenessConstraints.contains([attribute.name]) {
      arguments.append(".unique")
    }
    if attribute.storage == .external { arguments.append(".externalStorage") }
    if attribute.preservesValueOnDeletion { arguments.append(".preserveValueOnDeletion") }
    if attribute.type == .transformable {
      arguments.append(".transformable(by: \"NSSecureUnarchiveFromData\")")
    }
    if let old = attribute.renamedFrom {
      arguments.append("originalName: \(SwiftSpelling.text(old))")
    }
    if let modifier = attribute.hashModifier {
      arguments.append("hashModifier: \(SwiftSpelling.text(modifier))")
    }
    return arguments.isEmpty ? nil : Mark(name: "@Attribute", arguments: arguments)
  }

  /// A declaration behind its attribute, or below it where the line would be too long.
  private func write(
    _ declaration: String, behind mark: Mark?, to lines: inout SwiftLines
  ) {
    guard let mark else { return lines.add(declaration) }
    let text =
      mark.arguments.isEmpty
      ? mark.name : "\(mark.name)(\(mark.arguments.joined(separator: ", ")))"
    if text.count + declaration.count < lines.room { return lines.add("\(text) \(declaration)") }
    if mark.arguments.isEmpty { lines.add(text) } else { lines.call(mark.name, mark.arguments) }
    lines.add(declaration)
  }

  private mutating func remarkRest(
    of attribute: Attribute, _ part: String, in lines: inout SwiftLines
  ) {
    if attribute.type == .transformable, !attribute.isTransient {
      remark(part, "the class of '\(part)' is not known, so it stands as 'NSObject'", in: &lines)
    }
    if let derivation = attribute.derivation {
      remark(part, "'\(part)' is derived from '\(derivation)'", in: &lines)
    }
    for (bound, word) in [(attribute.minimum, "minimum"), (attribute.maximum, "maximum")] {
      guard bound != nil else { continue }
      remark(part, "'\(part)' has a \(word)", in: &lines)
    }
    if let pattern = attribute.pattern {
      remark(part, "'\(part)' matches '\(pattern)'", in: &lines)
    }
    if attribute.column != nil || attribute.sqlType != nil {
      remark(part, "'\(part)' has a column of its own, which SwiftData does not use", in: &lines)
    }
  }
}

// MARK: - Relationships

extension SwiftDataVersion {
  private mutating func write(
    _ relationship: Relationship, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(relationship.name)"
    if relationship.isOrdered {
      remark(part, "'\(part)' is ordered; give its objects a position to sort by", in: &lines)
    }
    if relationship.column != nil {
      remark(part, "'\(part)' has a column of its own, which SwiftData does not use", in: &lines)
    }
    if relationship.inverse == relationship.name, relationship.destination == entity.name {
      remark(part, "'\(part)' is its own inverse, which the compiler does not accept", in: &lines)
    }
    if let other = inferredInverse(of: relationship, in: entity) {
      remark(
        part, "'\(part)' has no inverse, and the platform infers '\(other)'", in: &lines)
    }
    if let text = relationship.documentation { lines.comment(text, mark: "///") }
    let destination = SwiftSpelling.name(relationship.destination)
    let question = relationship.isOptional ? "?" : ""
    let name = "var \(SwiftSpelling.name(relationship.name)): "
    let declaration =
      relationship.cardinality == .toOne
      ? name + destination + question
      : name + "[\(destination)]" + question + (relationship.isOptional ? "" : " = []")
    write(declaration, behind: mark(relationship, entity), to: &lines)
  }

  private func mark(_ relationship: Relationship, _ entity: Entity) -> Mark? {
    var arguments: [String] = []
    if let rule = relationship.declaredDeleteRule { arguments.append("deleteRule: .\(rule)") }
    if let count = relationship.minimumCount { arguments.append("minimumModelCount: \(count)") }
    if relationship.cardinality == .toMany, let count = relationship.maximumCount {
      arguments.append("maximumModelCount: \(count)")
    }
    if let old = relationship.renamedFrom {
      arguments.append("originalName: \(SwiftSpelling.text(old))")
    }
    if let inverse = relationship.inverse, saysInverse(relationship, entity) {
      let destination = SwiftSpelling.name(relationship.destination)
      arguments.append("inverse: \\\(destination).\(SwiftSpelling.name(inverse))")
    }
    if let modifier = relationship.hashModifier {
      arguments.append("hashModifier: \(SwiftSpelling.text(modifier))")
    }
    return arguments.isEmpty ? nil : Mark(name: "@Relationship", arguments: arguments)
  }

  /// The relationship that the platform takes for the inverse where none is named: the only one
  /// that leads back, of the only one that leads there.
  private func inferredInverse(of relationship: Relationship, in entity: Entity) -> String? {
    guard relationship.inverse == nil, relationship.destination != entity.name,
      entity.relationships.count(where: { $0.destination == relationship.destination }) == 1
    else { return nil }
    let back = schema.entity(named: relationship.destination)?.relationships.filter {
      $0.destination == entity.name
    }
    guard let other = back?.first, back?.count == 1, other.inverse == nil else { return nil }
    let toOnes = [relationship, other].filter { $0.cardinality == .toOne }
    guard !toOnes.isEmpty, toOnes.allSatisfy(\.isOptional) else { return nil }
    return "\(relationship.destination).\(other.name)"
  }

  /// Whether this end says the inverse for both: of a to-many and a to-one, the to-many; else the
  /// one that is declared first.
  private func saysInverse(_ relationship: Relationship, _ entity: Entity) -> Bool {
    guard let owner = schema.owner(of: relationship.inverse, in: relationship.destination),
      let other = owner.relationship(named: relationship.inverse ?? "")
    else { return true }
    if other.inverse != relationship.name { return true }
    if owner.name == entity.name, other.name == relationship.name { return false }
    if relationship.cardinality != other.cardinality { return relationship.cardinality == .toMany }
    let names = schema.entities.map(\.name)
    let places = [(entity, relationship.name), (owner, other.name)].map { entity, name in
      (
        names.firstIndex(of: entity.name) ?? 0,
        entity.relationships.firstIndex { $0.name == name } ?? 0
      )
    }
    return places[0] < places[1]
  }
}

extension Schema {
  /// The entity that declares a relationship which another one has or inherits.
  fileprivate func owner(of relationship: String?, in entity: String) -> Entity? {
    lineage(of: entity).first { $0.relationships.contains { $0.name == relationship } }
  }
}

// MARK: - Initializers

extension SwiftDataVersion {
  private struct Parameter {
    var name: String
    var type: String
    var value: String?
  }

  /// An initializer for what a new object must be given and the model has no value for.
  private func writeInitializer(of entity: Entity, to lines: inout SwiftLines) {
    let own = parameters(of: entity)
    let inherited = schema.lineage(of: entity.name).dropFirst().reversed().flatMap(parameters)
    let all = (inherited + own).map { parameter in
      "\(SwiftSpelling.name(parameter.name)): \(parameter.type)"
        + (parameter.value.map { " = \($0)" } ?? "")
    }
    let head = entity.parent != nil && own.isEmpty ? "override init" : "init"
    if own.isEmpty, inherited.isEmpty {
      lines.add(entity.parent == nil ? "init() {}" : "override init() { super.init() }")
      return
    }
    lines.call(head, all, ending: " {")
    lines.indented { lines in
      for parameter in own {
        lines.add("self.\(parameter.name) = \(SwiftSpelling.name(parameter.name))")
      }
      if entity.parent != nil {
        lines.call(
          "super.init",
          inherited.map { "\(SwiftSpelling.name($0.name)): \(SwiftSpelling.name($0.name))" })
      }
    }
    lines.add("}")
  }

  private func parameters(of entity: Entity) -> [Parameter] {
    let wanted = Set(entity.initializer ?? [])
    let attributes = entity.attributes.compactMap { attribute -> Parameter? in
      let value = values.value(of: attribute, in: entity.name)
      let isNeeded = value == nil && !attribute.isOptional
      guard isNeeded || wanted.contains(attribute.name) else { return nil }
      return Parameter(
        name: attribute.name, type: values.type(of: attribute, in: entity.name),
        value: value ?? (attribute.isOptional ? "nil" : nil))
    }
    let relationships = entity.relationships.compactMap { relationship -> Parameter? in
      guard relationship.cardinality == .toOne, !relationship.isOptional else { return nil }
      return Parameter(name: relationship.name, type: SwiftSpelling.name(relationship.destination))
    }
    return attributes + relationships
  }
}

// MARK: - Shared types

extension SwiftDataVersion {
  private func write(_ enumeration: Enumeration, to lines: inout SwiftLines) {
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
    case (.int, .int(let number)): " = \(number)"
    default: ""
    }
  }

  private mutating func write(_ composite: Composite, to lines: inout SwiftLines) {
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
