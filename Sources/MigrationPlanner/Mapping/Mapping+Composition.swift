internal import SQLText
internal import SchemaModel

extension Mapping {
  /// This mapping followed by the next one, as a single mapping; nil if they must stay separate.
  ///
  /// Steps that only copy, fill and convert are fused, so that a chain of any length that only renames, adds
  /// and drops stays one step. Mappings stay separate in these cases:
  /// - An expression reads other tables, which still have their old shape when it is evaluated.
  /// - Links or closures read a version that would never exist in the store.
  /// - Rows change after they have arrived, or additional objects are made.
  /// - Objects are renumbered as they move into one table, which depends on all the store's objects then.
  /// - Columns with another declared type in between decide the values.
  /// - Objects would go through more steps at once than ``stepLimit``.
  ///
  /// - Precondition: The next mapping starts at the version that this one leads to.
  public func composed(with next: Mapping) -> Mapping? {
    precondition(next.source.version == target.version, "mappings compose in a chain")
    guard !changesArrivedRows, additions.isEmpty, next.additions.isEmpty, !next.readsOtherTables,
      !next.readsLinksBack,
      !next.looksBack, !next.joinsHierarchies, !forgetsOrder(before: next),
      !needsColumns(before: next)
    else { return nil }
    let composer = LinkComposer(first: holdingResults)
    var entities: [EntityMapping] = []
    for mapping in next.entities {
      guard let composed = compose(mapping, composer) else { return nil }
      entities.append(composed)
    }
    var links: [LinkMapping] = []
    for mapping in next.links {
      guard let sources = composer.links(mapping.sources) else { return nil }
      links.append(LinkMapping(mapping.association, sources: sources))
    }
    return Mapping(
      source: source, target: next.target, entities: entities, links: links, steps: next.steps,
      merges: next.merges
    ).leavingResultsToColumns
  }

  /// The largest number of steps that objects go through at once.
  ///
  /// A store may carry out one step within the other, and each takes a part of its stack.
  public static let stepLimit = 100

  private func compose(_ next: EntityMapping, _ composer: LinkComposer) -> EntityMapping? {
    guard let middle = next.source, let first = composer.entities[middle],
      first.source != nil
    else { return EntityMapping(next.entity, source: nil, layers: []) }
    var layers = first.layers
    for layer in next.layers {
      guard let layer = composer.layer(layer),
        !(layer.asksOrder && layers.contains(where: \.asksOrder)),
        layers.append(fusing: layer)
      else { return nil }
    }
    guard layers.count <= Self.stepLimit else { return nil }
    return EntityMapping(next.entity, source: first.source, layers: layers)
  }

  /// Whether an expression or a filter may read tables other than its own.
  private var readsOtherTables: Bool {
    entities.contains { $0.layers.contains { $0.readsOtherTables } }
  }

  /// Whether an expression or a filter may name a one-to-one whose links are stored at its other end, and so
  /// in another table.
  private var readsLinksBack: Bool {
    let names = Set(
      source.associations.filter { $0.kind == .toOne }.compactMap(\.inverse)
        .filter { $0.relationship.cardinality == .toOne }.map(\.relationship.name))
    guard !names.isEmpty else { return false }
    return entities.flatMap(\.layers).contains { layer in
      let declared = layer.values.compactMap(\.value.declaredExpression)
      return (declared + [layer.filter].compactMap(\.self)).contains {
        SQLTokens($0).mentions(names)
      }
    }
  }

  /// Whether objects of several hierarchies move below one root.
  private var joinsHierarchies: Bool {
    var roots: [String: Set<String>] = [:]
    for entity in entities + additions {
      guard let before = entity.source.flatMap({ source.root(of: $0)?.name }),
        let root = target.root(of: entity.entity)?.name
      else { continue }
      roots[root, default: []].insert(before)
    }
    return roots.values.contains { $0.count > 1 }
  }

  /// Whether an order of links may be dropped and required again later: a single step would keep it, so that
  /// a direct migration would differ from a migration step by step.
  private func forgetsOrder(before next: Mapping) -> Bool {
    let (first, middle) = (source.orderedEnds, target.orderedEnds)
    return !first.isSubset(of: middle) && !next.target.orderedEnds.isSubset(of: middle)
  }
}

extension Schema {
  /// The ordered relationships, by entity and name.
  fileprivate var orderedEnds: Set<[String]> {
    var result: Set<[String]> = []
    for entity in entities {
      for relationship in entity.relationships where relationship.isOrdered {
        result.insert([entity.name, relationship.name])
      }
    }
    return result
  }
}

extension MappingLayer {
  /// Whether it computes nothing by SQL and leaves no objects behind.
  var isPlain: Bool { filter == nil && !values.contains { $0.value.hasExpression } }

  /// Whether it makes identifiers that depend on this particular step.
  var isFresh: Bool { values.contains { $0.value.isFresh } }

  /// Whether it reads the positions of all objects of the step below.
  fileprivate var asksOrder: Bool { values.contains { $0.replaced != nil } }

  fileprivate var readsOtherTables: Bool {
    if let filter, SQLExpression(filter).readsOtherTables { return true }
    return values.contains { $0.value.readsOtherTables }
  }
}

extension ValueSource {
  fileprivate var readsOtherTables: Bool {
    if case .expression(let sql) = self { return SQLExpression(sql).readsOtherTables }
    return operand?.readsOtherTables ?? false
  }
}

extension [MappingLayer] {
  /// Adds a step on top, fused into the step below if it only rearranges that step's values and the result
  /// stays small.
  ///
  /// False if the new step reads properties that the step below does not give.
  fileprivate mutating func append(fusing layer: MappingLayer) -> Bool {
    guard let below = last else { return false }
    guard layer.isPlain, !below.isFresh else {
      append(layer)
      return true
    }
    let given = Dictionary(below.values.map { ($0.property, $0.value) }, uniquingKeysWith: { $1 })
    let replaced = Dictionary(
      below.values.map { ($0.property, $0.replaced) }, uniquingKeysWith: { $1 })
    let continued = Dictionary(
      below.values.map { ($0.property, $0.continued) }, uniquingKeysWith: { $1 })
    var values: [PropertyMapping] = []
    var isSmall = true
    for value in layer.values {
      guard let source = value.value.reading(from: given) else { return false }
      isSmall = isSmall && source.isSmall(for: value.value, of: given)
      var mapping = PropertyMapping(value.property, source)
      if case .copied(let property) = value.value { mapping.replaced = replaced[property] ?? nil }
      mapping.continued = value.continued.flatMap { continued[$0] ?? nil }
      values.append(mapping)
    }
    guard isSmall else {
      append(layer)
      return true
    }
    self[count - 1] = MappingLayer(
      version: layer.version, entity: layer.entity, values: values, filter: below.filter)
    return true
  }
}

extension ValueSource {
  /// Whether the value may replace its name in a step that reads the step below.
  fileprivate func isSmall(for value: ValueSource, of given: [String: ValueSource]) -> Bool {
    guard value.operand != nil else { return true }
    let below = value.carriedProperty.flatMap { given[$0] }
    return ValueSize(self).isSmall(besides: [value, below].compactMap(\.self).map(ValueSize.init))
  }
}
