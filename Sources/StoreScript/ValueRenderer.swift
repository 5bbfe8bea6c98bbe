internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// Renders the source of a value as an SQL expression.
struct ValueRenderer {
  /// The property that gets the value.
  struct Place {
    let version: Version
    let entity: String
    let property: String
    /// The position of the property among the properties of the step.
    var position = 0

    /// For people: `BookModel.year`.
    var name: String { "\(entity).\(property)" }

    /// The seed of fresh values.
    ///
    /// It includes the version, so that a direct migration and a migration step by step give the same values.
    var seed: String { "\(version) \(name)" }
  }

  let source: StoreLayout
  let target: Schema
  /// Queries for the objects that become an entity's, by target entity.
  var heirs: [String: String] = [:]

  func value(
    _ value: ValueSource, in row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> RowValue {
    switch value {
    case .copied(let property):
      guard let value = row.values.value(of: property, near: place.position) else {
        throw .unknownProperty(property, place: place.name)
      }
      return value
    case .none: return .null
    case .defaulted(let value, let type): return try fresh(value, type, row, place)
    case .filled(let value, let filler, let type):
      let inner = try self.value(value, in: row, place)
      return .computed("coalesce(\(inner.sql), \(try fresh(filler, type, row, place).sql))")
    case .converted(let value, let from, let to):
      return try converted(try self.value(value, in: row, place), from, to, row, place)
    case .recoded(let value, let recodings):
      let inner = try self.value(value, in: row, place).sql
      return recoded(inner, recodings, row, place)
    case .recomposed(let value, let parts):
      let inner = try self.value(value, in: row, place).sql
      return .computed(try recomposed(inner, parts, row, place))
    case .moved(let value, let storage):
      switch storage {
      case .external:
        return .computed("migrate_store_file(\(try self.value(value, in: row, place).sql))")
      case .inline:
        if let bytes = try bytes(value, in: row, place) { return .computed(bytes) }
        return .computed("migrate_load_file(\(try self.value(value, in: row, place).sql))")
      }
    case .expression(let sql):
      // The line break ends a comment at the end of the expression.
      return .computed(sql.contains("--") ? "(\(sql)\n)" : "(\(sql))")
    case .held(let value, let type):
      return held(try self.value(value, in: row, place), as: type, row, place)
    case .linked(let links): return linked(links, row, place)
    case .chosen(let links, let choices, let agreeing):
      return chosen(links, choices, agreeing, row, place) ?? .null
    }
  }

  /// The bytes of a value that is stored in a file; nil for a value in the row.
  func bytes(
    _ value: ValueSource, in row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> String? {
    switch value {
    case .copied(let property): row.bytes[property]
    case .moved(let value, to: .external): try self.value(value, in: row, place).sql
    case .moved(_, to: .inline), .defaulted, .none, .filled, .converted, .recoded, .recomposed,
      .expression, .held, .linked, .chosen:
      nil
    }
  }
}

// MARK: - Constants and conversions

extension ValueRenderer {
  private func fresh(
    _ value: DefaultValue, _ type: AttributeType, _ row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> RowValue {
    switch value {
    case .literal(let literal):
      let sql = target.storedValue(of: literal, as: type)?.literal ?? "NULL"
      return RowValue(sql: sql, kind: .constant, isCopied: false)
    case .newUUID: return .computed("migrate_uuid(\(place.seed.quotedText), \(row.id))")
    case .now: return .computed("migrate_now()")
    case .computed: throw .computedDefault(place: place.name)
    }
  }

  private func converted(
    _ value: RowValue, _ from: AttributeType, _ to: AttributeType, _ row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> RowValue {
    switch ValueConversion(from: from, to: to) {
    case .identical:
      return from == .decimal && to != .decimal && row.isExisting
        ? spelled(value, row, place) : value
    case .exact(let from, let to):
      return .computed(call("migrate_convert", value, from, to, row, place))
    case .exactElements(let from, let to):
      return .computed(call("migrate_convert_list", value, from, to, row, place))
    case .oneOf(let cases):
      return checked(value, "\(value.sql) IN (\(cases.quotedTexts))", row, place)
    case .elementsOneOf(let cases):
      let isAll =
        "NOT EXISTS (SELECT 1 FROM json_each(\(value.sql)) WHERE value NOT IN (\(cases.quotedTexts)))"
      return checked(value, isAll, row, place)
    case .impossible:
      throw .impossibleConversion(place: place.name, from: from.keyword, to: to.keyword)
    }
  }

  /// A decimal that is a text, or a number whose digits SQLite writes completely.
  private func spelled(_ value: RowValue, _ row: RowSource, _ place: Place) -> RowValue {
    let text = "CAST(\(value.sql) AS TEXT)"
    let reason = "it has more digits than a text of it would have"
    return .computed(
      "CASE WHEN typeof(\(value.sql)) NOT IN ('integer', 'real') THEN \(value.sql) "
        + "WHEN CAST(\(text) AS NUMERIC) = \(value.sql) THEN \(text) "
        + "ELSE \(refusal(value.sql, reason, row, place)) END")
  }

  private func held(
    _ value: RowValue, as held: HeldType, _ row: RowSource, _ place: Place
  ) -> RowValue {
    let declared = held.declaredType ?? target.columnType(of: held.type)
    let affinity = ColumnAffinity(declared)
    if held.isExisting, affinity == .blob { return value }
    let isScalar = AttributeType.scalars.contains { $0.type == held.type }
    let type =
      held.isExisting
      ? MigrationFunctions.declaredSign + declared
      : isScalar && affinity != .text ? held.type.keyword : AttributeType.string.keyword
    return .computed(
      "\(affinity == .text ? "migrate_text" : "migrate_number")(\(value.sql), "
        + "\(type.quotedText), \(place.name.quotedText), \(row.id))")
  }

  private func call(
    _ function: String, _ value: RowValue, _ from: AttributeType, _ to: AttributeType,
    _ row: RowSource, _ place: Place
  ) -> String {
    "\(function)(\(value.sql), \(from.keyword.quotedText), \(to.keyword.quotedText), "
      + "\(place.name.quotedText), \(row.id))"
  }

  private func checked(
    _ value: RowValue, _ condition: String, _ row: RowSource, _ place: Place
  ) -> RowValue {
    .computed(
      "CASE WHEN \(value.sql) IS NULL OR \(condition) THEN \(value.sql)"
        + " ELSE \(refusal(value.sql, "it is not one of the cases", row, place)) END")
  }

  private func recoded(
    _ value: String, _ recodings: [Recoding], _ row: RowSource, _ place: Place
  ) -> RowValue {
    let cases = recodings.map { recoding in
      "WHEN \(value) = \(literal(recoding.old)) THEN \(literal(recoding.new))"
    }
    return .computed(
      "CASE WHEN \(value) IS NULL THEN NULL \(cases.joined(separator: " "))"
        + " ELSE \(refusal(value, "it is not one of the cases", row, place)) END")
  }

  private func literal(_ literal: Literal) -> String {
    switch literal {
    case .int(let number): SQLValue.integer(number).literal
    case .string(let text): SQLValue.text(text).literal
    default: LiteralJSON.text(of: literal).quotedText
    }
  }

  private func refusal(
    _ value: String, _ reason: String, _ row: RowSource, _ place: Place
  ) -> String {
    "migrate_refuse(\(value), \(reason.quotedText), \(place.name.quotedText), \(row.id))"
  }
}

// MARK: - Composites

extension ValueRenderer {
  /// A JSON object made from parts of another.
  ///
  /// `->` returns a part's own text, so that no number is rewritten (https://www.sqlite.org/json1.html#jptr).
  private func recomposed(
    _ object: String, _ parts: [PropertyMapping], _ row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> String {
    var fields: [String] = []
    for part in parts {
      let place = Place(
        version: place.version, entity: place.entity, property: "\(place.property).\(part.property)"
      )
      let value = try self.part(part.value, of: object, row, place)
      fields.append("\(part.property.quotedText), json(\(value))")
    }
    return
      "CASE WHEN \(object) IS NULL THEN NULL ELSE json_object(\(fields.joined(separator: ", "))) END"
  }

  /// The JSON text of a part.
  private func part(
    _ value: ValueSource, of object: String, _ row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> String {
    switch value {
    case .copied(let name): return "\(object) -> \("$.\"\(name)\"".quotedText)"
    case .none, .expression, .held, .linked, .chosen, .moved: return "'null'"
    case .defaulted(let value, let type): return try constant(value, type, row, place)
    case .filled(let value, let filler, let type):
      let inner = try part(value, of: object, row, place)
      return "coalesce(nullif(\(inner), 'null'), \(try constant(filler, type, row, place)))"
    case .converted(let value, let from, let to):
      let inner = RowValue.computed(try part(value, of: object, row, place))
      switch ValueConversion(from: from, to: to) {
      case .identical where from == .bool && to != .bool, .exact:
        return call("migrate_convert_json", inner, from, to, row, place)
      case .identical: return inner.sql
      case .exactElements(let from, let to):
        return call("migrate_convert_list", inner, from, to, row, place)
      case .oneOf(let cases):
        let texts = (cases.map { LiteralJSON.text(of: .string($0)) } + ["null"]).quotedTexts
        return checked(inner, "\(inner.sql) IN (\(texts))", row, place).sql
      case .elementsOneOf, .impossible:
        throw .impossibleConversion(place: place.name, from: from.keyword, to: to.keyword)
      }
    case .recoded(let value, let recodings):
      let inner = try part(value, of: object, row, place)
      let json = recodings.map {
        Recoding(.string(text(of: $0.old)), as: .string(text(of: $0.new)))
      }
      return recoded("nullif(\(inner), 'null')", json, row, place).sql
    case .recomposed(let value, let parts):
      let inner = try part(value, of: object, row, place)
      return try recomposed("nullif(\(inner), 'null')", parts, row, place)
    }
  }

  private func text(of literal: Literal) -> String { LiteralJSON.text(of: literal) }

  private func constant(
    _ value: DefaultValue, _ type: AttributeType, _ row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> String {
    switch value {
    case .literal(let literal): LiteralJSON.text(of: literal).quotedText
    case .newUUID, .now, .computed: "json_quote(\(try fresh(value, type, row, place).sql))"
    }
  }
}

// MARK: - Links

extension ValueRenderer {
  private func chosen(
    _ links: [CarriedLinks], _ choices: [Deduplication.Choice],
    _ agreeing: [Deduplication.Choice]?, _ row: RowSource, _ place: Place
  ) -> RowValue? {
    if let agreeing {
      guard let own = choice(links, choices), let other = choice(links.map(\.reversed), agreeing)
      else { return nil }
      guard choices.isEmpty else { return .proved(own.query(of: row.id, agreedBy: other)) }
      let all = "group_concat(\"_option\", ', ')"
      let several = refusal(all, "it leads to several objects", row, place)
      return .proved(
        "(SELECT CASE WHEN min(\"_option\") IS max(\"_option\") THEN min(\"_option\") "
          + "ELSE \(several) END FROM (\(own.options(of: row.id, chosenBy: other))))")
    }
    guard links.count == 1, links[0].isOwn else {
      return choice(links, choices).map { .proved($0.query(of: row.id)) }
    }
    // The choice is made at the other end, among all objects with links to it.
    let association = links[0].association
    guard let column = row.values[association.primary.relationship.name]?.sql,
      let choice = choice([CarriedLinks(association, isReversed: true)], choices)
    else { return nil }
    // The links are kept in a table with a column of that name, too.
    let link = "\(row.qualifier).\(column)"
    return .proved("CASE WHEN \(row.id) = \(choice.query(of: link)) THEN \(link) END")
  }

  func choice(_ links: [CarriedLinks], _ choices: [Deduplication.Choice]) -> LinkChoice? {
    LinkChoice(links, by: choices, in: source)
  }

  private func linked(_ links: [CarriedLinks], _ row: RowSource, _ place: Place) -> RowValue {
    if links.count == 1, links[0].isOwn, let query = heirs(of: links[0]),
      let link = row.values[links[0].association.primary.relationship.name]?.sql
    {
      return .proved("CASE WHEN \(link) IN (\(query)) THEN \(link) END")
    }
    let sources = links.compactMap(linkSource)
    guard !sources.isEmpty else { return .null }
    let queries = sources.map { $0.query($0.far, of: row.id) }
    let several = refusal("group_concat(\"_far\", ', ')", "it leads to several objects", row, place)
    return .computed(
      "(SELECT CASE WHEN min(\"_far\") IS max(\"_far\") THEN min(\"_far\") ELSE \(several) END"
        + " FROM (\(queries.joined(separator: " UNION ALL "))))")
  }

  /// Links as the store holds them, without links to objects that become something else.
  func linkSource(_ links: CarriedLinks) -> LinkSource? {
    var found = LinkSource(links, in: source)
    if let query = heirs(of: links) { found?.restrict(to: query) }
    return found
  }

  /// A query for the objects to which some links may lead; nil if they may lead to any object.
  func heirs(of links: CarriedLinks) -> String? { links.heir.flatMap { heirs[$0] } }
}

extension [String] {
  /// The texts as literals, with commas between them.
  fileprivate var quotedTexts: String { map(\.quotedText).joined(separator: ", ") }
}

extension ValueRenderer {
  /// A renderer of a mapping's values, some of which depend on the fate of other objects.
  init(
    _ mapping: Mapping, from source: StoreLayout
  ) throws(StoreScriptError) {
    self.init(source: source, target: mapping.target)
    for heir in mapping.linkHeirs {
      let family = Set(target.family(of: heir).map(\.name))
      var queries: [String] = []
      for member in mapping.entities + mapping.additions where family.contains(member.entity) {
        if let query = try objects(of: member) { queries.append(query) }
      }
      heirs[heir] = queries.isEmpty ? "NULL" : queries.joined(separator: " UNION ALL ")
    }
  }

  /// A query for the objects that become others, according to the conditions alone.
  private func objects(of mapping: EntityMapping) throws(StoreScriptError) -> String? {
    guard let last = mapping.layers.indices.last else { return nil }
    var mapping = mapping
    mapping.layers[last].values = []
    return try RowSource(of: mapping, self).map { $0.query($0.id) }
  }
}

extension Mapping {
  /// The entities that linked objects must become, so that links to them stay.
  fileprivate var linkHeirs: Set<String> {
    var result: Set<String> = []
    for layer in (entities + additions).lazy.flatMap(\.layers) {
      for value in layer.values where value.readsLinks {
        for links in value.linkValues.flatMap(\.links) {
          if let heir = links.heir { result.insert(heir) }
        }
      }
    }
    return result
  }
}

extension ValueRenderer {
  /// The position of an object among the objects linked to the same one, carried along with the link.
  ///
  /// If an expression makes the link, an object that is still linked to the same one keeps its position.
  /// Objects linked from elsewhere follow behind, in the order of their identities.
  func order(
    _ mapping: PropertyMapping, in row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> RowValue? {
    guard let replaced = mapping.replaced else { return carriedOrder(mapping.value, in: row) }
    guard let positions = positions(of: replaced, in: row) else { return nil }
    let link = try value(mapping.value, in: row, place).sql
    return .computed(
      "CASE WHEN \(link) IS NULL THEN NULL"
        + " WHEN \(positions.isKept(link)) THEN \(positions.kept(link))"
        + " ELSE (SELECT coalesce(max(\(positions.column)), 0) FROM \(positions.relation))"
        + " + \(row.id) END")
  }

  private func carriedOrder(_ value: ValueSource, in row: RowSource) -> RowValue? {
    switch value {
    case .copied(let property): row.orders[property]
    case .linked(let links) where links.count == 1:
      linkSource(links[0]).flatMap { links in
        links.farOrder.map { .computed("(\(links.query($0, of: row.id)))") }
      }
    case .chosen(let links, let choices, agreeing: nil) where links.count == 1:
      chosenOrder(links[0], choices, in: row)
    default: nil
    }
  }

  /// The position of the one link that stays.
  ///
  /// If the choice is made at the other end of the object's own link, only one link leads there, and there is
  /// no order.
  private func chosenOrder(
    _ carried: CarriedLinks, _ choices: [Deduplication.Choice], in row: RowSource
  ) -> RowValue? {
    guard !carried.isOwn, let links = LinkSource(carried, in: source),
      let order = links.farOrder, let choice = choice([carried], choices)
    else { return nil }
    let chosen = choice.query(of: row.id)
    return .computed(
      "(\(links.query(order, of: row.id)) AND \(links.qualified(links.far)) = \(chosen))")
  }

  private func positions(of value: ValueSource, in row: RowSource) -> PositionsBefore? {
    switch value {
    case .copied(let property):
      guard let link = row.values[property], let order = row.orders[property] else { return nil }
      return PositionsBefore(
        column: order.sql, relation: row.relation, isKept: { "\(link.sql) IS \($0)" },
        kept: { _ in order.sql })
    case .linked(let links) where links.count == 1:
      guard let before = linkSource(links[0]), let order = before.farOrder
      else { return nil }
      let (far, id) = (before.query(before.far, of: row.id), row.id)
      return PositionsBefore(
        column: order.quotedName, relation: before.relation,
        isKept: { "\($0) IN (\(far))" },
        kept: { "(\(before.query(order, of: id)) AND \(before.qualified(before.far)) = \($0))" })
    default: return nil
    }
  }
}

/// The positions that objects had before an expression gave them their links, as SQL.
private struct PositionsBefore {
  /// The column with the positions.
  var column: String
  /// The SQL behind FROM.
  var relation: String
  /// The condition that the object was already linked to the given one.
  var isKept: (String) -> String
  /// The position among that object's links.
  var kept: (String) -> String
}
