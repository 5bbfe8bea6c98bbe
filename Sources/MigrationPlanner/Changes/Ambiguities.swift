package import Diagnostics
package import SchemaModel

/// Drops next to additions of the same shape, which may be undeclared renames.
///
/// The planner does not guess. Each such drop is an error that prints the one line to add, unless the drop is
/// listed under `removed` or allowed by name.
package struct Ambiguities {
  /// A drop next to additions of the same shape.
  package struct ProbableRename: Hashable, Sendable {
    /// The dropped thing.
    package var drop: SchemaChange
    /// The old name.
    package var source: String
    /// The places of the additions in the new version.
    package var candidates: [SchemaPath]
    /// The diagnostic for the problem.
    package var diagnostic: Diagnostic
  }

  private(set) var probableRenames: [ProbableRename] = []
  /// The same for drops that are listed under `removed`, and so are made on purpose.
  private(set) var removedRenames: [ProbableRename] = []
  private let correspondence: SchemaCorrespondence
  private let document: SchemaDocument
  /// The name of the previous version's file.
  private let base: String?
  private let allowedDrops: Set<String>

  init(
    among changes: [SchemaChange], by correspondence: SchemaCorrespondence,
    in document: SchemaDocument, after source: SchemaDocument, allowedDrops: Set<String>
  ) {
    base = source.file?.split(separator: "/").last.map(String.init)
    self.correspondence = correspondence
    self.document = document
    self.allowedDrops = allowedDrops
    findProperties(changes)
    findEntities(changes)
  }

  /// The diagnostics for the drops.
  var diagnostics: [Diagnostic] { probableRenames.map(\.diagnostic) }

  private func isSettled(_ drop: SchemaChange) -> Bool {
    allowedDrops.contains("\(drop.code):\(drop.subject)") || isOrigin(drop)
  }

  /// Whether a declaration makes other objects from those of a removed entity.
  private func isOrigin(_ drop: SchemaChange) -> Bool {
    guard case .dropEntity(let entity) = drop else { return false }
    return document.migration?.maps.contains { map in
      map.origin(ofObjectsOf: entity.name, in: correspondence.source) != nil
    } ?? false
  }
}

// MARK: - Properties

extension Ambiguities {
  private mutating func findProperties(_ changes: [SchemaChange]) {
    var attributes: [String: [Attribute]] = [:]
    var relationships: [String: [Relationship]] = [:]
    for change in changes {
      if hasExpression(change) { continue }
      if case .addAttribute(let new, let entity) = change {
        attributes[entity, default: []].append(new)
      } else if case .addRelationship(let new, let entity) = change {
        relationships[entity, default: []].append(new)
      }
    }
    for change in changes where !isSettled(change) {
      if case .dropAttribute(let old, let owner) = change {
        let entity = correspondence.targetNames[owner] ?? owner
        let alike = (attributes[entity] ?? []).filter { isAlike(old, $0) }
        let same = alike.filter { $0.defaultValue == old.defaultValue }
        let lines = (same.isEmpty ? alike : same)
          .map { $0.line(renamedFrom: old.name, isInSwiftData) }
        report(change, entity: entity, kind: .attributes, lines: lines)
      } else if case .dropRelationship(let old, let owner) = change {
        let entity = correspondence.targetNames[owner] ?? owner
        let lines = (relationships[entity] ?? []).filter { isAlike(old, $0) }
          .map { $0.line(renamedFrom: old.name, isInSwiftData) }
        report(change, entity: entity, kind: .relationships, lines: lines)
      }
    }
  }

  /// Whether an expression computes the values of a new property.
  private func hasExpression(_ change: SchemaChange) -> Bool {
    guard let name = change.place.name else { return false }
    return document.migration?.map(of: change.place.owner)?.properties[name] != nil
  }

  private func isAlike(_ old: Attribute, _ new: Attribute) -> Bool {
    old.isOptional == new.isOptional && old.isTransient == new.isTransient
      && correspondence.source.resolved(old.type) == correspondence.target.resolved(new.type)
  }

  private func isAlike(_ old: Relationship, _ new: Relationship) -> Bool {
    old.cardinality == new.cardinality
      && (correspondence.targetNames[old.destination] ?? old.destination) == new.destination
  }

  private mutating func report(
    _ drop: SchemaChange, entity: String, kind: SchemaPath.PropertyKind, lines: [Line]
  ) {
    guard !lines.isEmpty, let name = drop.place.name else { return }
    let what = kind == .attributes ? "attribute" : "relationship"
    report(
      drop, "\(what) '\(drop.subject)' is missing", lines: lines,
      removal: "\(kind.rawValue): [\(drop.place.owner).\(name)]"
    ) { .property($0, of: entity, kind) }
  }

  private mutating func report(
    _ drop: SchemaChange, _ loss: String, lines: [Line], removal: String,
    path: (String) -> SchemaPath
  ) {
    let names = lines.map { "'\($0.name)'" }.joined(separator: ", ")
    let isOne = lines.count == 1
    let notes =
      lines.map { line in
        Diagnostic.Note(
          "if it is '\(line.name)' now, \(line.text)",
          at: document.sources.location(of: path(line.name)))
      } + [
        .init(
          "if it is meant to go, write \(removing(removal)) # migrate:ignore \(drop.code) -- reason"
        )
      ]
      + lines.filter(\.needsValue).map {
        .init(
          "'\($0.name)' then needs a default, or to be optional: existing objects have no value for it"
        )
      }
    let diagnostic = Diagnostic(
      code: "probable-rename",
      "\(loss) while \(names) of the same shape \(isOne ? "is" : "are") new: renamed or removed?",
      at: lines.first.flatMap { document.sources.location(of: path($0.name)) }, notes: notes)
    let rename = ProbableRename(
      drop: drop, source: drop.place.name ?? drop.place.owner,
      candidates: lines.map { path($0.name) }, diagnostic: diagnostic)
    // The misspelt former name of a candidate is another problem.
    let misspelt = correspondence.renameProblems.filter {
      $0.diagnostic.code == "rename-source-missing"
    }.compactMap(\.path.parent)
    if rename.candidates.contains(where: misspelt.contains) { return }
    if document.removals.contains(drop.path) {
      removedRenames.append(rename)
    } else {
      probableRenames.append(rename)
    }
  }
}

extension Ambiguities {
  /// The lines that declare a removal, which only a file that extends another one can do.
  private func removing(_ removal: String) -> String {
    document.sources.files.count == 1
      ? "'extends: \(base ?? "V1.yaml")' below the version, and at the end: removed: {\(removal)}"
      : "under 'removed': \(removal)"
  }
}

// MARK: - Entities

extension Ambiguities {
  private mutating func findEntities(_ changes: [SchemaChange]) {
    var added: [Entity] = []
    var dropped: [SchemaChange] = []
    for change in changes {
      if case .addEntity(let entity) = change { added.append(entity) }
      if case .dropEntity = change, !isSettled(change) { dropped.append(change) }
    }
    guard !added.isEmpty, !dropped.isEmpty else { return }
    let likeness = EntityLikeness(added)
    for drop in dropped {
      guard case .dropEntity(let entity) = drop else { continue }
      let lines = likeness.candidates(for: entity).map { candidate in
        Line(name: candidate, text: rename(of: entity.name, to: candidate))
      }
      guard !lines.isEmpty else { continue }
      report(
        drop, "entity '\(entity.name)' is missing", lines: lines,
        removal: "entities: [\(entity.name)]"
      ) { .entity($0) }
    }
  }
}

extension Ambiguities {
  /// Whether the model is declared as SwiftData's, so that the source must declare renames.
  private var isInSwiftData: Bool { document.schema.declaredPlatform == .swiftData }

  private func rename(of entity: String, to name: String) -> String {
    let line = "write under '\(name):' the line: renamedFrom: \(entity)"
    return isInSwiftData
      ? "give the class its old name '\(entity)' again, as SwiftData has no original name for a class; or "
        + "carry the objects over in a custom stage, and \(line)" : line
  }
}

/// A line that declares a rename, as advice.
private struct Line {
  var name: String
  var text: String
  /// Whether existing objects would have no value for it if it were not a rename.
  var needsValue = false
}

extension Line {
  /// The line of a property, and the macro for the Swift source, where one exists.
  fileprivate init(
    _ name: String, _ line: String, was old: String, _ macro: String?, needsValue: Bool
  ) {
    let swift = macro.map {
      ", and '@\($0)(originalName: \"\(old)\")' before it in the Swift source"
    }
    self.init(name: name, text: "write: \(line)\(swift ?? "")", needsValue: needsValue)
  }
}

extension Attribute {
  /// The long form with the attribute's old name: `year: {type: int, renamedFrom: published}`.
  fileprivate func line(renamedFrom old: String, _ isInSwiftData: Bool) -> Line {
    var renamed = self
    renamed.renamedFrom = old
    return Line(
      name, renamed.line, was: old, isInSwiftData ? "Attribute" : nil, needsValue: needsValue)
  }
}

extension Relationship {
  /// The form with the relationship's old name: `book: {toOne: Book?, renamedFrom: volume}`.
  fileprivate func line(renamedFrom old: String, _ isInSwiftData: Bool) -> Line {
    var renamed = self
    renamed.renamedFrom = old
    return Line(
      name, renamed.line, was: old, isInSwiftData ? "Relationship" : nil,
      needsValue: cardinality == .toOne && !isOptional)
  }
}
