internal import SchemaModel

/// Writes one version of a model as a `VersionedSchema` with nested model classes.
struct SwiftDataVersion {
  /// Remarks on the parts that are left out.
  private(set) var remarks: [ExportRemark] = []
  let schema: Schema
  let values: SwiftDataValues

  /// A writer of a version.
  init(_ schema: Schema) {
    self.schema = schema
    values = SwiftDataValues(schema)
  }

  /// Adds the version with a name.
  mutating func write(named name: String, to lines: inout SwiftLines) {
    let version = schema.version
    if let text = schema.documentation { lines.comment(text, mark: "///") }
    if let platforms = schema.platforms { lines.add(platforms) }
    lines.braces("enum \(name): VersionedSchema") { lines in
      let number = values.platform("Schema", in: "SwiftData") + ".Version"
      lines.braces("static var versionIdentifier: \(number)") {
        $0.add("\(number)(\(version.major), \(version.minor), \(version.patch))")
      }
      lines.add()
      let model = values.platform("PersistentModel", in: "SwiftData")
      lines.braces("static var models: [any \(model).Type]") {
        $0.list(schema.entities.map { "\(SwiftSpelling.name($0.name)).self" })
      }
      writeParts(to: &lines)
    }
  }

  mutating func writeParts(to lines: inout SwiftLines) {
    for module in values.hiddenModules {
      lines.add()
      remark(
        module,
        "'\(module)' hides the platform's module, which the source has to name: it does not compile",
        in: &lines)
    }
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

  /// Adds a remark on a part that is left out, and a comment at its place.
  mutating func remark(
    _ part: String, _ message: String, in lines: inout SwiftLines
  ) {
    remark(part, message)
    lines.comment("Not carried: \(message).")
  }

  mutating func remark(_ part: String, _ message: String) {
    remarks.append(ExportRemark(part: part, message))
  }
}

// MARK: - Classes

extension SwiftDataVersion {
  mutating func write(_ entity: Entity, to lines: inout SwiftLines) {
    if let text = entity.documentation { lines.comment(text, mark: "///") }
    remarkRest(of: entity, in: &lines)
    let hasChildren = schema.entities.contains { $0.parent == entity.name }
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

  mutating func writeConstraints(of entity: Entity, to lines: inout SwiftLines) {
    let name = SwiftSpelling.name(entity.name)
    func lists(_ keys: [[String]]) -> [SwiftPiece.Argument] {
      keys.map { .init(nil, .list($0.map { .word("\\.\(SwiftSpelling.name($0))") })) }
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

  /// Whether `@Attribute(.unique)` can express all uniqueness constraints, in the order of the attributes.
  func areMarked(_ entity: Entity) -> Bool {
    let names = entity.uniquenessConstraints.compactMap { $0.count == 1 ? $0[0] : nil }
    return names.count == entity.uniquenessConstraints.count && Set(names).count == names.count
      && names == entity.attributes.map(\.name).filter(names.contains)
  }

  private mutating func remarkRest(of entity: Entity, in lines: inout SwiftLines) {
    let name = entity.name
    if entity.isAbstract {
      remark(
        name, "'\(name)' is abstract, which no class of SwiftData can be; \(otherHash(entity))",
        in: &lines)
    }
    if let parent = schema.lineage(of: name).dropFirst().first(where: \.isAbstract) {
      remark(
        name,
        "'\(parent.name)' above '\(name)' is abstract, which no class can be; \(otherHash(entity))",
        in: &lines)
    }
    if let old = entity.renamedFrom {
      remark(
        name,
        "'\(name)' was '\(old)', and SwiftData cannot rename a class: move its objects in a "
          + "custom stage", in: &lines)
    }
    if entity.hashModifier != nil {
      remark(
        name,
        "'\(name)' has a hash modifier, which SwiftData knows of properties; \(otherHash(entity))",
        in: &lines)
    }
    for rule in entity.rules {
      remark(name, "the rule '\(rule.name)' of '\(name)': \(rule.check)", in: &lines)
    }
    if entity.table != nil || entity.primaryKey != nil {
      remark(name, "'\(name)' has a table of its own, which SwiftData does not use", in: &lines)
    }
    for index in entity.indexes {
      guard let own = index.name else { continue }
      remark(name, "the name '\(own)' of an index of '\(name)' is left out", in: &lines)
    }
    if entity.indexes.contains(where: { $0.elements.contains { !$0.isAscending } }) {
      remark(name, "an index of '\(name)' that descends ascends here", in: &lines)
    }
  }
}
