package import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout

/// Declared SQL that reads the `_id` of objects that may have been renumbered by then.
///
/// Links follow objects that get a new `_id`; an attribute that holds one does not.
package struct StaleIdentity: Hashable, Sendable {
  /// The use that the SQL makes of the `_id`.
  package enum Use: Hashable, Sendable {
    /// It makes a link of this property or literal.
    case links(String)
    /// It compares an `_id`, or a link, with something else.
    case compares
  }

  /// The use that the SQL makes of the `_id`.
  package var use: Use
  /// The step that it is part of.
  package var layer: MappingLayer
  /// The property whose value the SQL computes; nil for a condition for objects.
  package var property: String?
  /// The entity from whose objects the SQL makes additional objects; nil for objects that continue.
  package var origin: String?
  /// The source entities whose objects may be renumbered, sorted.
  package var renumbered: [String]
}

/// An attribute whose values are the `_id`s of objects of one table, and from which a link is made.
struct IdentityAttribute: Hashable {
  var table: String
  var column: String
  /// The table whose identities it holds.
  var home: String
}

/// Finds declared SQL that reads `_id`s of objects that move into one table.
struct IdentityReaders {
  let mapping: Mapping
  let source: StoreLayout

  /// An expression or a condition in the first step of objects.
  private struct Reader {
    var mapping: EntityMapping
    var from: String
    var layer: MappingLayer
    var property: String?
    var sql: String
  }

  private var readers: [Reader] {
    (mapping.entities + mapping.additions).flatMap { entity -> [Reader] in
      guard let from = entity.source, let layer = entity.layers.first else { return [] }
      let values = layer.values.compactMap { value in
        value.value.declaredExpression.map {
          Reader(mapping: entity, from: from, layer: layer, property: value.property, sql: $0)
        }
      }
      let filter = layer.filter.map {
        Reader(mapping: entity, from: from, layer: layer, property: nil, sql: $0)
      }
      return values + [filter].compactMap(\.self)
    }
  }

  /// The source tables with the objects to which a link made by an expression may lead; empty if the
  /// expression makes no link.
  private func homes(ofLinkMadeBy reader: Reader) -> Set<String> {
    guard let property = reader.property,
      let found = mapping.target.relationship(named: property, of: reader.mapping.entity)
    else { return [] }
    let family = Set(mapping.target.family(of: found.relationship.destination).map(\.name))
    return Set(
      (mapping.entities + mapping.additions).filter { family.contains($0.entity) }
        .compactMap { $0.source.flatMap { source.table(of: $0) } })
  }

  /// The attributes from which links are made, if it is certain whose `_id` they hold and their values have
  /// no other use.
  var attributes: [IdentityAttribute] {
    let candidates = readers.compactMap { reader -> (reader: Reader, held: IdentityAttribute)? in
      let homes = homes(ofLinkMadeBy: reader)
      guard homes.count == 1, let home = homes.first, let attribute = attribute(in: reader) else {
        return nil
      }
      return (
        reader, IdentityAttribute(table: attribute.table, column: attribute.column, home: home)
      )
    }
    return Set(candidates.filter { isAlone($0.reader) }.map(\.held)).sorted {
      ($0.table, $0.column, $0.home) < ($1.table, $1.column, $1.home)
    }
  }

  /// The column of the attribute that is the whole expression, if it holds integers.
  private func attribute(in reader: Reader) -> (table: String, column: String, property: String)? {
    let words = IdentityWords(reader.sql, of: reader.from, in: source, changing: [])
    guard let name = words.onlyName,
      let attribute = source.schema.allAttributes(of: reader.from).first(where: {
        $0.name.asciiLowercased == name.asciiLowercased
      }), [.int16, .int32, .int64].contains(attribute.type),
      let table = source.table(of: reader.from), !source.isExisting(reader.from),
      let column = source.column(of: attribute.name, in: reader.from)
    else { return nil }
    return (table, column, attribute.name)
  }

  /// Whether no other SQL reads the attribute that is the whole expression.
  private func isAlone(_ reader: Reader) -> Bool {
    guard let column = attribute(in: reader) else { return false }
    let name = reader.sql
    let others = readers.filter { $0.sql != name || $0.property != reader.property }.map(\.sql)
    let all = (mapping.entities + mapping.additions).filter {
      $0.source.flatMap { source.table(of: $0) } == column.table
    }
    let values = all.flatMap { $0.layers.prefix(1) }.flatMap(\.values).map(\.value)
    let isCarried = values.contains { value in
      value.declaredExpression == nil
        && value.carriedProperty?.asciiLowercased == column.property.asciiLowercased
    }
    let conditions = (mapping.entities + mapping.additions).flatMap(\.layers).flatMap(\.values)
      .flatMap(\.value.choices).conditions
    return !isCarried && !mapping.steps.contains { $0.closure != nil }
      && !(others + conditions).contains { SQLTokens($0).mentions([column.property]) }
  }

  /// The declared SQL that reads the `_id`s of objects in tables that are renumbered.
  func stale(whereIdentitiesChangeIn tables: Set<String>) -> [StaleIdentity] {
    guard !tables.isEmpty else { return [] }
    let carried = Set(attributes)
    return readers.compactMap { reader in
      let words = IdentityWords(reader.sql, of: reader.from, in: source, changing: tables)
      let homes = homes(ofLinkMadeBy: reader)
      let isCarried = attribute(in: reader).map { found in
        carried.contains {
          $0.table == found.table && $0.column == found.column && homes == [$0.home]
        }
      }
      let use: StaleIdentity.Use
      if !homes.isDisjoint(with: tables), isCarried != true,
        let given = words.givenBesidesIdentities
      {
        use = .links(given)
      } else if words.comparesIdentities {
        use = .compares
      } else {
        return nil
      }
      return StaleIdentity(
        use: use, layer: reader.layer, property: reader.property,
        origin: mapping.additions.contains(reader.mapping) ? reader.from : nil,
        renumbered: entities(in: tables))
    }
  }

  /// The topmost entities of some tables, sorted.
  private func entities(in tables: Set<String>) -> [String] {
    source.schema.entities.filter { entity in
      entity.parent == nil && source.table(of: entity.name).map(tables.contains) == true
    }.map(\.name).sorted()
  }
}

extension ValueSource {
  /// The choices among several links.
  fileprivate var choices: [Deduplication.Choice] {
    if case .chosen(_, by: let choices, agreeing: let others) = self {
      choices + (others ?? [])
    } else {
      []
    }
  }
}

extension StoreScript {
  /// The mapping's declared SQL that reads the `_id`s of objects that may be renumbered.
  package func staleIdentities(of mapping: Mapping) -> [StaleIdentity] {
    IdentityReaders(mapping: mapping.resolvingPaths(in: source, to: target), source: source)
      .stale(whereIdentitiesChangeIn: Set(renumberings.flatMap(\.tables)))
  }
}

/// The parts of a piece of declared SQL, over an entity's objects, that are read as numbers of objects.
///
/// In doubt, a part counts as a number of objects.
struct IdentityWords {
  /// The folded names and keywords.
  private let words: Set<String>
  private let expression: SQLExpression
  private let entity: String
  private let layout: StoreLayout
  /// The tables whose objects may get new numbers.
  private let changing: Set<String>

  init(_ sql: String, of entity: String, in layout: StoreLayout, changing: Set<String>) {
    (self.entity, self.layout, self.changing) = (entity, layout, changing)
    (expression, words) = (SQLExpression(sql), SQLTokens(sql).foldedNames)
  }

  /// The name of the property, if the SQL is nothing but a name such as `fid` or `Note.fid`.
  var onlyName: String? {
    guard case .name(let parts) = expression else { return nil }
    let qualifiers = parts.dropLast()
    let isOwn = qualifiers.map(\.asciiLowercased) == [entity.asciiLowercased]
    return qualifiers.isEmpty || isOwn ? parts.last : nil
  }

  /// A possible result that is neither the `_id` of an object nor a link, such as a property or a literal;
  /// nil if every result is an identity.
  var givenBesidesIdentities: String? {
    results(of: expression).lazy.compactMap(givenBesidesIdentity).first
  }

  /// Whether a number that may change is compared with a number that does not follow the change.
  var comparesIdentities: Bool {
    expression.all.contains { part in
      switch part {
      case .operation(let name, let operands) where Self.calculations.contains(name):
        return operands.contains { use(of: $0) == .changing }
      case .operation(let name, let operands) where !Self.answers.contains(name):
        return mixesIdentities(operands)
      case .choice(let base?, let conditions, results: _):
        return mixesIdentities([base] + conditions)
      default: return false
      }
    }
  }

  private static let calculations: Set = [
    "+", "-", "*", "/", "%", "&", "|", "~", "<<", ">>", "||", "->", "->>",
  ]
  /// Operators that do not compare their operands with one another.
  private static let answers: Set = ["AND", "OR", "NOT", "COLLATE"]

  private enum Use { case changing, staying, nothing, other }

  private func mixesIdentities(_ operands: [SQLExpression]) -> Bool {
    let uses = operands.map(use)
    return uses.contains(.changing) && uses.contains(.other)
  }

  private func use(of operand: SQLExpression) -> Use {
    let results = results(of: operand)
    if results.contains(where: { givenBesidesIdentity($0) != nil }) { return .other }
    let homes = results.compactMap(homes)
    if homes.isEmpty { return .nothing }
    return homes.contains { !$0.isDisjoint(with: changing) } ? .changing : .staying
  }

  // MARK: Results

  /// The names and literals that may be, or be part of, the result of an expression.
  private func results(of expression: SQLExpression) -> [SQLExpression] {
    switch expression {
    case .name, .literal, .call("COUNT", _): [expression]
    case .choice(_, conditions: _, let results): results.flatMap(self.results)
    // The columns of a common table may have the names of identities.
    case .query(let results, others: _) where !words.contains("with"):
      results.flatMap(self.results)
    case .call("IIF", let arguments), .call("IF", let arguments):
      arguments.dropFirst().flatMap(results)
    default: expression.parts.flatMap(results)
    }
  }

  private func givenBesidesIdentity(_ result: SQLExpression) -> String? {
    switch result {
    case .literal(let token): token.kind == .word ? nil : token.text
    case .name(let parts): homes(of: result) == nil ? parts.last : nil
    case .call(let name, _): name.lowercased()
    default: nil
    }
  }

  // MARK: Names

  /// The tables whose objects' numbers a name stands for; nil if it does not stand for such numbers.
  private func homes(of name: SQLExpression) -> Set<String>? {
    guard case .name(let parts) = name, let last = parts.last else { return nil }
    let (folded, qualifier) = (last.asciiLowercased, parts.dropLast().last)
    let schema = layout.schema
    if folded == StoreLayout.identityColumn { return homes(ofIdentityQualifiedBy: qualifier) }
    let isOwnAttribute = schema.allAttributes(of: entity).contains {
      $0.name.asciiLowercased == folded
    }
    guard qualifier != nil || !isOwnAttribute else { return nil }
    let destinations = schema.entities.flatMap(\.relationships).filter {
      $0.cardinality == .toOne && $0.name.asciiLowercased == folded
    }.map(\.destination)
    return destinations.isEmpty ? nil : Set(destinations.compactMap { layout.table(of: $0) })
  }

  private func homes(ofIdentityQualifiedBy qualifier: String?) -> Set<String> {
    let named = layout.schema.entities.first {
      $0.name.asciiLowercased == qualifier?.asciiLowercased
    }
    if let named { return Set([layout.table(of: named.name)].compactMap(\.self)) }
    let own = Set([layout.table(of: entity)].compactMap(\.self))
    let hasQuery = expression.all.contains { if case .query = $0 { true } else { false } }
    guard qualifier != nil || hasQuery else { return own }
    return own.union(
      layout.definition.tables.map(\.name).filter { words.contains($0.asciiLowercased) })
  }
}
