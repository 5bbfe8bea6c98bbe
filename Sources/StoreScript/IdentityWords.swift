internal import SQLText
internal import SQLite
internal import SchemaModel
internal import StoreLayout

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
