internal import Diagnostics

/// Where a detail of something stands: the keys below it, and the place.
struct Place: Hashable {
  /// The keys, the outermost first.
  var keys: [String]
  /// The place.
  var location: SourceLocation
}

/// A mapping with a known set of keys, read key by key.
///
/// Unknown keys are reported once, when it is made; each reading method reports a value that is
/// not of its kind and returns nil for it, as it does for a key that is not given.
struct Fields {
  /// What the mapping describes, as messages say it: `the entity 'Book'`.
  let subject: String
  /// Where the mapping begins.
  let location: SourceLocation
  private let pairs: [String: YAMLNode.Pair]
  private let order: [YAMLNode.Pair]
  private let log: ProblemLog

  /// The fields of a mapping; nil, and reported, where the node is none.
  ///
  /// Nothing at all counts as an empty mapping: `Shelf:` is an entity without a word about it.
  /// Where a mapping lists parts, one of its lists may be missing because its key is misspelt; what
  /// has such a key can be read all the same, as what was probably meant.
  init?(
    _ node: YAMLNode, of subject: String, key: String, allowed: [String], listsParts: Bool = false,
    readsMisspeltKeys: Bool = false, log: ProblemLog
  ) {
    guard let order = node.pairs(of: key, log: log) else { return nil }
    (self.subject, self.log, location) = (subject, log, node.location)
    self.order = order
    var pairs = Dictionary(order.map { ($0.key.text, $0) }) { first, _ in first }
    let known = Set(allowed)
    for pair in order where !known.contains(pair.key.text) {
      log.report(
        .unknownKey(pair.key.text, subject: subject, allowed: allowed), at: pair.key.location)
      if readsMisspeltKeys {
        Self.take(pair, as: nearest(to: pair.key.text, among: allowed), &pairs, log)
      } else if listsParts {
        log.noteMissingPart()
      }
    }
    self.pairs = pairs
  }

  /// Reads a value as what was probably meant by its key, so that what is wrong in it is reported too;
  /// where that is given already, or nothing is near, it may be that parts are missing.
  private static func take(
    _ pair: YAMLNode.Pair, as meant: String?, _ pairs: inout [String: YAMLNode.Pair],
    _ log: ProblemLog
  ) {
    log.noteMissing(.identity)
    if let meant, pairs[meant] == nil {
      pairs[meant] = pair
    } else if pair.value.hasKeys {
      log.noteMissingPart()
    }
  }

  /// The value of a key, whatever it is.
  subscript(key: String) -> YAMLNode? { pairs[key]?.value }

  /// Where a key stands.
  func keyLocation(_ key: String) -> SourceLocation? { pairs[key]?.key.location }

  /// Whether a key is given without a value.
  func isNull(_ key: String) -> Bool { self[key]?.isNull ?? false }

  /// The places of the values of all keys.
  var places: [Place] {
    order.map { Place(keys: [$0.key.text], location: $0.value.location) }
  }

  /// Whether something must be said; it is reported where it is not.
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
  /// Whatever YAML would make of it bare, `no` and `1.10` are texts where one is due.
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

  /// A whole number of things.
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

  /// Keys of the user's own choice with their values; none where the key is not given.
  func entries(_ key: String) -> [YAMLNode.Pair] {
    self[key].flatMap { $0.pairs(of: key, log: log) } ?? []
  }

  /// A list; empty where the key is not given.
  func list(_ key: String) -> [YAMLNode] {
    self[key].flatMap { $0.elements(of: key, log: log) } ?? []
  }
}

extension YAMLNode {
  /// The node as a text; nil, and reported, where it is none.
  func text(of key: String, log: ProblemLog) -> String? {
    if case .scalar(let text, _) = content, !isNull { return text }
    log.report(.wrongValue(key: key, expected: "a text", found: phrase), at: location)
    return nil
  }

  /// The node as a list of names; nil, and reported, where it is none.
  func names(of key: String, log: ProblemLog) -> [String]? {
    guard case .sequence(let elements) = content else {
      log.report(.wrongValue(key: key, expected: "a list of names", found: phrase), at: location)
      return nil
    }
    let names = elements.compactMap { $0.text(of: key, log: log) }
    return names.count == elements.count ? names : nil
  }

  /// The node as a list; nil, and reported, where it is none.
  ///
  /// Nothing is an empty list.
  func elements(of key: String, log: ProblemLog) -> [YAMLNode]? {
    if case .sequence(let elements) = content { return elements }
    if isNull { return [] }
    log.report(.wrongValue(key: key, expected: "a list", found: phrase), at: location)
    return nil
  }

  /// The node as a mapping; nil, and reported, where it is none.
  ///
  /// Nothing is an empty mapping.
  func pairs(of key: String, log: ProblemLog) -> [Pair]? {
    if case .mapping(let pairs) = content { return pairs }
    if isNull { return [] }
    log.report(.wrongValue(key: key, expected: "a mapping", found: phrase), at: location)
    return nil
  }
}
