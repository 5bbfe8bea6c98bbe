internal import SQLiteStore
internal import SchemaModel

/// Works out what becomes of links that lead nowhere.
struct OrphanSteps {
  let connection: Connection
  let layout: StoreLayout
  let keepsOrphans: Bool

  /// A step for each relationship with such links; what no rule decides is unresolved.
  func plan() throws(SQLiteError) -> RepairPlan {
    var plan = RepairPlan()
    for association in layout.associations {
      if let links = layout.joinTable(of: association) {
        plan.steps += try steps(for: links)
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
    guard
      let finding = try finding(
        problem, in: table, layout.identity(ofRowsIn: table, as: table), condition)
    else { return nil }
    return BrokenLinks(table: table, column: column, condition: condition, finding: finding)
  }

  private func finding(
    _ problem: Problem, in table: String, _ identity: String, _ condition: String
  ) throws(SQLiteError) -> Finding? {
    let source = RowSource(
      table: table, from: table.quotedName, identity: identity,
      checks: [RowCheck(problem: problem, condition: condition)])
    return try RowScan(connection: connection).run(source).findings.first
  }

  private func step(for association: Association, _ broken: BrokenLinks) -> RepairStep? {
    let end = association.primary
    let (name, destination) = (PropertyName(end), end.relationship.destination)
    let isCascade = association.inverse?.relationship.deleteRule == .cascade
    let (table, column) = (broken.table.quotedName, broken.column.quotedName)
    let action: RepairStep.Action
    let statement: String
    if isCascade, !keepsOrphans {
      action = .delete(name, destination: destination)
      statement = "DELETE FROM \(table) WHERE \(broken.condition)"
    } else if end.relationship.isOptional {
      action = .clear(name, destination: destination)
      statement = "UPDATE \(table) SET \(column) = NULL WHERE \(broken.condition)"
    } else {
      return nil
    }
    return RepairStep(
      action: action, count: broken.finding.count, examples: broken.finding.examples,
      statements: [statement])
  }

  private func steps(for links: StoreLayout.JoinTable) throws(SQLiteError) -> [RepairStep] {
    let primary = links.association.primary
    let ends = [
      (links.destinationColumn, primary.relationship.destination),
      (links.ownerColumn, primary.entity),
    ]
    var steps: [RepairStep] = []
    for (column, destination) in ends {
      guard let target = layout.table(of: destination) else { continue }
      let table = links.name.quotedName
      let condition = LinkChecks.isDangling(
        "\(table).\(column.quotedName)", in: target, of: layout)
      let problem = Problem.danglingLink(
        PropertyName(primary), destination: destination, rule: nil)
      guard
        let finding = try finding(
          problem, in: links.name, links.ownerColumn.quotedName, condition)
      else { continue }
      steps.append(
        RepairStep(
          action: .unlink(PropertyName(primary), destination: destination), count: finding.count,
          examples: finding.examples, statements: ["DELETE FROM \(table) WHERE \(condition)"]))
    }
    return steps
  }
}
