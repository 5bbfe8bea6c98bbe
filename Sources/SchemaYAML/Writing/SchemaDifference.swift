public import SchemaModel

/// A version, written as its differences from the version that it extends.
///
/// ```swift
/// let difference = SchemaDifference(of: second, extending: first, file: "V1.yaml")
/// difference.yaml
/// // schema: Library
/// // version: 2.0.0
/// // extends: V1.yaml
/// //
/// // entities:
/// //   Book:
/// //     attributes:
/// //       pages: int = 0
/// ```
///
/// If a change cannot be written in such a file, it is listed in ``obstacles``, and the text describes
/// another version.
public struct SchemaDifference {
  /// The file.
  public let yaml: String
  /// The removals that no key can express, such as the removal of an entity's parent.
  public let obstacles: [String]

  /// The difference between a version and an earlier one, whose file is named relative to the folder of the
  /// later file.
  public init(of document: SchemaDocument, extending base: Schema, file: String) {
    let schema = document.schema
    var removed = RemovedParts()
    var obstacles: [String] = []
    let entities = schema.entities.compactMap { entity -> Entity? in
      let old = base.entities.first { $0.name == entity.renamedFrom ?? entity.name }
      guard let old = old ?? base.entities.first(where: { $0.name == entity.name }) else {
        return entity
      }
      obstacles += entity.headerLosses(since: old)
      removed.add(from: old, to: entity)
      let changes = entity.changes(since: old)
      return changes == Entity(entity.name) ? nil : changes
    }
    let kept = Set(schema.entities.flatMap { [$0.name, $0.renamedFrom ?? $0.name] })
    removed.entities = base.entities.map(\.name).filter { !kept.contains($0) }
    removed.enumerations = base.enumerations.names(notIn: schema.enumerations)
    removed.composites = base.composites.names(notIn: schema.composites)
    removed.queries = base.queries.names(notIn: schema.queries)
    if base.profile != nil, schema.profile == nil { obstacles.append("the model has no 'profile'") }
    if base.declaredPlatform != nil, schema.declaredPlatform == nil {
      obstacles.append("the model has no 'platform'")
    }
    self.obstacles = obstacles
    yaml = SchemaWriter.yaml(
      of: Schema(
        name: schema.name, version: schema.version, documentation: schema.documentation,
        entities: entities,
        enumerations: schema.enumerations.filter { !base.enumerations.contains($0) },
        composites: schema.composites.filter { !base.composites.contains($0) },
        queries: schema.queries.filter { !base.queries.contains($0) },
        profile: schema.profile == base.profile ? nil : schema.profile,
        declaredPlatform: schema.declaredPlatform == base.declaredPlatform
          ? nil : schema.declaredPlatform),
      migration: document.migration, extending: file, without: removed)
  }
}

extension Array where Element: Named {
  fileprivate func names(notIn others: Self) -> [String] {
    let kept = Set(others.map(\.name))
    return map(\.name).filter { !kept.contains($0) }
  }
}

// MARK: - Additions

extension Entity {
  /// The entity with only the parts that differ from an earlier version.
  fileprivate func changes(since old: Entity) -> Entity {
    let names = newNames(since: old)
    func renamed(_ properties: [String]) -> [String] { properties.map { names[$0] ?? $0 } }
    let attributes = attributes.filter { attribute in
      attribute.renamedFrom != nil
        || old.attributes.first { $0.name == attribute.name }?.withoutRename != attribute
    }
    let relationships = relationships.filter { relationship in
      relationship.renamedFrom != nil
        || old.relationships.first { $0.name == relationship.name }?.withoutRename != relationship
    }
    // A key or an index at an attribute must be written again with the attribute.
    let rewritten = Set(attributes.map(\.name))
    let oldUnique = old.uniquenessConstraints.map(renamed)
    let oldIndexes = old.indexes.map { $0.renaming(names) }
    return Entity(
      name, parent: parent == old.parent ? nil : parent, isAbstract: isAbstract && !old.isAbstract,
      renamedFrom: renamedFrom,
      hashModifier: hashModifier == old.hashModifier ? nil : hashModifier,
      documentation: documentation == old.documentation ? nil : documentation,
      attributes: attributes, relationships: relationships,
      uniquenessConstraints: uniquenessConstraints.filter {
        !oldUnique.contains($0) || $0.count == 1 && rewritten.contains($0[0])
      },
      indexes: indexes.filter {
        !oldIndexes.contains($0)
          || $0.elements.count == 1 && rewritten.contains($0.elements[0].property)
      },
      rules: rules.filter { !old.rules.contains($0) },
      initializer: initializer == old.initializer?.map { names[$0] ?? $0 } ? nil : initializer,
      table: table == old.table ? nil : table,
      primaryKey: primaryKey == old.primaryKey ? nil : primaryKey)
  }

  /// The settings that the entity no longer has; a later file cannot remove them.
  fileprivate func headerLosses(since old: Entity) -> [String] {
    [
      parent == nil && old.parent != nil ? "parent" : nil,
      !isAbstract && old.isAbstract ? "abstract" : nil,
      hashModifier == nil && old.hashModifier != nil ? "hashModifier" : nil,
      documentation == nil && old.documentation != nil ? "doc" : nil,
      initializer == nil && old.initializer != nil ? "initializer" : nil,
      table == nil && old.table != nil ? "table" : nil,
      primaryKey == nil && old.primaryKey != nil ? "primaryKey" : nil,
    ].compactMap(\.self).map { "'\(name)' has no '\($0)'" }
  }

  /// The new names of properties of an earlier version, by their old names.
  fileprivate func newNames(since old: Entity) -> [String: String] {
    let renames =
      attributes.map { ($0.renamedFrom, $0.name) } + relationships.map { ($0.renamedFrom, $0.name) }
    let known = Set(old.attributes.map(\.name) + old.relationships.map(\.name))
    return Dictionary(
      renames.compactMap { former, name in
        former.flatMap { known.contains($0) ? ($0, name) : nil }
      }
    ) { first, _ in first }
  }
}

extension Attribute {
  fileprivate var withoutRename: Attribute {
    var attribute = self
    attribute.renamedFrom = nil
    return attribute
  }
}

extension Relationship {
  fileprivate var withoutRename: Relationship {
    var relationship = self
    relationship.renamedFrom = nil
    return relationship
  }
}

extension Index {
  fileprivate func renaming(_ names: [String: String]) -> Index {
    var index = self
    for position in elements.indices {
      let property = elements[position].property
      index.elements[position].property = names[property] ?? property
    }
    return index
  }
}

// MARK: - Removals

/// The parts of an earlier version that a later version no longer has, by their names in the earlier version.
struct RemovedParts {
  var entities: [String] = []
  var enumerations: [String] = []
  var composites: [String] = []
  var queries: [String] = []
  private(set) var attributes: [String] = []
  private(set) var relationships: [String] = []
  private(set) var rules: [String] = []
  private(set) var unique: [(String, [[String]])] = []
  private(set) var indexes: [(String, [[String]])] = []

  /// Adds the parts that an entity no longer has.
  fileprivate mutating func add(from old: Entity, to new: Entity) {
    let names = new.newNames(since: old)
    let kept = Set(new.attributes.map(\.name) + new.relationships.map(\.name) + Array(names.keys))
    attributes += old.attributes.map(\.name).filter { !kept.contains($0) }
      .map { "\(old.name).\($0)" }
    relationships += old.relationships.map(\.name).filter { !kept.contains($0) }
      .map { "\(old.name).\($0)" }
    let rules = Set(new.rules.map(\.name))
    self.rules += old.rules.map(\.name).filter { !rules.contains($0) }.map { "\(old.name).\($0)" }
    // A key or an index over a single property is removed with it.
    func isListed(_ properties: [String]) -> Bool {
      properties.count > 1 || kept.contains(properties[0])
    }
    let unique = old.uniquenessConstraints.filter { properties in
      isListed(properties)
        && !new.uniquenessConstraints.contains(properties.map { names[$0] ?? $0 })
    }
    if !unique.isEmpty { self.unique.append((old.name, unique)) }
    let indexes = old.indexes.filter {
      isListed($0.elements.map(\.property)) && !new.indexes.contains($0.renaming(names))
    }
    if !indexes.isEmpty { self.indexes.append((old.name, indexes.map(\.notation))) }
  }
}
