internal import SchemaModel

extension SchemaChange {
  /// The sign before a change in a list of changes.
  public enum Sign: String, Hashable, Sendable {
    /// Something is new.
    case add = "+"
    /// Something is removed.
    case drop = "-"
    /// Something changes.
    case change = "~"
    /// Something is renamed or moved.
    case rename = ">"
    /// The developer must say what happens to the data.
    case attention = "!"

    /// The sign in a word.
    fileprivate var word: String {
      switch self {
      case .add: "new"
      case .drop: "removed"
      case .change, .attention: "changed"
      case .rename: "renamed"
      }
    }
  }

  /// The sign of the change alone; the classification decides whether it needs attention.
  public var sign: Sign {
    switch self {
    case .addEntity, .addAttribute, .addRelationship, .addUniqueness, .addIndex, .addRule: .add
    case .dropEntity, .dropAttribute, .dropRelationship, .dropUniqueness, .dropIndex, .dropRule:
      .drop
    case .renameEntity, .renameAttribute, .renameRelationship, .moveAttribute, .moveRelationship,
      .changeAttributeToRelationship, .changeRelationshipToAttribute:
      .rename
    default: .change
    }
  }

  /// The change in words, without a sign: `BookModel.year: string to int`.
  public var summary: String { "\(kindName) \(subject)\(detail)" }

  /// The change in a sentence: `removed attribute BookModel.year: int?`.
  public var phrase: String { "\(sign.word) \(summary)" }

  private var kindName: String {
    switch place.kind {
    case .entity: "entity"
    case .attribute: "attribute"
    case .relationship: "relationship"
    case .composite: "composite"
    case .uniqueness: "unique key"
    case .index: "index"
    case .rule: "rule"
    }
  }

  private var detail: String {
    switch self {
    case .addEntity, .dropEntity, .addUniqueness, .dropUniqueness, .addIndex, .dropIndex,
      .dropRule:
      ""
    case .addRule(let rule, _): ": \(rule.check)"
    case .renameEntity(let old, _), .renameAttribute(_, let old, _),
      .renameRelationship(_, let old, _):
      ", until now '\(old)'"
    case .moveAttribute(_, let old, _), .moveRelationship(_, let old, _):
      ", until now of '\(old)'"
    case .changeAttributeToRelationship(let attribute, let relationship, _):
      ": \(relationship.shape), until now the attribute '\(attribute.name)': \(attribute.shape)"
    case .changeRelationshipToAttribute(let relationship, let attribute, _):
      ": \(attribute.shape), until now the relationship '\(relationship.name)': \(relationship.shape)"
    case .addAttribute(let attribute, _), .dropAttribute(let attribute, _):
      ": \(attribute.shape)"
    case .addRelationship(let relationship, _), .dropRelationship(let relationship, _):
      ": \(relationship.shape)"
    case .changeParent(_, let old, let new): step("parent", old, new)
    case .changeAbstractness(_, let toAbstract): toAbstract ? ": now abstract" : ": now concrete"
    case .changeAttributeType(let old, let new, _):
      ": \(old.type.keyword) to \(new.type.keyword)"
    case .changeAttributeOptionality(_, _, let toOptional):
      toOptional ? ": now optional" : ": now required"
    case .changeRelationshipOptionality(let relationship, _, let toOptional):
      relationship.cardinality == .toOne
        ? toOptional ? ": now optional" : ": now required"
        : toOptional ? ": may be empty now" : ": may no longer be empty"
    case .changeDefault(_, _, let old, let new): step("default", old?.text, new?.text)
    case .changeStorage(_, _, _, let new): ": storage now \(new.rawValue)"
    case .changeTransience(_, _, let toTransient):
      toTransient ? ": no longer stored" : ": now stored"
    case .changePreservation(_, _, let toPreserved):
      toPreserved ? ": now preserved on deletion" : ": no longer preserved on deletion"
    case .changeBounds(let old, let new, _): ": \(old.boundsText) to \(new.boundsText)"
    case .changeEnumeration(_, _, let change): ": \(change.summary)"
    case .rewriteAttribute, .rewriteRelationship: ": rewritten by an expression"
    case .dropLinks(_, _, let filtered):
      ": the links of objects of \(filtered.map { "'\($0)'" }.joined(separator: " and ")) that 'where'"
        + " leaves behind are dropped"
    case .changeComposite(_, let old, let new):
      ": (\(old.elements.map(\.declaration).joined(separator: ", "))) to "
        + "(\(new.elements.map(\.declaration).joined(separator: ", ")))"
    default: relationshipDetail
    }
  }

  private var relationshipDetail: String {
    switch self {
    case .changeDestination(_, _, let old, let new): ": leads to '\(new)' instead of '\(old)'"
    case .changeCardinality(_, _, let old, let new): ": \(old.words) to \(new.words)"
    case .changeInverse(_, _, let old, let new): step("inverse", old, new)
    case .changeDeleteRule(_, _, let old, let new):
      step("delete rule", old.rawValue, new.rawValue)
    case .changeOrdering(_, _, let toOrdered): toOrdered ? ": now ordered" : ": no longer ordered"
    case .changeCounts(let old, let new, _): ": \(old.countsText) to \(new.countsText)"
    case .changeRule(let old, let new, _): ": \(old.check) to \(new.check)"
    case .changeEntityHashModifier(_, let old, let new),
      .changeAttributeHashModifier(_, _, let old, let new),
      .changeRelationshipHashModifier(_, _, let old, let new):
      step("hash modifier", old, new)
    case .changeDerivation(_, _, let old, let new): step("derivation", old, new)
    case .changeTable(_, let old, let new): step("table", old, new)
    case .changePrimaryKey(_, let old, let new):
      step("primary key", old?.joined(separator: ", "), new?.joined(separator: ", "))
    case .changeColumn(_, _, _, let old, let new): step("column", old, new)
    case .changeColumnType(_, _, let old, let new): step("SQL type", old, new)
    default: ""
    }
  }

  private func step(_ what: String, _ old: String?, _ new: String?) -> String {
    ": \(what) \(old.map { "'\($0)'" } ?? "none") to \(new.map { "'\($0)'" } ?? "none")"
  }
}

extension SchemaChange: CustomStringConvertible {
  /// One line for a list of changes: `- attribute BookModel.year: int?`.
  public var description: String { "\(sign.rawValue) \(summary)" }
}

extension EnumerationChange {
  /// The differences, in words.
  fileprivate var summary: String {
    var parts: [String] = []
    if !added.isEmpty { parts.append("gains \(added.joined(separator: ", "))") }
    if !removed.isEmpty { parts.append("loses \(removed.joined(separator: ", "))") }
    parts += renamed.map { "calls \($0.old) \($0.new)" }
    if oldRawType != newRawType {
      parts.append("stored as \(newRawType.rawValue) instead of \(oldRawType.rawValue)")
    } else if !recodings.isEmpty {
      parts.append("stores other values for its cases")
    }
    return parts.joined(separator: ", ")
  }
}
