internal import Diagnostics
internal import SchemaModel

extension Placed<Enumeration> {
  /// Reads an enumeration: a list of cases, or a mapping with `raw`, `cases` and `doc`.
  init?(_ pair: YAMLNode.Pair, log: ProblemLog) {
    let name = pair.key.text
    if case .sequence(let nodes) = pair.value.content {
      let cases = CaseReader(enumeration: name, rawType: nil, log: log).cases(listed: nodes)
      self.init(
        value: Enumeration(name, cases: cases), location: pair.key.location,
        places: pair.value.casePlaces)
      return
    }
    guard
      let fields = Fields(
        pair.value, of: "the enumeration '\(name)'", key: name, allowed: ["raw", "cases", "doc"],
        listsParts: true, log: log),
      fields.require("cases"), let node = fields["cases"]
    else { return nil }
    let rawType = fields.word("raw", as: Enumeration.RawType.self)
    let reader = CaseReader(enumeration: name, rawType: rawType, log: log)
    let enumeration = Enumeration(
      name, rawType: rawType ?? .string, cases: reader.cases(node),
      documentation: fields.text("doc"))
    self.init(
      value: enumeration, location: pair.key.location, places: fields.places + node.casePlaces)
  }
}

extension YAMLNode {
  /// The places of the cases of an enumeration.
  fileprivate var casePlaces: [Place] {
    switch content {
    case .mapping(let pairs):
      pairs.map { Place(keys: ["cases", $0.key.text], location: $0.key.location) }
    case .sequence(let nodes):
      nodes.compactMap { node in
        guard case .scalar(let name, _) = node.content else { return nil }
        return Place(keys: ["cases", name], location: node.location)
      }
    case .scalar: []
    }
  }
}

/// Reads the cases of an enumeration.
private struct CaseReader {
  let enumeration: String
  /// The declared type; nil if it is not given.
  let rawType: Enumeration.RawType?
  let log: ProblemLog

  func cases(_ node: YAMLNode) -> [Enumeration.Case] {
    guard case .mapping(let pairs) = node.content else {
      return cases(listed: node.elements(of: "cases", log: log) ?? [])
    }
    if rawType == Enumeration.RawType.none {
      log.report(.namesWithoutRawValue(enumeration: enumeration), at: node.location)
      return []
    }
    return pairs.compactMap { pair in
      rawValue(pair).map { Enumeration.Case(pair.key.text, rawValue: $0) }
    }
  }

  func cases(listed nodes: [YAMLNode]) -> [Enumeration.Case] {
    nodes.enumerated().compactMap { position, node in
      node.text(of: "cases", log: log).map { name in
        Enumeration.Case(name, rawValue: rawType == .int ? .int(Int64(position)) : .string(name))
      }
    }
  }

  private func rawValue(_ pair: YAMLNode.Pair) -> Literal? {
    let node = pair.value
    if rawType == nil, case .scalar(let text, .plain) = node.content,
      PlainNumber.integer(text) != nil
    {
      log.report(.undecidedRawValue(pair.key.text), at: node.location)
      return nil
    }
    let type: AttributeType = rawType == .int ? .int64 : .string
    let literal = LiteralReader(log: log).literal(node, as: type)
    if literal == nil { log.noteMissingPart() }
    return literal
  }
}

extension Placed<CompositeDraft> {
  /// Reads a composite: its attributes and its documentation.
  init?(_ pair: YAMLNode.Pair, log: ProblemLog) {
    let name = pair.key.text
    guard
      let fields = Fields(
        pair.value, of: "the composite '\(name)'", key: name, allowed: ["attributes", "doc"],
        listsParts: true, log: log)
    else { return nil }
    let composite = Composite(name, elements: [], documentation: fields.text("doc"))
    var draft = CompositeDraft(composite: composite)
    for pair in fields.entries("attributes") {
      draft.elements[pair.key.text] = AttributeDraft(pair, log: log)
    }
    self.init(value: draft, location: pair.key.location, places: fields.places)
  }
}

extension Placed<Query> {
  /// Reads a query.
  init?(_ pair: YAMLNode.Pair, log: ProblemLog) {
    let name = pair.key.text
    guard
      let fields = Fields(
        pair.value, of: "the query '\(name)'", key: name,
        allowed: ["from", "where", "order", "limit"], log: log),
      fields.require("from"), let entity = fields.text("from")
    else { return nil }
    let query = Query(
      name: name, entity: entity, filter: fields.text("where"), order: fields.text("order"),
      limit: fields.count("limit"))
    self.init(value: query, location: pair.key.location, places: fields.places)
  }
}
