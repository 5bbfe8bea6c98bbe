import SQLite
import StoreLayout
import SchemaModel
import TestSupport

/// A model whose objects are linked in every way, and its next version, in which two of its
/// entities become one, or one of them is divided.
struct LinkedModel {
  /// How two entities are linked, seen from the first of them.
  private enum Kind: CaseIterable {
    case manyToOne, orderedManyToOne, oneToOne, manyToMany, orderedManyToMany, toOneAlone,
      toManyAlone
  }

  private struct End: Hashable {
    var entity: String
    var name: String
  }

  private struct Link {
    var kind: Kind
    var near: End
    var far: End

    var hasInverse: Bool { kind != .toOneAlone && kind != .toManyAlone }
  }

  /// The change of the entities `A` and `B`; `C` stays.
  enum Change: CaseIterable {
    case merge, mergeInto, divide, divideInPart, rename, renameInPart
  }

  private var links: [Link] = []
  private let change: Change

  /// A model with one to four relationships.
  init(_ change: Change, using random: inout SeededGenerator) {
    self.change = change
    var names = ["A": Self.names, "B": Self.names, "C": Self.names]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let kind = random.pick(Kind.allCases)
      let (near, far) = (random.pick(["A", "B", "C", "A"]), random.pick(["A", "B", "C", "A"]))
      guard near != "C" || far != "C" else { continue }
      let first = Self.name(for: near, of: &names, using: &random)
      let second = Self.name(for: far, of: &names, using: &random)
      links.append(
        Link(
          kind: kind, near: End(entity: near, name: first), far: End(entity: far, name: second)))
    }
  }

  private static let names = ["alpha", "gamma", "kappa", "omega", "sigma", "theta"]

  private static func name(
    for entity: String, of names: inout [String: [String]], using random: inout SeededGenerator
  ) -> String {
    // One of the first two, so that entities often have relationships of the same name.
    let free = names[entity] ?? []
    let name = random.pick(Array(free.prefix(2)))
    names[entity] = free.filter { $0 != name }
    return name
  }

  // MARK: Versions

  /// The version before.
  var before: String { text("1.0.0", ["A", "B", "C"], links) }

  /// The next version, in which most ends are unchanged.
  func after(using random: inout SeededGenerator) -> String {
    var taken: Set<End> = []
    var kept: [Link] = []
    for link in links.shuffled(using: &random) {
      for near in heirs[link.near.entity, default: []] {
        for far in heirs[link.far.entity, default: []].shuffled(using: &random) {
          var link = link
          (link.near.entity, link.far.entity) = (near, far)
          // A relationship of what stays gets a new name now and then.
          if near != far, far == "C" || near == "C", random.bool(0.3) {
            if near == "C" { link.near.name += "New" } else { link.far.name += "New" }
          }
          if link.kind == .manyToOne, random.bool(0.1) { link.kind = .orderedManyToOne }
          if link.hasInverse, random.bool(0.1) {
            link.kind = link.kind == .manyToMany ? .toManyAlone : .toOneAlone
          }
          let ends = Set([link.near] + (link.hasInverse ? [link.far] : []))
          guard taken.isDisjoint(with: ends), link.near != link.far, random.bool(0.9) else {
            continue
          }
          taken.formUnion(ends)
          kept.append(link)
        }
      }
    }
    let entities = Set(heirs.values.joined()).sorted()
    return text("2.0.0", entities, kept) + "migration:\n  kind: custom\n  map:\n\(map)"
  }

  private var heirs: [String: [String]] {
    switch change {
    case .merge: ["A": ["W"], "B": ["W"], "C": ["C"]]
    case .mergeInto: ["A": ["B"], "B": ["B"], "C": ["C"]]
    case .divide, .divideInPart: ["A": ["X", "Y"], "B": ["B"], "C": ["C"]]
    case .rename, .renameInPart: ["A": ["X"], "B": ["B"], "C": ["C"]]
    }
  }

  private var map: String {
    switch change {
    case .merge: "    W: {from: {A: {}, B: {}}}\n"
    case .mergeInto: "    B: {from: {A: {}}}\n"
    case .divide:
      "    X: {from: {A: {where: kind = 'x'}}}\n    Y: {from: {A: {where: kind <> 'x'}}}\n"
    case .divideInPart:
      "    X: {from: {A: {where: kind = 'x'}}}\n    Y: {from: {A: {where: kind = 'y'}}}\n"
    case .rename: "    X: {from: {A: {}}}\n"
    case .renameInPart: "    X: {from: {A: {where: kind <> 'z'}}}\n"
    }
  }

  private func text(_ version: String, _ entities: [String], _ links: [Link]) -> String {
    var lines = ["schema: Linked", "version: \(version)", "entities:"]
    for entity in entities {
      lines.append("  \(entity):")
      lines.append("    attributes: {name: string, kind: string}")
      let relationships = links.flatMap { Self.relationships($0) }.filter { $0.0 == entity }
      if !relationships.isEmpty { lines.append("    relationships:") }
      lines += relationships.map { "      \($0.1)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func relationships(_ link: Link) -> [(String, String)] {
    let (near, far) = (link.near, link.far)
    let inverse = link.hasInverse ? ", inverse: \(far.name)" : ""
    let (first, second) =
      switch link.kind {
      case .manyToOne: ("toOne: \(far.entity)?", "toMany: \(near.entity)")
      case .orderedManyToOne: ("toOne: \(far.entity)?", "toMany: \(near.entity), ordered: true")
      case .oneToOne: ("toOne: \(far.entity)?", "toOne: \(near.entity)?")
      case .manyToMany: ("toMany: \(far.entity)", "toMany: \(near.entity)")
      case .orderedManyToMany:
        ("toMany: \(far.entity), ordered: true", "toMany: \(near.entity)")
      case .toOneAlone: ("toOne: \(far.entity)?", "")
      case .toManyAlone: ("toMany: \(far.entity)", "")
      }
    let own = (near.entity, "\(near.name): {\(first)\(inverse)}")
    return link.hasInverse
      ? [own, (far.entity, "\(far.name): {\(second), inverse: \(near.name)}")] : [own]
  }

  /// The removed relationships of entities that stay: `C.alpha`.
  static func droppedEnds(from old: Schema, to new: Schema) -> [String] {
    old.entities.filter { new.entity(named: $0.name) != nil }.flatMap { entity in
      entity.relationships.map(\.name).filter {
        new.relationship(named: $0, of: entity.name) == nil
      }.map { "\(entity.name).\($0)" }
    }
  }

  // MARK: Content

  /// Objects of all entities, which share identities, and links among them.
  static func content(of schema: Schema, using random: inout SeededGenerator) -> String {
    let layout = StoreLayout(of: schema)
    var (statements, objects): ([String], [String: [Int]]) = ([], [:])
    for entity in schema.entities {
      let ids = (1...8).shuffled(using: &random).prefix(.random(in: 2...6, using: &random))
      objects[entity.name] = Array(ids)
      for id in ids {
        let (name, kind) = ("\(entity.name)\(id)", random.pick(["x", "y", "z"]))
        statements.append(
          "INSERT INTO \"\(entity.name)\" (_id, name, kind) VALUES (\(id), '\(name)', '\(kind)');")
      }
    }
    for association in schema.associations {
      let (near, far) = (association.primary.entity, association.primary.relationship.destination)
      var used: Set<Int> = []
      for (position, id) in (objects[near] ?? []).enumerated() where random.bool(0.8) {
        let options = (objects[far] ?? []).filter { !association.isExclusive || !used.contains($0) }
        guard !options.isEmpty else { continue }
        if let table = layout.joinTable(of: association) {
          let targets = options.shuffled(using: &random).prefix(2)
          let orders = [table.ownerOrderColumn, table.destinationOrderColumn].compactMap { $0 }
          for target in targets {
            let columns = [table.ownerColumn, table.destinationColumn] + orders
            let values = [id, target] + orders.map { _ in position }
            statements.append(
              "INSERT INTO \"\(table.name)\" (\(columns.map { "\"\($0)\"" }.joined(separator: ", "))) "
                + "VALUES (\(values.map(String.init).joined(separator: ", ")));")
          }
        } else if let column = layout.column(of: association.primary.relationship.name, in: near) {
          let target = random.pick(options)
          used.insert(target)
          let order = layout.orderColumn(of: association).map { ", \"\($0)\" = \(position)" } ?? ""
          statements.append(
            "UPDATE \"\(near)\" SET \"\(column)\" = \(target)\(order) WHERE _id = \(id);")
        }
      }
    }
    return statements.joined(separator: "\n")
  }

  /// A link of an object: the object's name, the relationship, and the other object's name.
  struct Known: Hashable, CustomStringConvertible {
    var object: String
    var relationship: String
    var other: String

    var description: String { "\(object).\(relationship) = \(other)" }
  }

  /// Every link of a store, as each object knows it that has a relationship for it.
  static func links(in store: TestStore, of schema: Schema) throws -> [[Known]] {
    let layout = StoreLayout(of: schema)
    return try schema.associations.flatMap { association -> [[Known]] in
      let (near, far) = (association.primary.entity, association.primary.relationship.destination)
      let name = association.primary.relationship.name
      let pairs =
        if let table = layout.joinTable(of: association) {
          "(SELECT \"\(table.ownerColumn)\" AS n, \"\(table.destinationColumn)\" AS f "
            + "FROM \"\(table.name)\")"
        } else {
          "(SELECT _id AS n, \"\(layout.column(of: name, in: near) ?? "")\" AS f FROM \"\(near)\")"
        }
      return try store.rows(
        SQL(
          raw: "SELECT a.name, b.name FROM \(pairs) JOIN \"\(near)\" AS a ON a._id = n "
            + "JOIN \"\(far)\" AS b ON b._id = f ORDER BY 1, 2")
      ).map { row -> [Known] in
        guard case .text(let first) = row[0], case .text(let second) = row[1] else { return [] }
        let back = association.inverse.map {
          Known(object: second, relationship: $0.relationship.name, other: first)
        }
        return [Known(object: first, relationship: name, other: second)] + [back].compactMap { $0 }
      }
    }
  }
}
