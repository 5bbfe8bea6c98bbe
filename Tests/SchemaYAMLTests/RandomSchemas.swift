import SchemaModel
import TestSupport

/// Makes sound schemas out of everything that a schema may have, with hostile names and texts.
struct RandomSchemas {
  private var generator: SeededGenerator
  private var serial = 0
  private var enumerations: [Enumeration] = []
  private var composites: [Composite] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  // MARK: Choices

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &generator) == 0
  }

  private mutating func count(_ most: Int) -> Int { Int.random(in: 0...most, using: &generator) }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &generator)]
  }

  private mutating func maybe<Value>(_ oneIn: Int, _ value: (inout Self) -> Value) -> Value? {
    chance(oneIn) ? value(&self) : nil
  }

  // MARK: Names and texts

  static let words = [
    "no", "yes", "on", "off", "y", "n", "true", "null", "where", "enum", "type", "toOne",
    "é", "名前", "_x", "E1", "e3", "naïve", "имя", "string_", "x0x1F", "𝒳", "extends", "default",
  ]

  /// A name that nothing else has, even but for case.
  private mutating func name() -> String {
    serial += 1
    return chance(4) && serial <= Self.words.count
      ? Self.words[serial - 1] : "\(pick(Self.words))\(serial)"
  }

  static let texts = [
    "", " ", "no", "NULL", "~", "1.10", "0x1F", "1_000", "017", "1e3", ".inf", ".nan", "-", "--- a",
    "a: b", "a #b", "#b", "a:", ": a", "? a", "- a", "[a]", "{a: b}", "a, b", "'", "\"", "\\",
    "\\n", "a\nb", "a\n", "\n", "a\n\nb\n", " a\nb", "a\n \nb", "tab\there", "\t", "nul\0", "\u{7}",
    "\u{85}", "\u{2028}", "\u{feff}", "\u{fffe}", "\u{10ffff}", "é", "e\u{301}", "🦊👨‍👩‍👧", "名前",
    "uuid()", "now()", "computed()", "%a", "@a", "`a", "!a", "&a", "*a", "|", ">", "2026-01-31",
    "12:30:45", "=",
    "<<", "...", "a\r\nb", "1 apple", "trailing ", "x ? y : z", "it's \"q\"", "null",
    "long "
      + .init(
        repeating: "word ", count: 40), "://", "a]b", "a}b", "%20", "\u{a0}", "key: [1, 2",
  ]

  private mutating func text() -> String {
    chance(3) ? pick(Self.texts) + pick(Self.texts) : pick(Self.texts)
  }

  static let patterns = [
    "[a-z]+", "#[0-9A-Fa-f]{6}", #"\d{3}: .*"#, "'|\"", "- ?", "(yes|no)", #"\{.+\}\s# "#,
  ]

  // MARK: Literals

  static let integers: [Int64] = [0, 1, -1, 42, 32767, -32768]
  static let doubles = [
    0, -0.0, 1, -1, 0.1, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity,
    123_456_789_012_345_680, 2.5, 1e15,
    1e-7, .greatestFiniteMagnitude,
  ]
  static let dates = [
    0, -1, 1_769_817_600, 1_769_817_600.5, -62_135_596_800, 253_402_300_799, 1e12, -1e12, 0.1,
    .infinity, 1e-7, 86_399, 951_782_400, -0.0, 1e300,
  ]

  private mutating func literal(_ type: AttributeType) -> Literal {
    switch type {
    case .string: .string(text())
    case .int16, .int32: .int(pick(Self.integers))
    case .int64: .int(pick(Self.integers + [.min, .max]))
    case .bool: .bool(chance(2))
    case .float, .double: .double(pick(Self.doubles))
    case .decimal: .string(pick(["0", "1.10", "-0.5", "12345678901234567890.123", "1e5"]))
    case .date: .date(pick(Self.dates))
    case .uuid: .string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    case .url: .string(pick(["https://a.example/b?c=d#e", "a:b", "file:///x", "x"]))
    case .data, .transformable: .data((0..<count(40)).map { UInt8(truncatingIfNeeded: $0 * 37) })
    case .array(let element): .array((0..<count(3)).map { _ in literal(element) })
    case .enumeration(.inline(let cases)): .string(pick(cases))
    case .enumeration(.named(let name)):
      .string(pick(enumerations.first { $0.name == name }?.cases.map(\.name) ?? ["none"]))
    case .composite(let name): .object(parts(name))
    }
  }

  private mutating func parts(_ name: String) -> [String: Literal] {
    let elements = composites.first { $0.name == name }?.elements ?? []
    var parts: [String: Literal] = [:]
    for element in elements { parts[element.name] = literal(element.type) }
    return parts
  }

  // MARK: Types

  private mutating func type(_ depth: Int = 0) -> AttributeType {
    switch count(9) {
    case 0 where depth < 2: .array(type(depth + 1))
    case 1: .enumeration(.inline((0...count(3)).map { _ in name() }))
    case 2 where !enumerations.isEmpty: .enumeration(.named(pick(enumerations).name))
    case 3 where !composites.isEmpty: .composite(pick(composites).name)
    default: pick(AttributeType.scalars).type
    }
  }

  private mutating func enumeration() -> Enumeration {
    let rawType = pick(Enumeration.RawType.allCases)
    let custom = chance(2)
    let cases = (0...count(4)).map { position in
      let name = name()
      let raw: Literal =
        switch rawType {
        case .int: .int(custom ? Int64(position * 7 - 3) : Int64(position))
        case .string: .string(custom ? text() + "\(position)" : name)
        case .none: .string(name)
        }
      return Enumeration.Case(name, rawValue: raw)
    }
    return Enumeration(
      name(), rawType: rawType, cases: cases, documentation: maybe(3) { $0.text() })
  }

  private mutating func composite() -> Composite {
    Composite(
      name(), elements: (0...count(3)).map { _ in attribute() },
      documentation: maybe(3) { $0.text() })
  }

  // MARK: Properties

  private mutating func attribute() -> Attribute {
    let type = type()
    let isBounded = type.isNumeric || type == .string || type == .date
    let value = defaultValue(type)
    let mayHavePattern = type == .string && value == nil
    return Attribute(
      name(), type, isOptional: chance(2), defaultValue: value,
      storage: type == .data && chance(2) ? .external : .inline, isTransient: chance(9),
      preservesValueOnDeletion: chance(9), derivation: maybe(9) { $0.text() },
      renamedFrom: maybe(9) { $0.name() },
      hashModifier: maybe(9) { $0.text() }, documentation: maybe(4) { $0.text() },
      minimum: isBounded ? maybe(5) { $0.bound(type) } : nil,
      pattern: mayHavePattern ? maybe(4) { $0.pick(Self.patterns) } : nil,
      column: maybe(9) { $0.text() },
      sqlType: maybe(9) { $0.text() })
  }

  private mutating func bound(_ type: AttributeType) -> Literal {
    switch type {
    case .string: .int(0)
    case .date: .date(-.infinity)
    case .decimal: .string("-1e30")
    case .float, .double: .double(-.infinity)
    default: .int(type == .int64 ? .min : -32768)
    }
  }

  private mutating func defaultValue(_ type: AttributeType) -> DefaultValue? {
    switch count(6) {
    case 0, 1: nil
    case 5: .computed
    case 2 where type == .uuid || type == .string: .newUUID
    case 2 where type == .date: .now
    default: .literal(literal(type))
    }
  }

  private mutating func relationship(to entity: String) -> Relationship {
    let cardinality = pick(Relationship.Cardinality.allCases)
    return Relationship(
      name(), cardinality, entity, isOptional: chance(2),
      deleteRule: maybe(2) { $0.pick(DeleteRule.allCases) },
      isOrdered: cardinality == .toMany && chance(3), renamedFrom: maybe(9) { $0.name() },
      hashModifier: maybe(9) { $0.text() }, documentation: maybe(4) { $0.text() },
      column: cardinality == .toOne ? maybe(9) { $0.text() } : nil)
  }

  // MARK: Entities

  private mutating func entity(_ name: String, parent: String?, among names: [String]) -> Entity {
    var entity = Entity(
      name, parent: parent, isAbstract: chance(6), renamedFrom: maybe(9) { $0.name() },
      hashModifier: maybe(9) { $0.text() }, documentation: maybe(4) { $0.text() },
      attributes: (0..<count(6)).map { _ in attribute() },
      relationships: (0..<count(2)).map { _ in relationship(to: pick(names)) },
      rules: (0..<count(2)).map { ValidationRule(name: text() + "\($0)", check: text() + "x") })
    let stored = entity.attributes.filter { !$0.isTransient }.map(\.name)
    let shuffled = stored.shuffled(using: &generator)
    entity.uniquenessConstraints = shuffled.prefix(2).map { [$0] }
    if stored.count > 1 { entity.uniquenessConstraints.append(Array(stored.prefix(2))) }
    if let first = shuffled.first {
      entity.indexes = [
        Index([.init(first, isAscending: chance(2))], name: maybe(3) { $0.name() })
      ]
    }
    entity.initializer = maybe(4) { _ in shuffled }
    return entity
  }

  // MARK: Whole

  mutating func schema() -> Schema {
    enumerations = (0..<count(3)).map { _ in enumeration() }
    composites = []
    for _ in 0..<count(2) { composites.append(composite()) }
    let names = (0..<count(5)).map { _ in name() }
    var entities: [Entity] = []
    for (position, name) in names.enumerated() {
      let parent = position > 0 && chance(3) ? names[position - 1] : nil
      entities.append(entity(name, parent: parent, among: names))
    }
    let queries =
      names.isEmpty
      ? []
      : (0..<count(2)).map { _ in
        Query(
          name: name(), entity: pick(names), filter: maybe(2) { $0.text() },
          order: maybe(2) { $0.text() }, limit: maybe(2) { $0.count(9) })
      }
    return Schema(
      name: "S" + name(), version: Version(count(3), count(20), count(9)),
      documentation: maybe(4) { $0.text() }, entities: entities,
      enumerations: enumerations, composites: composites, queries: queries,
      declaredPlatform: maybe(4) { $0.pick(ModelPlatform.allCases) })
  }

  private mutating func deduplication(
    _ properties: [String], _ attributes: [String]
  ) -> Deduplication? {
    guard !properties.isEmpty, chance(2) else { return nil }
    return Deduplication(
      by: properties.filter { _ in chance(2) } + [pick(properties)], keep: choices(attributes))
  }

  private mutating func choices(_ attributes: [String]) -> [Deduplication.Choice] {
    let choices =
      [Deduplication.Choice.first, .prefer("a(" + text() + "\n)")]
      + attributes.flatMap { [.newest($0), .oldest($0)] }
    return choices.filter { _ in chance(2) } + [pick(choices)]
  }

  mutating func migration(for schema: Schema) -> MigrationDeclaration {
    let maps = schema.entities.map { entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      let properties = names.filter { _ in chance(2) }.map { ($0, text()) }
      let given = Set(properties.map(\.0))
      let kept = entity.relationships.map(\.name).filter { !given.contains($0) && chance(2) }
        .map { ($0, choices([])) }
      return MigrationDeclaration.EntityMap(
        entity.name, properties: Dictionary(properties) { first, _ in first },
        keptLinks: Dictionary(kept) { first, _ in first },
        filter: maybe(2) { $0.text() },
        deduplication: deduplication(names, entity.attributes.map(\.name)))
    }
    let results: [Literal?] = [
      nil, .bool(true), .int(.min), .double(1), .double(-.infinity), .string("1"), .string("null"),
      .string(text()),
    ]
    let checks = results.map { MigrationDeclaration.Check.expect(sql: text(), equals: $0) }
    let counts = schema.entities.map {
      MigrationDeclaration.Check.count(entity: $0.name, equals: chance(2) ? 3 : nil)
    }
    return MigrationDeclaration(
      kind: maybe(2) { $0.pick(MigrationDeclaration.Kind.allCases) }, before: counts, maps: maps,
      steps: schema.entities.flatMap { entity in
        [
          DeclaredStep(
            .sql(text()),
            touches: [entity.name] + entity.attributes.map { "\(entity.name).\($0.name)" }),
          DeclaredStep(
            .closure(text(), on: entity.name, reads: chance(2) ? [name()] : []), touches: []),
        ]
      },
      after: checks + counts)
  }
}
