internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Plans the treatment of dangling links.
struct OrphanSteps {
  private let connection: Connection
  private let layout: StoreLayout
  private let options: RepairOptions
  /// The treatments of single associations.
  private let treatments: [Association: OrphanTreatment]

  /// - Throws: ``RepairError`` for an unknown relationship, or for a treatment that is not possible.
  init(_ connection: Connection, _ layout: StoreLayout, _ options: RepairOptions)
    throws(RepairError)
  {
    self.connection = connection
    self.layout = layout
    self.options = options
    var treatments: [Association: OrphanTreatment] = [:]
    var names: [Association: PropertyName] = [:]
    for (name, treatment) in options.orphans.sorted(by: { $0.key < $1.key }) {
      let association = try Self.association(name, in: layout)
      try Self.check(treatment, of: name, association, in: layout)
      if let other = names.updateValue(name, forKey: association) {
        throw .toldTwice(other, name)
      }
      treatments[association] = treatment
    }
    self.treatments = treatments
  }

  private static func association(
    _ name: PropertyName, in layout: StoreLayout
  ) throws(RepairError) -> Association {
    let schema = layout.schema
    guard let end = schema.end(name.property, of: name.entity) else {
      let names = schema.allRelationships(of: name.entity).map(\.name)
      throw .unknownRelationship(name, suggestion: nearest(to: name.property, among: names))
    }
    let found = layout.associations.first { $0.has(end) }
    guard let found else { throw .unknownRelationship(name, suggestion: nil) }
    return found
  }

  private static func check(
    _ treatment: OrphanTreatment, of name: PropertyName, _ association: Association,
    in layout: StoreLayout
  ) throws(RepairError) {
    let standsAlone = layout.joinTable(of: association) != nil
    let isImpossible =
      switch treatment {
      case .delete: standsAlone
      case .nullify: !standsAlone && !association.primary.relationship.isOptional
      case .leave: false
      }
    if isImpossible { throw .untreatable(name, treatment) }
  }

  /// A step for each relationship with dangling links; links without a rule are unresolved.
  func plan() throws(SQLiteError) -> RepairPlan {
    var plan = RepairPlan()
    for association in layout.associations {
      let links = layout.joinTable(of: association)
      let found = if let links { try steps(for: links) } else { try steps(ofToOne: association) }
      for (step, finding) in found {
        if let step, treatments[association] != .leave {
          plan.steps.append(step)
        } else {
          plan.unresolved.append(finding)
        }
      }
    }
    return plan
  }

  /// The problems of a relationship, with the steps that a rule or a treatment decides on.
  private typealias Broken = [(step: RepairStep?, finding: Finding)]

  private func finding(_ check: RowCheck, in source: RowSource) throws(SQLiteError) -> Finding? {
    var source = source
    source.checks = [check]
    return try RowScan(connection: connection).run(source).findings.first
  }

  private func steps(ofToOne association: Association) throws(SQLiteError) -> Broken {
    let end = association.primary
    let (name, destination) = (PropertyName(end), end.relationship.destination)
    guard let link = layout.storedLink(of: association) else { return [] }
    let rule = association.inverse?.relationship.deleteRule
    let problem = Problem.danglingLink(name, destination: destination, rule: rule)
    guard let entity = layout.schema.entity(named: end.entity),
      let source = ObjectChecks(layout, of: [entity]).sources().first,
      let check = source.checks.first(where: { $0.problem == problem }),
      let finding = try finding(check, in: source)
    else { return [] }
    let (rows, column) = (link.table.quotedName, link.column.quotedName)
    func step(
      _ action: RepairStep.Action, _ statement: String, _ deletion: RepairStep.Deletion? = nil
    ) -> RepairStep {
      RepairStep(
        action: action, count: finding.count, examples: finding.examples, statements: [statement],
        deletion: deletion)
    }
    if treatments[association].map({ $0 == .delete })
      ?? (rule == .cascade && options.deletesOrphans)
    {
      let deletion = step(
        .delete(name, destination: destination, byRule: rule == .cascade),
        "DELETE FROM \(rows) WHERE \(check.condition)",
        .init(table: link.table, condition: check.condition, isOptional: link.isOptional))
      return [(deletion, finding)]
    }
    let clearing = step(
      .clear(name, destination: destination),
      "UPDATE \(rows) SET \(column) = NULL WHERE \(check.condition)")
    return [(link.isOptional ? clearing : nil, finding)]
  }

  private func steps(for links: StoreLayout.JoinTable) throws(SQLiteError) -> Broken {
    let primary = links.association.primary
    let source = LinkChecks(layout).source(of: links)
    var steps: Broken = []
    for check in source.checks {
      switch check.problem {
      case .danglingLink, .ownerlessLink: break
      default: continue
      }
      guard let finding = try finding(check, in: source) else { continue }
      let destination =
        check.identity == nil ? primary.relationship.destination : primary.entity
      let step = RepairStep(
        action: .unlink(PropertyName(primary), destination: destination), count: finding.count,
        examples: finding.examples,
        statements: ["DELETE FROM \(links.name.quotedName) WHERE \(check.condition)"])
      steps.append((step, finding))
    }
    return steps
  }
}
