internal import Diagnostics
internal import SchemaModel

extension EntityDraft {
  /// The keys about the entity itself.
  static let headerKeys = [
    "parent", "abstract", "renamedFrom", "hashModifier", "doc", "initializer", "table",
    "primaryKey",
  ]
  /// The keys of the entity's parts.
  static let listKeys = ["attributes", "relationships", "unique", "indexes", "rules"]

  /// Whether a pair among the entities is a list of the previous entity's parts, with too few spaces before it.
  static func isMisplacedList(_ pair: YAMLNode.Pair) -> Bool {
    guard listKeys.contains(pair.key.text) else { return false }
    switch pair.value.content {
    case .mapping(let pairs):
      return !pairs.contains { (headerKeys + listKeys).contains($0.key.text) } && !pairs.isEmpty
    case .sequence: return true
    case .scalar: return false
    }
  }

  /// Reads an entity.
  ///
  /// In a file that extends another version, a key without a value removes the setting of that version.
  init?(_ pair: YAMLNode.Pair, extends: Bool, log: ProblemLog) {
    let name = pair.key.text
    guard
      let fields = Fields(
        pair.value, of: "the entity '\(name)'", key: name,
        allowed: Self.headerKeys + Self.listKeys, readsMisspeltKeys: true, log: log)
    else { return nil }
    entity = Entity(name)
    location = pair.key.location
    places = fields.places
    setHeader(fields, takingBack: extends)
    attributes = log.within(.attributes(name)) {
      let declared = fields.entries("attributes")
      var drafts: [AttributeDraft] = []
      drafts.reserveCapacity(declared.count)
      for pair in declared {
        if let draft = AttributeDraft(pair, log: log) { drafts.append(draft) }
      }
      return Roster(distinct: drafts)
    }
    for pair in fields.entries("relationships") {
      relationships[pair.key.text] = Placed(pair, log: log)
    }
    log.within(.leaf) { setLists(fields, log: log) }
  }

  /// Reads the parts that nothing else refers to.
  private mutating func setLists(_ fields: Fields, log: ProblemLog) {
    unique = PropertyList.lists(fields.list("unique"), key: "unique", log: log)
    indexes = fields.list("indexes").compactMap { index($0, log: log) }
    for node in fields.list("rules") { add(ruleFrom: node, log: log) }
  }

  /// An index: a list of properties, or a mapping if the index has a name.
  private func index(_ node: YAMLNode, log: ProblemLog) -> Placed<Index>? {
    guard case .mapping = node.content else {
      return PropertyList.lists([node], key: "indexes", log: log).first.map {
        Placed(value: Index(notation: $0.value), location: $0.location)
      }
    }
    guard
      let fields = Fields(
        node, of: "the index", key: "indexes", allowed: ["name", "properties"], log: log),
      fields.require("properties"), let properties = fields.names("properties")
    else { return nil }
    var index = Index(notation: properties)
    index.name = fields.text("name")
    return Placed(value: index, location: node.location)
  }

  private mutating func setHeader(_ fields: Fields, takingBack: Bool) {
    func text(_ key: String) -> String? {
      takingBack && fields.isNull(key) ? nil : fields.text(key)
    }
    func names(_ key: String) -> [String]? {
      takingBack && fields.isNull(key) ? nil : fields.names(key)
    }
    entity.parent = text("parent")
    entity.isAbstract = fields.flag("abstract") ?? false
    entity.renamedFrom = text("renamedFrom")
    entity.hashModifier = text("hashModifier")
    entity.documentation = text("doc")
    entity.initializer = names("initializer")
    entity.table = text("table")
    entity.primaryKey = names("primaryKey")
  }

  private mutating func add(ruleFrom node: YAMLNode, log: ProblemLog) {
    guard
      let fields = Fields(
        node, of: "the rule", key: "rule", allowed: ["name", "check"], log: log),
      fields.require("name"), let name = fields.text("name"),
      fields.require("check"), let check = fields.text("check")
    else { return }
    if let first = rules[name] {
      log.report(.duplicateRule(name, first: first.location), at: fields.location)
    }
    rules[name] = Placed(
      value: ValidationRule(name: name, check: check), location: node.location,
      places: fields.places)
  }
}

/// Lists of lists of properties, as in `unique` and `indexes`.
enum PropertyList {
  /// The inner lists; any other value is reported and left out.
  static func lists(_ nodes: [YAMLNode], key: String, log: ProblemLog) -> [Placed<[String]>] {
    nodes.compactMap { node in
      if case .scalar(let name, _) = node.content, !node.isNull {
        log.report(.listNotNested(key: key, example: "[[\(name)]]"), at: node.location)
        return nil
      }
      return node.names(of: key, log: log).map { Placed(value: $0, location: node.location) }
    }
  }
}

extension Index {
  /// An index from its notation: `[-createdAt, title]`; `-` means descending order.
  init(notation: [String]) {
    self.init(
      notation.map { name in
        name.hasPrefix("-") ? Element(String(name.dropFirst()), isAscending: false) : Element(name)
      })
  }
}
