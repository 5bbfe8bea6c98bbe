public import Diagnostics
public import SchemaModel

/// The levels of rules: the default levels, and the team's own levels.
public struct RuleSettings: Hashable, Sendable {
  /// The level of a rule.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// The rule is not run.
    case off
    /// Its findings are worth knowing.
    case note
    /// Its findings should be repaired.
    case warning
    /// Its findings must be repaired.
    case error

    /// The severity of the findings; nil if the rule is off.
    public var severity: Diagnostic.Severity? {
      switch self {
      case .off: nil
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    }
  }

  /// The levels that differ from the default levels.
  public var overrides: [RuleID: Level]
  /// The profile of every model, in addition to profiles in the model's own files.
  public var profile: ModelProfile?

  /// Settings that differ from the defaults in these values.
  public init(overrides: [RuleID: Level] = [:], profile: ModelProfile? = nil) {
    self.overrides = overrides
    self.profile = profile
  }

  /// The level of a rule.
  ///
  /// A rule of a profile is off without the profile. A rule that is not listed in ``usual`` is an error.
  public func level(of rule: RuleID) -> Level {
    if let level = overrides[rule] { return level }
    if profile != .cloudkit, RuleRegistry.syncRules.contains(rule) { return .off }
    return Self.usual[rule] ?? .error
  }

  /// The severity of a finding; nil if its rule is off.
  func severity(of finding: Finding) -> Diagnostic.Severity? {
    level(of: finding.rule).severity.map {
      guard let heaviest = finding.heaviest else { return $0 }
      return limited($0, to: heaviest, of: finding.rule)
    }
  }

  /// The severity of a finding, limited by its evidence.
  ///
  /// The team's own level of a rule overrides a limit of a warning. It does not override a limit of a note,
  /// which is for tests, previews and harmless findings.
  package func limited(
    _ severity: Diagnostic.Severity, to limit: Diagnostic.Severity, of rule: RuleID
  ) -> Diagnostic.Severity {
    overrides[rule] != nil && limit > .note ? severity : min(severity, limit)
  }

  /// The default levels other than `error`.
  ///
  /// A rule whose findings are only notes is off until it is selected.
  public static let usual: [RuleID: Level] = [
    AmbiguousInverse.id: .warning,
    ChangeOrdering.id: .warning,
    ContainerFatalError.id: .warning,
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
  /// The settings with only these rules on.
  ///
  /// A selected rule that is off gets its default level, or becomes a note if its default level is off.
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

  /// The settings without these rules.
  package func ignoring(_ rules: Set<RuleID>) -> RuleSettings {
    var settings = self
    for rule in rules { settings.overrides[rule] = .off }
    return settings
  }
}
