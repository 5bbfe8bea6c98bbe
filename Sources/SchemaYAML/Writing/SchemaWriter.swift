public import SchemaModel

/// Writes schemas as schema files, in one canonical form.
///
/// The text reads back as an equal schema and an equal migration. Equal schemas give equal bytes, so texts
/// can be compared, and stored with the data that they describe.
///
/// ```swift
/// SchemaWriter.yaml(of: Schema(name: "Library", version: Version(1)))
/// // schema: Library
/// // version: 1.0.0
/// ```
public enum SchemaWriter {
  /// The line width, at which texts are wrapped if they have spaces.
  public static let width = 80

  /// The complete file of a version, even if the version was read from a file that extends another.
  public static func yaml(of document: SchemaDocument) -> String {
    yaml(of: document.schema, migration: document.migration)
  }

  /// The complete file of a version.
  public static func yaml(
    of schema: Schema, migration: MigrationDeclaration? = nil
  ) -> String {
    yaml(of: schema, migration: migration, extending: nil, without: RemovedParts())
  }

  /// The file of a version that may extend another version.
  static func yaml(
    of schema: Schema, migration: MigrationDeclaration?, extending base: String?,
    without removed: RemovedParts
  ) -> String {
    var pairs = KeyList()
    pairs.add("schema", schema.name)
    pairs.add("platform", schema.declaredPlatform?.rawValue)
    pairs.add("version", .bare(schema.version.description))
    pairs.add("extends", base)
    pairs.add("doc", schema.documentation)
    pairs.add("profile", schema.profile?.rawValue)
    pairs.add("enums", schema.enumerations.section { YAMLOutput($0) })
    pairs.add("composites", schema.composites.section { YAMLOutput($0) })
    let entities = schema.entities.map { ($0.name, YAMLOutput($0)) }
    pairs.add("entities", entities.isEmpty ? nil : .chapters(entities))
    pairs.add("queries", schema.queries.section { YAMLOutput($0) })
    pairs.add("removed", YAMLOutput.removed(removed))
    pairs.add("migration", migration.map { YAMLOutput($0) })
    return YAMLOutput.section(pairs.pairs).file
  }
}

// MARK: - Shared types and queries

extension YAMLOutput {
  fileprivate init(_ enumeration: Enumeration) {
    let cases = Self.cases(of: enumeration)
    if enumeration.rawType == .string, enumeration.documentation == nil, case .list = cases {
      self = cases
      return
    }
    var pairs = KeyList()
    pairs.add("doc", enumeration.documentation)
    if enumeration.rawType != .string { pairs.add("raw", enumeration.rawType.rawValue) }
    pairs.add("cases", cases)
    self = enumeration.documentation == nil ? .mapping(pairs.pairs) : .section(pairs.pairs)
  }

  /// The cases: only names if the names determine the stored values.
  private static func cases(of enumeration: Enumeration) -> YAMLOutput {
    let implied = enumeration.cases.enumerated().allSatisfy { position, aCase in
      enumeration.rawType == .int
        ? aCase.rawValue == .int(Int64(position)) : aCase.rawValue == .string(aCase.name)
    }
    if implied { return .list(enumeration.cases.map { .text($0.name) }) }
    return .mapping(enumeration.cases.map { ($0.name, YAMLOutput($0.rawValue)) })
  }

  fileprivate init(_ composite: Composite) {
    var pairs = KeyList()
    pairs.add("doc", composite.documentation)
    pairs.add("attributes", composite.elements.section { YAMLOutput($0, isUnique: false) })
    self = .section(pairs.pairs)
  }

  fileprivate init(_ query: Query) {
    var pairs = KeyList()
    pairs.add("from", query.entity)
    pairs.add("where", query.filter)
    pairs.add("order", query.order)
    pairs.add("limit", query.limit)
    self = .mapping(pairs.pairs)
  }
}

// MARK: - Migrations

extension YAMLOutput {
  fileprivate init(_ migration: MigrationDeclaration) {
    var pairs = KeyList()
    pairs.add("kind", migration.kind?.rawValue)
    pairs.add("before", Self.checks(migration.before))
    let maps = migration.maps.map { ($0.entity, YAMLOutput($0)) }
    pairs.add("map", maps.isEmpty ? nil : .section(maps))
    pairs.add(
      "steps", migration.steps.isEmpty ? nil : .items(migration.steps.map { YAMLOutput($0) }))
    pairs.add("after", Self.checks(migration.after))
    self = .section(pairs.pairs)
  }

  private static func checks(_ checks: [MigrationDeclaration.Check]) -> YAMLOutput? {
    checks.isEmpty ? nil : .items(checks.map { YAMLOutput($0) })
  }

  private init(_ check: MigrationDeclaration.Check) {
    var pairs = KeyList()
    switch check {
    case .count(let entity, let number):
      pairs.add("count", entity)
      pairs.add("equals", number)
    case .expect(let sql, let value):
      pairs.add("expect", sql)
      pairs.add("equals", YAMLOutput(untyped: value))
    }
    self = .mapping(pairs.pairs)
  }
}
