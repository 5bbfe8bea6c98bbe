internal import SchemaModel

/// Writes the `SchemaMigrationPlan` of all versions, with the declared checks as code.
struct SwiftDataPlan {
  /// Remarks on the parts that are left out.
  private(set) var remarks: [ExportRemark] = []
  private let documents: [SchemaDocument]
  private let names: [String]
  private let stages: [MigrationDeclaration.Kind]

  /// A plan for versions with their names, and with the kind of migration to each version but the first.
  init(_ documents: [SchemaDocument], names: [String], stages: [MigrationDeclaration.Kind]) {
    self.documents = documents
    self.names = names
    self.stages = stages
  }

  private var name: String {
    SwiftSpelling.typeName(ofModel: documents.first?.schema.name ?? "") + "MigrationPlan"
  }

  /// Adds the plan.
  mutating func write(to lines: inout SwiftLines) {
    let steps = Array(zip(stages, documents.indices.dropFirst()))
    if let platforms = documents.lazy.compactMap(\.schema.platforms).first { lines.add(platforms) }
    lines.braces("enum \(name): SchemaMigrationPlan") { lines in
      writeTwins(to: &lines)
      lines.braces("static var schemas: [any VersionedSchema.Type]") {
        $0.list(names.map { "\($0).self" })
      }
      lines.add()
      lines.braces("static var stages: [MigrationStage]") {
        $0.list(steps.map { stageName(to: $1) })
      }
      for (kind, place) in steps {
        lines.add()
        write(kind, to: place, &lines)
      }
      if steps.contains(where: { isCustom($0, $1) && comparesCounts($1) }) {
        lines.add()
        lines.comment("How many objects there were before a migration, by the name of their model.")
        lines.add("private nonisolated(unsafe) static var counts: [String: Int] = [:]")
      }
    }
    if steps.contains(where: { isCustom($0, $1) && hasChecks($1) }) {
      lines.add()
      writeError(to: &lines)
    }
  }

  /// Adds a warning about versions that the platform cannot distinguish, so that they are not released by
  /// mistake.
  private mutating func writeTwins(to lines: inout SwiftLines) {
    for (first, second) in documents.twinsInSwiftData {
      let versions = [first, second].map { documents[$0].schema.version }
      let message =
        "versions \(versions[0]) and \(versions[1]) have the same hashes as Swift source, so that the "
        + "platform ends the app at launch; leave one of them out of the plan"
      remarks.append(
        ExportRemark(part: name, message, code: "identical-schema-versions"))
      lines.comment(message.prefix(1).uppercased() + message.dropFirst() + ".")
      let warning = "'\(names[first])' and '\(names[second])' are one version to the platform"
      lines.call("#warning", [.init(nil, .word(SwiftSpelling.text(warning)))])
      lines.add()
    }
  }

  /// Whether a stage has code; SwiftData cannot infer a renamed class, and would delete its objects.
  private func isCustom(_ kind: MigrationDeclaration.Kind, _ place: Int) -> Bool {
    kind == .custom || !renames(at: place).isEmpty
  }

  /// The entities of a version that have a different name in the previous version.
  private func renames(at place: Int) -> [(old: String, new: String)] {
    let before = documents[place - 1].schema
    return documents[place].schema.entities.compactMap { entity in
      guard let old = entity.renamedFrom, before.entity(named: entity.name) == nil,
        before.entity(named: old) != nil
      else { return nil }
      return (old, entity.name)
    }
  }

  /// The name of a stage's property; underscores between numbers in the type's name become `dot`.
  private func stageName(to place: Int) -> String {
    let name = names[place]
    let end = name.range(ofLast: "SchemaV").map { String(name[$0...]) } ?? name
    return "to" + end.split(separator: "_").joined(separator: "dot")
  }

  private mutating func write(
    _ kind: MigrationDeclaration.Kind, to place: Int, _ lines: inout SwiftLines
  ) {
    let versions: [SwiftPiece.Argument] = [
      .init("fromVersion", .word("\(names[place - 1]).self")),
      .init("toVersion", .word("\(names[place]).self")),
    ]
    lines.braces("static var \(stageName(to: place)): MigrationStage") { lines in
      guard isCustom(kind, place) else { return lines.call(".lightweight", versions) }
      lines.add(".custom(")
      lines.indented { lines in
        let joined = versions.map(\.line).joined(separator: ", ") + ","
        if joined.count <= lines.room {
          lines.add(joined)
        } else {
          for version in versions { lines.add(version.line + ",") }
        }
        writeHandlers(place, to: &lines)
      }
    }
  }

  private mutating func writeHandlers(_ place: Int, to lines: inout SwiftLines) {
    let migration = documents[place].migration ?? MigrationDeclaration()
    lines.add("willMigrate: { context in")
    lines.indented { lines in
      let known = remarks.count
      writeChecks(before: place, to: &lines)
      writeValues(neededBefore: true, migration.maps, place, to: &lines)
      refuse(since: known, &lines)
    }
    lines.add("},")
    lines.add("didMigrate: { context in")
    lines.indented { lines in
      let known = remarks.count
      if !migration.declaresWork, renames(at: place).isEmpty {
        remark(
          "version \(documents[place].schema.version)",
          "what this stage does, of which the schema file says nothing", in: &lines)
      }
      writeRenames(place, to: &lines)
      writeValues(neededBefore: false, migration.maps, place, to: &lines)
      writeMaps(migration.maps, place, to: &lines)
      for step in migration.steps {
        remark(
          step.reaches.first?.entity ?? "migration",
          "the \(step.title) may change \(step.touches.joined(separator: ", "))", in: &lines)
      }
      writeChecks(after: place, to: &lines)
      refuse(since: known, &lines)
      lines.add("try context.save()")
    }
    lines.add("})")
  }
}

// MARK: - Checks

extension SwiftDataPlan {
  private func hasChecks(_ place: Int) -> Bool {
    let migration = documents[place].migration ?? MigrationDeclaration()
    return comparesCounts(place)
      || (migration.before + migration.after).contains { check in
        if case .count(_, .some) = check { true } else { false }
      }
  }

  /// Whether a count of objects is remembered before the migration, for comparison after it.
  private func comparesCounts(_ place: Int) -> Bool { !counted(at: place).isEmpty }

  /// The entities whose number of objects must not change, with both names.
  private func counted(at place: Int) -> [(old: String, new: String)] {
    let renamed = renames(at: place)
    func names(_ checks: [MigrationDeclaration.Check]) -> [String] {
      checks.compactMap { check in
        if case .count(let entity, nil) = check { entity } else { nil }
      }
    }
    let migration = documents[place].migration ?? MigrationDeclaration()
    let before = names(migration.before).map { old in
      (old: old, new: renamed.first { $0.old == old }?.new ?? old)
    }
    let after = names(migration.after).map { new in
      (old: renamed.first { $0.new == new }?.old ?? new, new: new)
    }
    let pairs = Dictionary((before + after).map { ($0.new, $0.old) }) { first, _ in first }
    return pairs.sorted { $0.key < $1.key }.map { (old: $0.value, new: $0.key) }.filter { pair in
      documents[place - 1].schema.entity(named: pair.old) != nil
        && documents[place].schema.entity(named: pair.new) != nil
    }
  }

  private mutating func writeChecks(before place: Int, to lines: inout SwiftLines) {
    for (old, _) in counted(at: place) {
      writeCount(old, in: place - 1, to: "counts[\(SwiftSpelling.text(old))]", &lines)
    }
    for check in documents[place].migration?.before ?? [] {
      switch check {
      case .count(_, nil): break
      case .count(let entity, let number?):
        writeGuard(entity, in: place - 1, is: "\(number)", to: &lines)
      case .expect(let sql, _): remarkCheck(sql, place, in: &lines)
      }
    }
  }

  /// Adds the checks after a migration, including comparisons with the remembered counts.
  private mutating func writeChecks(after place: Int, to lines: inout SwiftLines) {
    for check in documents[place].migration?.after ?? [] {
      switch check {
      case .count(_, nil): break
      case .count(let entity, let number?):
        writeGuard(entity, in: place, is: "\(number)", to: &lines)
      case .expect(let sql, _): remarkCheck(sql, place, in: &lines)
      }
    }
    for (old, new) in counted(at: place) {
      writeGuard(new, in: place, is: "counts[\(SwiftSpelling.text(old))]", to: &lines)
    }
  }

  /// Adds a line that assigns the number of a model's objects to a target.
  private func writeCount(
    _ entity: String, in place: Int, to target: String, _ lines: inout SwiftLines
  ) {
    let model = "\(names[place]).\(SwiftSpelling.name(entity))"
    let descriptor = SwiftPiece.word("FetchDescriptor<\(model)>()")
    lines.assign(.call("try context.fetchCount", [.init(nil, descriptor)]), to: target)
  }

  private func writeGuard(
    _ entity: String, in place: Int, is wanted: String, to lines: inout SwiftLines
  ) {
    let name = entity.prefix(1).lowercased() + entity.dropFirst() + "Count"
    writeCount(entity, in: place, to: "let \(name)", &lines)
    let condition = "\(name) == \(wanted)"
    if "guard \(condition) else {".count <= lines.room {
      lines.add("guard \(condition) else {")
    } else {
      lines.add("guard")
      lines.indented { lines in
        if condition.count <= lines.room { return lines.add(condition) }
        lines.add(name)
        lines.indented { $0.add("== \(wanted)") }
      }
      lines.add("else {")
    }
    lines.indented {
      $0.call("throw MigrationCheckError", [.init("model", .text(entity))])
    }
    lines.add("}")
  }

  private mutating func remarkCheck(_ sql: String, _ place: Int, in lines: inout SwiftLines) {
    remark(
      "version \(documents[place].schema.version)", "check by other means: \(sql)", in: &lines)
  }

  /// Adds the new values that the platform's own step needs, or all others.
  private mutating func writeValues(
    neededBefore: Bool, _ maps: [MigrationDeclaration.EntityMap], _ place: Int,
    to lines: inout SwiftLines
  ) {
    for map in maps {
      for (property, expression) in map.properties.sorted(by: { $0.key < $1.key })
      where becomesRequired(property, of: map.entity, place) == neededBefore {
        remark(
          "\(map.entity).\(property)",
          "'\(map.entity).\(property)' becomes \(expression)"
            + (neededBefore ? ", or the platform refuses the store (error 134110)" : ""),
          in: &lines)
      }
    }
  }

  /// Whether a property was optional: a store in which an object has no value cannot be migrated.
  private func becomesRequired(_ property: String, of entity: String, _ place: Int) -> Bool {
    let (before, after) = (documents[place - 1].schema, documents[place].schema)
    let old =
      after.attribute(named: property, of: entity)?.attribute.renamedFrom
      ?? after.relationship(named: property, of: entity)?.relationship.renamedFrom
    return before.isOptional(old ?? property, of: entity) == true
      && after.isOptional(property, of: entity) == false
  }

  private mutating func writeMaps(
    _ maps: [MigrationDeclaration.EntityMap], _ place: Int, to lines: inout SwiftLines
  ) {
    for map in maps {
      for (property, choices) in map.keptLinks.sorted(by: { $0.key < $1.key }) {
        remark(
          "\(map.entity).\(property)",
          "of several objects '\(map.entity).\(property)' keeps one by \(choices.list)", in: &lines)
      }
      if let filter = map.filter {
        remark(map.entity, "only objects of '\(map.entity)' where \(filter) are kept", in: &lines)
      }
      for origin in map.origins {
        remark(
          map.entity, "objects of '\(map.entity)' are made of objects of '\(origin.entity)'",
          in: &lines)
      }
      if let deduplication = map.deduplication {
        remark(map.entity, "objects of '\(map.entity)' are merged \(deduplication)", in: &lines)
      }
    }
  }

  private mutating func writeRenames(_ place: Int, to lines: inout SwiftLines) {
    for (old, new) in renames(at: place) {
      remark(
        new, "objects of '\(old)' become objects of '\(new)'; SwiftData cannot rename a class",
        in: &lines)
    }
  }

  /// Adds an `#error` if parts were left out, so that the stage does not compile until they are written by
  /// hand.
  private func refuse(since known: Int, _ lines: inout SwiftLines) {
    guard remarks.count > known else { return }
    lines.add("#error(\"write what is not carried, and take this line out\")")
  }

  private mutating func remark(
    _ part: String, _ message: String, in lines: inout SwiftLines
  ) {
    remarks.append(ExportRemark(part: part, message))
    lines.comment("Not carried: \(message).")
  }

  private func writeError(to lines: inout SwiftLines) {
    lines.comment("A check of a migration that did not hold.", mark: "///")
    lines.braces("struct MigrationCheckError: Error") {
      $0.comment("The model whose objects were counted.", mark: "///")
      $0.add("var model: String")
    }
  }
}

extension Schema {
  /// Whether a property may have no value; nil without such a property.
  fileprivate func isOptional(_ property: String, of entity: String) -> Bool? {
    attribute(named: property, of: entity)?.attribute.isOptional
      ?? relationship(named: property, of: entity)?.relationship.isOptional
  }
}

extension String {
  /// The index of the last character of a text's last occurrence.
  fileprivate func range(ofLast text: String) -> String.Index? {
    var result: String.Index?
    for index in indices where self[index...].hasPrefix(text) {
      result = self.index(index, offsetBy: text.count - 1)
    }
    return result
  }
}
