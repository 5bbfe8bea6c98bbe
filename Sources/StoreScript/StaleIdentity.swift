internal import StoreLayout
package import MigrationPlanner
internal import SQLText
internal import SchemaModel

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
