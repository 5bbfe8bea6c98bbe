internal import Diagnostics

/// The place of a detail, with the keys that lead to it.
struct Place: Hashable {
  /// The keys, the outermost first.
  var keys: [String]
  /// The place.
  var location: SourceLocation
}

/// A mapping with a known set of keys, read key by key.
///
/// Unknown keys are reported once, when the value is created. Each reading method reports a value of the
/// wrong kind, and returns nil for it, as for a missing key.
struct Fields {
  /// The subject of the mapping in messages: `the entity 'Book'`.
  let subject: String
  /// The place where the mapping begins.
  let location: SourceLocation
  /// The few pairs in order, then those with a misspelt key, by the key that is meant.
  private let pairs: [(key: String, pair: YAMLNode.Pair)]
  private let order: [YAMLNode.Pair]
  private let log: ProblemLog

  /// Reads a mapping; nil if the node is not a mapping, which is reported.
  ///
  /// An empty value counts as an empty mapping: `Shelf:` is an entity without content. If a mapping lists
  /// parts, a misspelt key may hide a list. With `readsMisspeltKeys`, the value of such a key is read as the
  /// value of the nearest allowed key.
  init?(
    _ node: YAMLNode, of subject: String, key: String, allowed: [String], listsParts: Bool = false,
    readsMisspeltKeys: Bool = false, log: ProblemLog
  ) {
    guard let order = node.pairs(of: key, log: log) else { return nil }
    (self.subject, self.log, location) = (subject, log, node.location)
    self.order = order
    var pairs = order.map { (key: $0.key.text, pair: $0) }
    for pair in order where !allowed.contains(pair.key.text) {
      log.report(
        .unknownKey(
          pair.key.text, subject: subject, allowed: allowed,
          kind: pair.value.partKind.flatMap { allowed.contains($0.rawValue) ? $0 : nil }),
        at: pair.key.location)
      if readsMisspeltKeys {
        Self.take(pair, as: nearest(to: pair.key.text, among: allowed), &pairs, log)
      } else if listsParts {
        log.noteMissingPart()
      }
    }
    self.pairs = pairs
  }

  /// Reads a value under the probable key, so that problems in it are reported too.
  ///
  /// If the probable key is given already, or no key is near, parts may be missing.
  private static func take(
    _ pair: YAMLNode.Pair, as meant: String?,
    _ pairs: inout [(key: String, pair: YAMLNode.Pair)], _ log: ProblemLog
  ) {
    log.noteMissing(.identity)
    if let meant, !pairs.contains(where: { $0.key == meant }) {
      pairs.append((meant, pair))
    } else if pair.value.hasKeys {
      log.noteMissingPart()
    }
  }

  /// The value of a key.
  subscript(key: String) -> YAMLNode? { pair(key)?.value }

  /// The place of a key.
  func keyLocation(_ key: String) -> SourceLocation? { pair(key)?.key.location }

  /// A key and its value.
  func pair(_ key: String) -> YAMLNode.Pair? { pairs.first { $0.key == key }?.pair }

  /// Whether a key is given without a value.
  func isNull(_ key: String) -> Bool { self[key]?.isNull ?? false }

  /// The places of the values of all keys.
  var places: [Place] {
    order.map { Place(keys: [$0.key.text], location: $0.value.location) }
  }

  /// Whether a key is given; a missing key is reported.
  func require(_ key: String) -> Bool {
    if self[key] != nil { return true }
    log.report(.missingKey(key, subject: subject), at: location)
    return false
  }
}

// MARK: - Single values

extension Fields {
  /// A text.
  ///
  /// Bare values such as `no` and `1.10` are texts if a text is expected, whatever YAML makes of them.
  func text(_ key: String) -> String? { self[key].flatMap { $0.text(of: key, log: log) } }

  /// True or false.
  func flag(_ key: String) -> Bool? {
    guard let node = self[key] else { return nil }
    switch node.content {
    case .scalar("true", .plain): return true
    case .scalar("false", .plain): return false
    default: return wrong(key, "true or false", node)
    }
  }

  /// A whole number that is not negative.
  func count(_ key: String) -> Int? {
    guard let node = self[key] else { return nil }
    if case .scalar(let text, .plain) = node.content, let number = PlainNumber.integer(text),
      number >= 0
    {
      return Int(number)
    }
    return wrong(key, "a whole number", node)
  }

  /// One of a closed set of words.
  func word<Word: CaseIterable & RawRepresentable>(
    _ key: String, as type: Word.Type
  ) -> Word? where Word.RawValue == String {
    guard let node = self[key], let text = node.text(of: key, log: log) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let allowed = Word.allCases.map(\.rawValue)
    log.report(.unknownWord(text, key: key, allowed: allowed), at: node.location)
    return nil
  }

  private func wrong<Value>(_ key: String, _ expected: String, _ node: YAMLNode) -> Value? {
    log.report(
      .wrongValue(key: key, expected: expected, found: node.phrase), at: node.location)
    return nil
  }
}

// MARK: - Lists and mappings

extension Fields {
  /// A list of names.
  func names(_ key: String) -> [String]? { self[key].flatMap { $0.names(of: key, log: log) } }

  /// The pairs of a mapping with free keys; empty if the key is not given.
  func entries(_ key: String) -> [YAMLNode.Pair] {
    self[key].flatMap { $0.pairs(of: key, log: log) } ?? []
  }

  /// A list; empty if the key is not given.
  func list(_ key: String) -> [YAMLNode] {
    self[key].flatMap { $0.elements(of: key, log: log) } ?? []
  }
}

extension YAMLNode {
  /// The kind of part that has such a value; nil if no kind or several have it.
  fileprivate var partKind: PartKind? {
    switch content {
    case .scalar(let text, _):
      guard let notation = try? AttributeNotation(text) else { return nil }
      if case .named = notation.type { return nil }
      return .attribute
    case .mapping(let pairs):
      let keys = Set(pairs.map(\.key.text))
      if keys.contains("toOne") || keys.contains("toMany") { return .relationship }
      if keys.contains("attributes") || keys.contains("relationships") { return .entity }
      return keys.contains("type") ? .attribute : nil
    case .sequence: return nil
    }
  }

  /// The node as a text; nil if it is not a text, which is reported.
  func text(of key: String, log: ProblemLog) -> String? {
    if case .scalar(let text, _) = content, !isNull { return text }
    log.report(.wrongValue(key: key, expected: "a text", found: phrase), at: location)
    return nil
  }

  /// The node as a list of names; nil if it is not one, which is reported.
  func names(of key: String, log: ProblemLog) -> [String]? {
    guard case .sequence(let elements) = content else {
      log.report(.wrongValue(key: key, expected: "a list of names", found: phrase), at: location)
      return nil
    }
    let names = elements.compactMap { $0.text(of: key, log: log) }
    return names.count == elements.count ? names : nil
  }

  /// The node as a list; nil if it is not a list, which is reported.
  ///
  /// A null value is an empty list.
  func elements(of key: String, log: ProblemLog) -> [YAMLNode]? {
    if case .sequence(let elements) = content { return elements }
    if isNull { return [] }
    log.report(.wrongValue(key: key, expected: "a list", found: phrase), at: location)
    return nil
  }

  /// The node as a mapping; nil if it is not a mapping, which is reported.
  ///
  /// A null value is an empty mapping.
  func pairs(of key: String, log: ProblemLog) -> [Pair]? {
    if case .mapping(let pairs) = content { return pairs }
    if isNull { return [] }
    log.report(.wrongValue(key: key, expected: "a mapping", found: phrase), at: location)
    return nil
  }
}
