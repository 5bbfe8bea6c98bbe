internal import SchemaLint

extension VersionMissingFromPlan: SourceAnalysis {
  /// A finding for every version that no plan lists, where one lists other versions of the app.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let plans = flow.versions.plans
    guard plans.allSatisfy(\.isComplete) else { return [] }
    return flow.versions.entries.compactMap { entry in
      guard !plans.contains(where: { $0.versions.contains(entry.id) }),
        let plan = plans.first(where: { plan in
          plan.versions.compactMap(flow.versions.entry).contains {
            flow.versions.areRelated($0, entry)
          }
        })
      else { return nil }
      guard !flow.isNamespace(entry, beside: plan) else { return nil }
      let name = flow.program.qualifiedName(of: entry.id)
      let planName = flow.program.qualifiedName(of: plan.id)
      return Finding(
        Self.id, .unlisted(name, planName), at: flow.place(of: entry.id),
        notes: [
          .init(.planHere, at: flow.place(of: plan.id)), .init(.list(name)),
        ])
    }
  }
}

extension ProgramFlow {
  /// Whether a version only holds models that those of a plan list as theirs, and no container is
  /// opened with it, so that there are no stores of it.
  fileprivate func isNamespace(
    _ entry: VersionTable.Entry, beside plan: MigrationPlanFacts
  ) -> Bool {
    let listed = Set(plan.versions.compactMap(versions.entry).flatMap(\.members.values))
    guard listed.isSuperset(of: entry.members.values) else { return false }
    return !code.contains { function in
      let scope = Scope(file: function.file, type: function.owner)
      return function.facts.body?.containsExpression { expression in
        expression.callArguments.contains { argument in
          argument.label == "versionedSchema"
            && program.type(named: argument.value, in: scope) == entry.id
        }
      } ?? false
    }
  }
}

extension Finding.Message {
  fileprivate static func unlisted(_ version: String, _ plan: String) -> Self {
    Self(
      "'\(plan)' does not list '\(version)': a store of that version is of an unknown one, and "
        + "cannot be opened")
  }

  fileprivate static let planHere = Self("the plan is here")

  fileprivate static func list(_ version: String) -> Self {
    Self("add '\(version).self' to its 'schemas', and a stage to its 'stages'")
  }
}
