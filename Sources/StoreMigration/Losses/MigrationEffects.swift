internal import StoreLayout
internal import StoreScript

/// What becomes of objects, values and links that do not simply stay what they are, as a migration
/// counts it while it happens, on a store or on a copy of one.
public struct MigrationEffects: Hashable, Sendable {
  /// Objects that a declared condition leaves behind.
  public var leftBehind: [LeftBehind] = []
  /// Links of which one of several stays.
  public var chosenLinks: [ChosenLinks] = []
  /// Which objects and links conditions and choices pick out.
  public var chosenObjects: [ChosenObjects] = []
  /// Objects that get a new identity.
  public var renumbered: [RenumberedObjects] = []
  /// What declared steps change.
  public var steps: [StepResult] = []
  /// What declared steps take from the store, or put something else in the place of.
  public var stepLosses: [StepLoss] = []
  /// Objects that are merged as declared.
  public var merged: [MergedObjects] = []
  /// Columns that SQLite computes and that have other values afterwards.
  public var recomputed: [RecomputedValues] = []

  /// Nothing.
  public init() {}

  /// The effects, each as a sentence.
  public var sentences: [String] {
    [
      leftBehind.map(\.message), chosenLinks.map(\.message), renumbered.map(\.message),
      steps.map(\.message), stepLosses.map(\.message), merged.map(\.message),
      recomputed.map(\.message),
    ].flatMap(\.self)
  }
}

extension MigrationEffects {
  /// Takes in what a later stage does.
  mutating func append(_ next: MigrationEffects) {
    leftBehind += next.leftBehind
    chosenLinks += next.chosenLinks
    chosenObjects += next.chosenObjects
    renumbered += next.renumbered
    steps += next.steps
    stepLosses += next.stepLosses
    merged += next.merged
    recomputed += next.recomputed
  }

  /// What a script may do, where it is not tried.
  init(untriedBy script: StoreScript, _ steps: [StepResult]) {
    leftBehind = script.leftBehind.map { LeftBehind(entity: $0.entity, count: nil) }
    chosenLinks = script.chosenLinks.map { ChosenLinks($0.property) }
    renumbered = script.renumberings.flatMap { renumbering in
      renumbering.tables.map { RenumberedObjects(of: $0, in: renumbering.entity, count: nil) }
    }
    self.steps = steps
    merged = script.merges.map { MergedObjects($0.entity, by: $0.key) }
  }
}
