package import Diagnostics
package import SchemaModel

/// Reads the mapping of a JSON file's records to objects.
///
/// ```yaml
/// records: recipes
/// entity: RecipeModel
/// key: [uuid]
/// attributes:
///   uuid: uuid
///   servings: {from: yield.servings, default: 4}
///   extendedIngredientsJSON: {json: ingredients}
///   createdAt: {from: created, date: milliseconds}
/// relationships:
///   notes: {from: notes, attributes: {content: ., uuid: {default: uuid()}}}
///   books: {from: books, key: [name], attributes: {name: ., uuid: {default: uuid()}}}
/// ignore: [legacyId]
/// ```
package enum ImportMappingReader {
  /// Reads the mapping in a file, for a model.
  ///
  /// - Throws: all problems of the file.
  package static func read(
    file path: String, for schema: Schema
  ) throws(DiagnosticsError) -> ImportMapping {
    let log = ProblemLog()
    let document = try SettingsReader.document(
      ofFile: path, beginning: "a mapping of records begins with 'entity: Name'")
    log.add(document.problems)
    let mapping = ImportMappingReading(schema: schema, log: log).mapping(document.root)
    guard let mapping, log.diagnostics.isEmpty else {
      throw DiagnosticsError(log.diagnostics.sorted())
    }
    return mapping
  }
}

/// Reads the parts of a mapping file.
private struct ImportMappingReading {
  let schema: Schema
  let log: ProblemLog

  private static let objectKeys = ["key", "attributes", "relationships", "ignore"]

  func mapping(_ node: YAMLNode) -> ImportMapping? {
    guard
      let fields = Fields(
        node, of: "a mapping of records", key: "the file",
        allowed: ["doc", "records", "entity"] + Self.objectKeys, log: log)
    else { return nil }
    // Both keys are checked, so that both are reported.
    let (hasEntity, hasKey) = (fields.require("entity"), fields.require("key"))
    guard hasEntity, let entity = entity(fields) else { return nil }
    let object = object(of: entity, fields, from: nil)
    guard hasKey else { return nil }
    if case .sequence(let key)? = fields["key"]?.content, key.isEmpty {
      report("a record must be known again by its key, and none is named", at: fields, "key")
    }
    let records = fields["records"].map { path($0, of: "records") }
    return ImportMapping(records: records ?? [], object: object)
  }

  private func entity(_ fields: Fields) -> String? {
    guard let name = fields.text("entity") else { return nil }
    guard schema.entity(named: name) != nil else {
      log.report(
        .unknownMappedEntity(name, candidates: schema.entities.map(\.name)),
        at: fields["entity"]?.location ?? fields.location)
      return nil
    }
    return name
  }

  /// A path of members: `image.url`, or a list if a name contains a dot; `.` is the empty path.
  private func path(_ node: YAMLNode, of key: String) -> [String] {
    if case .sequence = node.content { return node.names(of: key, log: log) ?? [] }
    guard let text = node.text(of: key, log: log) else { return [] }
    let path = Self.path(text)
    if path.contains("") {
      report(
        "'\(text)' names no member: write 'a.b' for a member of a member, or '.' for the value itself",
        at: node.location)
    }
    return path
  }

  private static func path(_ text: String) -> [String] {
    text == "."
      ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private func report(_ message: String, at location: SourceLocation) {
    log.add([Diagnostic(code: "unusable-mapping", message, at: location)])
  }

  private func report(_ message: String, at fields: Fields, _ key: String) {
    report(message, at: fields[key]?.location ?? fields.location)
  }
}

// MARK: - Objects

extension ImportMappingReading {
  /// The mapping of a record, or of an object that a relationship leads to.
  private func object(
    of entity: String, _ fields: Fields, from link: Relationship?
  ) -> ObjectMapping {
    checkIsImportable(entity, at: fields)
    let attributes = fields.entries("attributes").compactMap { value($0, of: entity) }
    let relationships = fields.entries("relationships")
    let key = fields.names("key") ?? []
    if !key.isEmpty {
      for (name, node) in zip(key, fields.list("key")) {
        checkKey(name, of: entity, among: attributes, at: node.location)
      }
    }
    let mapped = (fields.entries("attributes") + relationships).map(\.key.text)
    checkRequired(entity, mapped + [link?.inverse].compactMap(\.self), at: fields.location)
    for pair in relationships where pair.key.text == link?.inverse {
      report(
        "'\(entity).\(pair.key.text)' leads back to the object above, which is not said again",
        at: pair.key.location)
    }
    return ObjectMapping(
      entity: entity, key: key, attributes: attributes,
      relationships: relationships.filter { $0.key.text != link?.inverse }
        .compactMap { self.link($0, of: entity) },
      ignored: (fields.names("ignore") ?? []).map(Self.path))
  }

  private func checkKey(
    _ name: String, of entity: String, among attributes: [ValueMapping],
    at location: SourceLocation
  ) {
    guard let mapped = attributes.first(where: { $0.attribute == name }) else {
      return report(
        "the key '\(name)' of '\(entity)' is not among the attributes that are mapped",
        at: location)
    }
    if mapped.source == nil, let fallback = mapped.fallback, fallback.isFresh {
      report(
        "the key '\(name)' of '\(entity)' would be another one each time, so that nothing is known "
          + "again: say 'from' which member it comes", at: location)
    }
  }

  private func checkIsImportable(_ entity: String, at fields: Fields) {
    guard let found = schema.entity(named: entity) else { return }
    if found.isAbstract {
      report("'\(entity)' is abstract, and has no objects", at: fields, "entity")
    } else if found.table != nil {
      report(
        "'\(entity)' is kept in a table of an existing database, and its objects are not imported",
        at: fields, "entity")
    }
  }

  private func checkRequired(
    _ entity: String, _ mapped: [String], at location: SourceLocation
  ) {
    let attributes = schema.allAttributes(of: entity)
      .filter { !$0.isOptional && [nil, .computed].contains($0.defaultValue) && !$0.isTransient }
      .map(\.name)
    let relationships = schema.allRelationships(of: entity)
      .filter { $0.cardinality == .toOne && !$0.isOptional }.map(\.name)
    for name in attributes + relationships where !mapped.contains(name) {
      report(
        "'\(entity).\(name)' must have a value, and nothing says where it comes from", at: location)
    }
  }
}

// MARK: - Properties

extension ImportMappingReading {
  private func value(_ pair: YAMLNode.Pair, of entity: String) -> ValueMapping? {
    let attributes = schema.allAttributes(of: entity)
    guard let attribute = attributes.first(where: { $0.name == pair.key.text }) else {
      unknown(pair.key, of: entity, among: attributes.map(\.name))
      return nil
    }
    let name = "\(entity).\(attribute.name)"
    if attribute.isTransient {
      report("'\(name)' is transient, and nothing of it is stored", at: pair.key.location)
    }
    guard case .mapping = pair.value.content else {
      return ValueMapping(attribute: attribute.name, source: path(pair.value, of: "from"))
    }
    guard
      let fields = Fields(
        pair.value, of: "the attribute '\(attribute.name)'", key: attribute.name,
        allowed: ["from", "json", "default", "date"], log: log)
    else { return nil }
    var mapping = ValueMapping(attribute: attribute.name)
    mapping.isJSON = fields["json"] != nil
    if mapping.isJSON, fields["from"] != nil {
      report("'from' and 'json' exclude each other", at: fields, "json")
    } else if !mapping.isJSON, fields["default"] == nil, !fields.require("from") {
      return nil
    }
    if mapping.isJSON, attribute.type != .string {
      report("'\(name)' is no 'string', and holds no JSON text", at: fields, "json")
    }
    if fields["date"] != nil, attribute.type != .date {
      report("'\(name)' is no 'date'", at: fields, "date")
    }
    let source = mapping.isJSON ? "json" : "from"
    mapping.source = fields[source].map { path($0, of: source) }
    mapping.dateForm = fields.word("date", as: ValueMapping.DateForm.self) ?? .iso8601
    mapping.fallback = fields["default"].flatMap { literals.defaultValue($0, as: attribute.type) }
    if mapping.fallback == .computed {
      report(
        "'computed()' is made by the app alone, and no value for '\(name)'", at: fields, "default")
    } else if let fallback = mapping.fallback,
      let misfit = schema.misfit(of: fallback, for: attribute)
    {
      report("the default of '\(name)' \(misfit)", at: fields, "default")
    }
    return mapping
  }

  private func unknown(_ key: YAMLNode.Key, of entity: String, among candidates: [String]) {
    log.report(
      .unknownMappedProperty(key.text, entity: entity, candidates: candidates), at: key.location)
  }

  private var literals: LiteralReader {
    let parts = schema.composites.map { composite in
      let types = composite.elements.map { ($0.name, $0.type) }
      return (composite.name, Dictionary(types, uniquingKeysWith: { first, _ in first }))
    }
    return LiteralReader(
      log: log, elements: Dictionary(parts, uniquingKeysWith: { first, _ in first }),
      enumerations: Set(schema.enumerations.map(\.name)))
  }

  private func link(_ pair: YAMLNode.Pair, of entity: String) -> LinkMapping? {
    let relationships = schema.allRelationships(of: entity)
    guard let relationship = relationships.first(where: { $0.name == pair.key.text }) else {
      unknown(pair.key, of: entity, among: relationships.map(\.name))
      return nil
    }
    guard
      let fields = Fields(
        pair.value, of: "the relationship '\(relationship.name)'", key: relationship.name,
        allowed: ["from", "entity"] + Self.objectKeys, log: log), fields.require("from"),
      let source = fields["from"]
    else { return nil }
    var destination = relationship.destination
    if fields["entity"] != nil {
      guard let named = self.entity(fields) else { return nil }
      guard schema.isEntity(named, orDescendantOf: destination) else {
        report("'\(named)' is no '\(destination)'", at: fields, "entity")
        return nil
      }
      destination = named
    }
    return LinkMapping(
      relationship: relationship.name, source: path(source, of: "from"),
      object: object(of: destination, fields, from: relationship))
  }
}
