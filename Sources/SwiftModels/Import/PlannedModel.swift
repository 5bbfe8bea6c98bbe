public import Diagnostics

/// The versions of one model, from its migration plans.
///
/// Plans that share a version belong to the same model. A version that no plan lists belongs to the model
/// that has a class of the same name, if there is exactly one. If the plans describe at most one model, all
/// versions belong to it.
struct PlannedModel {
  /// The plans that list the versions.
  var plans: [MigrationPlanFacts] = []
  /// The versions, including those that no plan lists.
  var versions: Set<SourceProgram.TypeID> = []

  /// The models of a program, in the order of their plans, and the versions of no certain model.
  static func all(
    _ versions: [VersionedSchemaFacts], _ plans: [MigrationPlanFacts], in program: SourceProgram
  ) -> (models: [PlannedModel], others: [SourceProgram.TypeID]) {
    let known = Set(versions.map(\.id))
    var models: [PlannedModel] = []
    for plan in plans {
      let listed = known.intersection(plan.versions)
      guard !listed.isEmpty else { continue }
      let same = models.filter { !$0.versions.isDisjoint(with: listed) }
      models.removeAll { !$0.versions.isDisjoint(with: listed) }
      models.append(
        PlannedModel(
          plans: same.flatMap(\.plans) + [plan],
          versions: same.reduce(listed) { $0.union($1.versions) }))
    }
    guard models.count > 1 else {
      let planned = models.first?.versions ?? []
      // Versions that only tests declare are not versions of the app's model.
      let tried = known.subtracting(planned).filter(program.isTried)
      let others = tried.count < known.count ? tried : []
      return (
        [PlannedModel(plans: models.first?.plans ?? plans, versions: known.subtracting(others))],
        others.sorted()
      )
    }
    let names = models.map { model in
      Set(versions.filter { model.versions.contains($0.id) }.flatMap { $0.entities(in: program) })
    }
    var others: [SourceProgram.TypeID] = []
    for version in versions where !models.contains(where: { $0.versions.contains(version.id) }) {
      let own = version.entities(in: program)
      let places = models.indices.filter {
        !names[$0].isDisjoint(with: own)
          && models[$0].isTried(program) == program.isTried(version.id)
      }
      if places.count == 1 {
        models[places[0]].versions.insert(version.id)
      } else {
        others.append(version.id)
      }
    }
    return (models, others)
  }

  /// The versions that the plans leave out; empty without a plan, or if a plan's list cannot be read.
  var leftOut: Set<SourceProgram.TypeID> {
    let listed = Set(plans.flatMap(\.versions))
    guard plans.allSatisfy(\.hasAllVersions), !versions.isDisjoint(with: listed) else { return [] }
    return versions.subtracting(listed)
  }

  /// The same model, with only the versions that its plans list.
  var planned: PlannedModel {
    PlannedModel(plans: plans, versions: versions.subtracting(leftOut))
  }

  /// Whether only tests have plans for the model.
  func isTried(_ program: SourceProgram) -> Bool {
    !plans.isEmpty && plans.allSatisfy { program.isTried($0.id) }
  }
}

extension VersionedSchemaFacts {
  /// The names of the listed classes.
  fileprivate func entities(in program: SourceProgram) -> Set<String> {
    Set(models.map { program[$0].facts.name })
  }
}

/// The migration plan whose versions are read.
public enum PlanChoice: Hashable, Sendable {
  /// All plans of all models.
  case all
  /// The plan of the only model outside tests.
  case only
  /// The plan with this name.
  case named(String)
}

/// A migration plan that the files declare.
public struct DeclaredPlan: Hashable, Sendable {
  /// The name of the type as in source code: `LibraryPlan`.
  public var name: String
  /// The place of the declaration.
  public var location: SourceLocation
}
