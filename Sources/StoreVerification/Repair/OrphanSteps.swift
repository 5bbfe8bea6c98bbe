internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Works out what becomes of links that lead nowhere.
struct OrphanSteps {
  private let connection: Connection
  private let layout: StoreLayout
  private let options: RepairOptions
  /// What becomes of the links of single associations.
  private let treatments: [Association: OrphanTreatment]

  /// - Throws: ``RepairError`` for a relationship that is not there, or cannot be treated so.
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
    guard let (owner, relationship) = schema.relationship(named: name.property, of: name.entity)
    else {
      let names = schema.allRelationships(of: name.entity).map(\.name)
      throw .unknownRelationship(name, suggestion: nearest(to: name.property, among: names))
    }
    let end = Association.End(entity: owner, relationship: relationship)
    let found = layout.associations.first { $0.primary == end || $0.inverse == end }
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

  /// A step for each relationship with such links; what no rule decides is unresolved.
  func plan() throws(SQLiteError) -> RepairPlan {
    var plan = RepairPlan()
    for association in layout.associations {
      if let links = layout.joinTable(of: association) {
        let isLeft = treatments[association] == .leave
        for (step, finding) in try steps(for: links) {
          if isLeft { plan.unresolved.append(finding) } else { plan.steps.append(step) }
        }
      } else if let broken = try brokenLinks(of: association) {
        if let step = step(for: association, broken) {
          plan.steps.append(step)
        } else {
          plan.unresolved.append(broken.finding)
        }
      }
    }
    return plan
  }

  /// Rows whose link leads nowhere.
  private struct BrokenLinks {
    var table: String
    var column: String
    var condition: String
    var finding: Finding
  }

  private func brokenLinks(of association: Association) throws(SQLiteError) -> BrokenLinks? {
    let end = association.primary
    guard let table = layout.table(of: end.entity),
      let column = layout.column(of: end.relationship.name, in: end.entity),
      let target = layout.table(of: end.relationship.destination)
    else { return nil }
    let isMember = layout.rowCondition(of: end.entity, includingDescendants: true)
    let isDangling = LinkChecks.isDangling(
      "\(table.quotedName).\(column.quotedName)", in: target, of: layout)
    let condition = isMember.map { "\($0) AND \(isDangling)" } ?? isDangling
    let problem = Problem.danglingLink(
      PropertyName(end), destination: end.relationship.destination,
      rule: association.inverse?.relationship.deleteRule)
    let source = RowSource(
      table: table, from: table.quotedName, identity: layout.identity(ofRowsIn: table, as: table))
    guard let finding = try finding(RowCheck(problem: problem, condition: condition), in: source)
    else { return nil }
    return BrokenLinks(table: table, column: column, condition: condition, finding: finding)
  }

  private func finding(_ check: RowCheck, in source: RowSource) throws(SQLiteError) -> Finding? {
    var source = source
    source.checks = [check]
    return try RowScan(connection: connection).run(source).findings.first
  }

  private func step(for association: Association, _ broken: BrokenLinks) -> RepairStep? {
    let end = association.primary
    let (name, destination) = (PropertyName(end), end.relationship.destination)
    let treatment = treatments[association]
    let isCascade = association.inverse?.relationship.deleteRule == .cascade
    let deletes = treatment.map { $0 == .delete } ?? (isCascade && options.deletesOrphans)
    let (table, column) = (broken.table.quotedName, broken.column.quotedName)
    let action: RepairStep.Action
    let statement: String
    if treatment == .leave { return nil }
    if deletes {
      action = .delete(name, destination: destination, byRule: isCascade)
      statement = "DELETE FROM \(table) WHERE \(broken.condition)"
    } else if end.relationship.isOptional {
      action = .clear(name, destination: destination)
      statement = "UPDATE \(table) SET \(column) = NULL WHERE \(broken.condition)"
    } else {
      return nil
    }
    return RepairStep(
      action: action, count: broken.finding.count, examples: broken.finding.examples,
      statements: [statement],
      deletion: deletes
        ? .init(
          table: broken.table, condition: broken.condition, isOptional: end.relationship.isOptional)
        : nil)
  }

  private func steps(
    for links: StoreLayout.JoinTable
  ) throws(SQLiteError) -> [(step: RepairStep, finding: Finding)] {
    let primary = links.association.primary
    let source = LinkChecks(layout).source(of: links)
    var steps: [(RepairStep, Finding)] = []
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
