internal import SchemaModel

extension MigrationDraft {
  /// Reads `dedupe`.
  ///
  /// A property with the name 'dedupe' has its expression next to the key.
  mutating func add(
    deduplicationFrom pair: YAMLNode.Pair, to map: inout MigrationDeclaration.EntityMap,
    log: ProblemLog
  ) {
    let path = ["map", map.entity, "dedupe"]
    guard case .mapping(let pairs) = pair.value.content else {
      log.report(
        .wrongValue(
          key: "dedupe", expected: "a mapping such as {by: [isbn], keep: newest(date)}",
          found: pair.value.phrase), at: pair.value.location)
      return
    }
    guard
      let fields = Fields(
        pair.value, of: "the deduplication of '\(map.entity)'", key: "dedupe",
        allowed: ["by", "keep", "using"], log: log)
    else { return }
    places.append(Place(keys: path, location: pair.key.location))
    places += fields.places.map { Place(keys: path + $0.keys, location: $0.location) }
    map.properties["dedupe"] = fields.text("using")
    guard map.properties["dedupe"] == nil || pairs.count > 1 else { return }
    map.deduplication = Deduplication(fields, log: log)
  }
}

extension Deduplication {
  fileprivate init?(_ fields: Fields, log: ProblemLog) {
    // Both keys are checked, even if the first is missing.
    let isGiven = [fields.require("by"), fields.require("keep")]
    let key = fields.names("by")
    if key?.isEmpty ?? false {
      log.report(
        .wrongValue(key: "by", expected: "a list of properties", found: "an empty one"),
        at: fields["by"]?.location ?? fields.location)
    }
    let choices = fields.choices("keep", log: log)
    guard !isGiven.contains(false), let key, !key.isEmpty, let choices else { return nil }
    self.init(by: key, keep: choices)
  }
}

extension Fields {
  /// The choices of the object that is kept: one choice or a list.
  func choices(_ key: String, log: ProblemLog) -> [Deduplication.Choice]? {
    guard let node = self[key] else { return nil }
    var nodes = [node]
    if case .sequence(let elements) = node.content, !elements.isEmpty { nodes = elements }
    let choices = nodes.compactMap { node -> Deduplication.Choice? in
      if case .scalar(let text, _) = node.content, let choice = Deduplication.Choice(text) {
        return choice
      }
      log.report(
        .wrongValue(
          key: key,
          expected:
            "'first', 'newest(DATE)', 'oldest(DATE)', 'prefer(CONDITION)' or a list of them",
          found: node.phrase), at: node.location)
      return nil
    }
    return choices.count == nodes.count ? choices : nil
  }
}
