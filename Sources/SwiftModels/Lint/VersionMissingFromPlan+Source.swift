internal import Diagnostics
internal import SchemaLint

extension VersionMissingFromPlan: SourceAnalysis {
  /// A finding for every version that no plan lists, where one lists other versions of the app; a
  /// note where nothing names the version.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let plans = flow.versions.plans
    guard plans.allSatisfy(\.isComplete) else { return [] }
    let unlisted = flow.versions.entries.compactMap { entry in
      flow.plan(missing: entry).map { (entry, $0) }
    }
    guard !unlisted.isEmpty else { return [] }
    let names = WrittenNames(flow)
    return unlisted.map { entry, plan in
      let name = flow.program.qualifiedName(of: entry.id)
      let planName = flow.program.qualifiedName(of: plan.id)
      let isNamed = names.contains(entry.id)
      return Finding(
        Self.id, isNamed ? .unlisted(name, planName) : .unnamed(name, planName),
        at: flow.place(of: entry.id),
        notes: [
          .init(.planHere, at: flow.place(of: plan.id)),
          flow.advice(entry, beside: plan, isNamed: isNamed),
        ], atMost: isNamed ? nil : .note)
    }
  }
}

extension ProgramFlow {
  /// The plan of other versions of the same app, for a version that no plan lists.
  private func plan(beside entry: VersionTable.Entry) -> MigrationPlanFacts? {
    guard !versions.plans.contains(where: { $0.versions.contains(entry.id) }) else { return nil }
    return versions.plans.first { plan in
      plan.versions.compactMap(versions.entry).contains { versions.areRelated($0, entry) }
    }
  }

  /// The plan that leaves a version out of which there may be stores.
  fileprivate func plan(missing entry: VersionTable.Entry) -> MigrationPlanFacts? {
    plan(beside: entry).flatMap { isNamespace(entry, beside: $0) ? nil : $0 }
  }

  /// Whether no plan lists a version beside others of the app, and nothing else names it.
  func isUnused(_ entry: VersionTable.Entry) -> Bool {
    plan(beside: entry) != nil && !WrittenNames(self).contains(entry.id)
  }

  /// What to do about a version that a plan leaves out; a plan with two versions of one number is
  /// never it.
  fileprivate func advice(
    _ entry: VersionTable.Entry, beside plan: MigrationPlanFacts, isNamed: Bool
  ) -> Finding.Note {
    let twin = plan.versions.compactMap(versions.entry).first {
      $0.facts.version != nil && $0.facts.version == entry.facts.version
    }
    let name = program.qualifiedName(of: entry.id)
    guard let twin, let number = entry.facts.version else {
      return .init(isNamed ? .list(name) : .listOrRemove(name))
    }
    let other = program.qualifiedName(of: twin.id)
    return .init(
      isNamed ? .renumber(name, other, "\(number)") : .remove(name, other, "\(number)"),
      at: place(of: twin.id))
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
      return function.facts.statements.containsExpression { expression in
        expression.callArguments.contains { argument in
          argument.label == "versionedSchema"
            && program.type(named: argument.value, in: scope) == entry.id
        }
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func unlisted(_ version: String, _ plan: String) -> Self {
    Self(
      "'\(plan)' does not list '\(version)': a store of that version is of an unknown one, and "
        + "cannot be opened")
  }

  fileprivate static func unnamed(_ version: String, _ plan: String) -> Self {
    Self("nothing names '\(version)', nor does '\(plan)' list it: it is code without a use")
  }

  fileprivate static func listOrRemove(_ version: String) -> Self {
    Self(
      "take '\(version)' out; if it was released, add '\(version).self' to the plan's 'schemas', "
        + "and a stage to its 'stages'")
  }

  fileprivate static func remove(_ version: String, _ other: String, _ number: String) -> Self {
    Self("take '\(version)' out: the plan has \(number) as '\(other)'")
  }

  fileprivate static func renumber(_ version: String, _ other: String, _ number: String) -> Self {
    Self(
      "the plan has \(number) as '\(other)': take '\(version)' out, or give it a number of its own "
        + "and add it to the plan's 'schemas'")
  }

  fileprivate static let planHere = Self("the plan is here")

  fileprivate static func list(_ version: String) -> Self {
    Self("add '\(version).self' to its 'schemas', and a stage to its 'stages'")
  }
}
