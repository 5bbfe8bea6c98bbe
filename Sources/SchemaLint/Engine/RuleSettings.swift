public import Diagnostics
public import SchemaModel

/// How much each rule weighs: what is usual, and what the team says instead.
public struct RuleSettings: Hashable, Sendable {
  /// How much a rule weighs.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// The rule is not asked.
    case off
    /// Its findings are worth knowing.
    case note
    /// Its findings should be repaired.
    case warning
    /// Its findings must be repaired.
    case error

    /// The severity of the findings; nil where the rule is not asked.
    public var severity: Diagnostic.Severity? {
      switch self {
      case .off: nil
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    }
  }

  /// The levels that differ from the usual ones.
  public var overrides: [RuleID: Level]
  /// What every model has to live with, besides what its own files say.
  public var profile: ModelProfile?

  /// Settings that differ from the usual ones in this.
  public init(overrides: [RuleID: Level] = [:], profile: ModelProfile? = nil) {
    self.overrides = overrides
    self.profile = profile
  }

  /// The level of a rule.
  ///
  /// A rule of a profile is off without it. One that is not listed among the usual ones is an
  /// error.
  public func level(of rule: RuleID) -> Level {
    if let level = overrides[rule] { return level }
    if profile != .cloudkit, RuleRegistry.syncRules.contains(rule) { return .off }
    return Self.usual[rule] ?? .error
  }

  /// The severity of a finding; nil where its rule is off.
  func severity(of finding: Finding) -> Diagnostic.Severity? {
    level(of: finding.rule).severity.map {
      guard let heaviest = finding.heaviest else { return $0 }
      return limited($0, to: heaviest, of: finding.rule)
    }
  }

  /// A severity that the evidence limits.
  ///
  /// The team's own level of a rule raises a warning, and no note: that is for tests and previews, and for
  /// what does no harm.
  package func limited(
    _ severity: Diagnostic.Severity, to limit: Diagnostic.Severity, of rule: RuleID
  ) -> Diagnostic.Severity {
    overrides[rule] != nil && limit > .note ? severity : min(severity, limit)
  }

  /// The levels other than `error` that hold where nobody says otherwise.
  ///
  /// What is worth a note only is off until somebody asks for it.
  public static let usual: [RuleID: Level] = [
    AmbiguousInverse.id: .warning,
    ChangeOrdering.id: .warning,
    ContainerFatalError.id: .warning,
    ContainerWithoutPlan.id: .warning,
    CustomWithoutAssertion.id: .warning,
    DanglingReferenceRisk.id: .warning,
    DeleteWithoutWhere.id: .warning,
    DuplicateIndex.id: .warning,
    FactoryWithoutContext.id: .warning,
    FilterAfterFetch.id: .warning,
    ForcedSave.id: .warning,
    ImplicitDeleteRule.id: .warning,
    LargeDataInline.id: .warning,
    ModelAcrossActors.id: .warning,
    PredicateOnEnum.id: .warning,
    RelateInWillMigrate.id: .warning,
    RelationshipInInitializer.id: .warning,
    RequiredToMany.id: .off,
    RequiredWithoutDefault.id: .warning,
    StaleBaseline.id: .warning,
    StaleRename.id: .off,
    SuppressionWithoutReason.id: .warning,
    SwallowedSave.id: .warning,
    TypeChangeInCustomStage.id: .warning,
    TransformableOpaque.id: .off,
    UnindexedForeignKey.id: .warning,
    UnindexedQuery.id: .warning,
    UnorderedLimit.id: .warning,
    UnusedSuppression.id: .warning,
  ]
}

// MARK: - One run

extension RuleSettings {
  /// The same for these rules alone.
  ///
  /// A rule that is off is asked for by its name: its findings have the usual level, and are notes where that
  /// is off.
  package func selecting(_ rules: Set<RuleID>) -> RuleSettings {
    var settings = self
    for rule in RuleRegistry.rules.map(\.id) {
      guard rules.contains(rule) else {
        settings.overrides[rule] = .off
        continue
      }
      guard settings.level(of: rule) == .off else { continue }
      let usual = Self.usual[rule] ?? .error
      settings.overrides[rule] = usual == .off ? .note : usual
    }
    return settings
  }

  /// The same without these rules.
  package func ignoring(_ rules: Set<RuleID>) -> RuleSettings {
    var settings = self
    for rule in rules { settings.overrides[rule] = .off }
    return settings
  }
}
