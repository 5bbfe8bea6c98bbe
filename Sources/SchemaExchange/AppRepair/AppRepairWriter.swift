internal import SchemaModel

/// Writes the source of a repair: a function for each act, and a function that calls all of them.
struct AppRepairWriter {
  /// The remarks about acts and links that are left out.
  private(set) var remarks: [ExportRemark] = []
  private let schema: Schema
  private let version: String
  private let words: AppRepairWords

  init(_ schema: Schema, version: String) {
    self.schema = schema
    self.version = version
    words = AppRepairWords(schema: schema, isSwiftData: schema.platform == .swiftData)
  }

  private var name: String { SwiftSpelling.typeName(ofModel: schema.name) + "Repair" }

  mutating func text(of acts: [RepairAct]) -> String {
    let acts = acts.filter { isWritten($0) }
    let fills = acts.compactMap { RepairedValue($0, in: schema) }
    let others = acts.filter { RepairedValue($0, in: schema) == nil }
    var lines = SwiftLines()
    lines.comment("Written by 'migrate repair --format swift'.")
    lines.add()
    if !words.isSwiftData || !fills.isEmpty { lines.add("import CoreData") }
    lines.add("import Foundation")
    if words.isSwiftData { lines.add("import SwiftData") }
    lines.add()
    lines.comment(
      "Repairs a store of \(schema.name) \(schema.version), before it is migrated to a later version.",
      mark: "///")
    lines.add("enum \(name) {")
    lines.indented { lines in
      writeTypes(of: acts, to: &lines)
      if words.isSwiftData {
        if !others.isEmpty { writeRun(others, [], to: &lines) }
        if !fills.isEmpty { writeFilling(fills, areOthers: !others.isEmpty, to: &lines) }
      } else {
        writeRun(others, fills, to: &lines)
      }
      for act in others {
        lines.add()
        write(act, to: &lines)
      }
      for value in fills {
        lines.add()
        value.write(to: &lines)
      }
      if others.contains(where: \.isMerge) { lines.add(block: AppRepairWords.isNewer) }
      if !words.isSwiftData, !others.isEmpty { lines.add(block: AppRepairWords.coreDataFunctions) }
    }
    lines.add("}")
    return lines.text
  }

  /// Whether an act can be written; otherwise the reason is added to the remarks.
  private mutating func isWritten(_ act: RepairAct) -> Bool {
    guard let reason = obstacle(to: act) else { return true }
    remarks.append(ExportRemark(part: name, "not written: \(act.sentence); \(reason)"))
    return false
  }

  private func obstacle(to act: RepairAct) -> String? {
    if case .clear(let entity, let name) = act.kind,
      schema.relationship(named: name, of: entity)?.relationship.isOptional == false
    {
      return "'\(entity).\(name)' is required; '--orphans \(entity).\(name)=delete' deletes the "
        + "objects"
    }
    if case .fill(let entity, let name) = act.kind,
      let attribute = schema.attribute(named: name, of: entity)?.attribute,
      !words.isPlain(attribute)
    {
      return "'\(entity).\(name)' has the form of several values in Core Data"
    }
    guard case .merge(let entity, let properties, let newestBy) = act.kind else { return nil }
    let attributes = schema.allAttributes(of: entity)
    if let newest = attributes.first(where: { $0.name == newestBy }),
      words.orderedType(newest) == nil
    {
      return "Swift does not order the values of '\(entity).\(newestBy)'"
    }
    let part = attributes.first { properties.contains($0.name) && !words.isKey($0.type) }
    return part.map { "Swift does not compare the values of '\(entity).\($0.name)'" }
  }

  /// Adds type aliases for the classes that the source uses.
  private func writeTypes(of acts: [RepairAct], to lines: inout SwiftLines) {
    guard words.isSwiftData else { return }
    var names: Set<String> = []
    for act in acts {
      switch act.kind {
      case .merge(let entity, _, _):
        names.insert(entity)
        names.formUnion(schema.family(of: entity).dropFirst().map(\.name))
        names.formUnion(AppMerge.oneWayLinks(to: entity, in: schema).map(\.owner.name))
      case .clear(let entity, let name), .delete(let entity, let name):
        names.insert(entity)
        if let link = schema.relationship(named: name, of: entity)?.relationship {
          names.insert(link.destination)
        }
      case .fill: break
      }
    }
    guard !names.isEmpty else { return }
    lines.comment(
      "The classes of version \(schema.version). If the app names them otherwise, change it here.")
    for name in names.sorted() {
      let spelled = SwiftSpelling.name(name)
      lines.add("typealias \(spelled) = \(version).\(spelled)")
    }
    lines.add()
  }
}

// MARK: - Functions that an app calls

extension AppRepairWriter {
  private func writeRun(
    _ acts: [RepairAct], _ values: [RepairedValue], to lines: inout SwiftLines
  ) {
    lines.comment("Does all of it, and saves. Call it from a custom stage:", mark: "///")
    lines.add("///")
    for line in example(values) { lines.add("///" + (line.isEmpty ? "" : "     " + line)) }
    let parameters = ["in context: \(words.context)"] + values.compactMap(\.parameter)
    lines.function("static func run", parameters) { lines in
      // Core Data does not save an object without a required value, and a merge saves.
      for value in values { lines.add(value.call) }
      for act in acts { lines.add("try \(functionName(act))(in: context)") }
      lines.add("try context.save()")
    }
  }

  private func example(_ values: [RepairedValue]) -> [String] {
    let arguments = ["in: context"] + values.compactMap(\.argument)
    let call = "try \(name).run(\(arguments.joined(separator: ", ")))"
    return words.isSwiftData
      ? [
        ".custom(", "  fromVersion: \(version).self, toVersion: …,",
        "  willMigrate: { context in \(call) }, didMigrate: nil)",
      ]
      : [
        "stage.willMigrateHandler = { manager, _ in",
        "  guard let context = manager.container?.newBackgroundContext() else {",
        "    throw CocoaError(.coreData)", "  }",
        "  try context.performAndWait {", "    \(call)", "  }", "}",
      ]
  }

  private func writeFilling(
    _ values: [RepairedValue], areOthers: Bool, to lines: inout SwiftLines
  ) {
    if areOthers { lines.add() }
    lines.comment(
      "Gives required attributes a value where they have none. SwiftData cannot read such objects, so call "
        + "it before a container opens the store. A store of another version, or one that does not exist "
        + "yet, is left as it is.",
      mark: "///")
    let parameters = ["inStoreAt url: URL"] + values.compactMap(\.parameter)
    lines.function("static func fillMissingValues", parameters) { lines in
      lines.add("guard FileManager.default.fileExists(atPath: url.path) else { return }")
      lines.add("let made = NSManagedObjectModel.makeManagedObjectModel(for: \(version).models)")
      lines.add("guard let model = made else { throw UnknownModel() }")
      lines.add("let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(")
      lines.indented { $0.add("type: .sqlite, at: url)") }
      lines.add("let isOfVersion = model.isConfiguration(")
      lines.indented { $0.add("withName: nil, compatibleWithStoreMetadata: metadata)") }
      lines.add("guard isOfVersion else { return }")
      lines.add("let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)")
      lines.comment("SwiftData tracks history. A store that does is read-only without this option.")
      lines.add("let store = try coordinator.addPersistentStore(")
      lines.indented { lines in
        lines.add("type: .sqlite, at: url, options: [NSPersistentHistoryTrackingKey: true])")
      }
      lines.add("defer { try? coordinator.remove(store) }")
      lines.add(
        "let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)")
      lines.add("context.persistentStoreCoordinator = coordinator")
      lines.braces("try context.performAndWait") { lines in
        for value in values { lines.add(value.call) }
        lines.add("try context.save()")
      }
    }
    lines.add()
    lines.comment("The classes of the version are no model that SwiftData knows.", mark: "///")
    lines.add("struct UnknownModel: Error {}")
  }
}

// MARK: - Functions that make the repairs

extension AppRepairWriter {
  private func functionName(_ act: RepairAct) -> String {
    switch act.kind {
    case .merge(let entity, let properties, _):
      "merge\(SwiftSpelling.typeName(entity))By"
        + properties.map { SwiftSpelling.typeName($0) }.joined(separator: "And")
    case .clear(let entity, let name):
      "clear\(SwiftSpelling.typeName(name))Of\(SwiftSpelling.typeName(entity))"
    case .delete(let entity, let name):
      "delete\(SwiftSpelling.typeName(entity))Without\(SwiftSpelling.typeName(name))"
    case .fill: preconditionFailure("a value has a function of its own")
    }
  }

  private mutating func write(_ act: RepairAct, to lines: inout SwiftLines) {
    lines.comment(act.sentence.prefix(1).uppercased() + act.sentence.dropFirst() + ".", mark: "///")
    let head = "private static func \(functionName(act))"
    switch act.kind {
    case .merge(let entity, let properties, let newestBy):
      let merge = AppMerge(
        entity: entity, properties: properties, newestBy: newestBy, schema: schema, words: words)
      lines.function(head, ["in context: \(words.context)"]) { merge.write(to: &$0) }
      remarks += merge.remarks
    case .clear(let entity, let name):
      lines.function(head, ["in context: \(words.context)"]) {
        writeOrphans(of: entity, name, to: &$0) { words.setToOne(name, of: "object", to: "nil") }
      }
    case .delete(let entity, let name):
      lines.function(head, ["in context: \(words.context)"]) {
        writeOrphans(of: entity, name, to: &$0) { "context.delete(object)" }
      }
    case .fill: break
    }
  }

  /// Adds a loop over the objects with a link to a missing object.
  private func writeOrphans(
    of entity: String, _ name: String, to lines: inout SwiftLines, _ body: () -> String
  ) {
    guard let link = schema.relationship(named: name, of: entity)?.relationship else {
      return
    }
    let isBound = link.isOptional || !words.isSwiftData
    let target = isBound ? "target" : words.toOne(name, of: "object")
    lines.add("let existing = \(words.identities(of: link.destination))")
    lines.braces("for object in \(words.objects(of: entity))") { lines in
      let binding = isBound ? "let target = \(words.toOne(name, of: "object")), " : ""
      lines.braces("if \(binding)!existing.contains(\(words.identity(target)))") {
        $0.add(body())
      }
    }
  }
}

extension RepairAct {
  fileprivate var isMerge: Bool {
    if case .merge = kind { true } else { false }
  }
}

extension SwiftLines {
  /// Adds prepared lines after an empty line.
  fileprivate mutating func add(block: String) {
    add()
    for line in block.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
  }
}
