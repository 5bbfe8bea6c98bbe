internal import SchemaModel

extension MigrationDraft {
  /// Reads steps, which work on the migrated rows.
  mutating func addSteps(_ fields: Fields, log: ProblemLog) {
    for node in fields.list("steps") {
      let path = ["steps", "\(declaration.steps.count)"]
      guard let fields = Self.fields(of: node, log: log), let step = DeclaredStep(fields) else {
        continue
      }
      declaration.steps.append(step)
      places.append(Place(keys: path, location: node.location))
      places += fields.places.map { Place(keys: path + $0.keys, location: $0.location) }
    }
  }

  private static func fields(of node: YAMLNode, log: ProblemLog) -> Fields? {
    guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
      log.report(
        .wrongValue(
          key: "steps",
          expected: "steps such as {sql: \"UPDATE …\", touches: [Book.title]} or "
            + "{closure: name, on: Book, touches: [Book.title]}",
          found: node.phrase), at: node.location)
      return nil
    }
    let isClosure = pairs.contains { $0.key.text == "closure" }
    return Fields(
      node, of: "the step", key: "steps",
      allowed: isClosure ? ["closure", "on", "reads", "touches"] : ["sql", "touches"], log: log)
  }
}

extension DeclaredStep {
  fileprivate init?(_ fields: Fields) {
    let required = fields["closure"] == nil ? ["sql", "touches"] : ["on", "touches"]
    // All keys are checked, even if the first is missing.
    let areGiven = required.map(fields.require)
    let (touches, reads) = (fields.names("touches"), fields.names("reads"))
    guard !areGiven.contains(false), let touches else { return nil }
    if let name = fields.text("closure"), let entity = fields.text("on") {
      self.init(.closure(name, on: entity, reads: reads ?? []), touches: touches)
    } else if let sql = fields.text("sql") {
      self.init(.sql(sql), touches: touches)
    } else {
      return nil
    }
  }
}
