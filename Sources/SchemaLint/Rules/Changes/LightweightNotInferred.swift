internal import MigrationPlanner
internal import SchemaModel

/// Flags a change that the platform cannot infer, in a version that declares no migration.
///
/// ## Why
///
/// Without a custom stage or a mapping model, SwiftData and Core Data migrate a store by what they
/// infer of the two models. Some changes they refuse: of types, only numbers are converted to other
/// numbers, and nothing is filled in where a value or a link must be. The app then cannot open the
/// store (error 134140 or 134110), and no test that begins with a new store finds that out.
///
/// In Swift, the versions of a migration plan without stages are looked at, and those that no plan lists.
/// Stages have a rule of their own, `lightweight-stage-not-inferred`.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {pages: string}
/// ```
///
/// ## Use instead
///
/// Keep the attribute, and add another one for the new type: the platform infers that, and the app
/// fills it. Where the app has a custom stage or a mapping model, say so with `migration: {kind:
/// custom}`; `migrate import` writes it for those that it finds.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {pages: int, extent: string?}
/// ```
///
/// ## When it is safe
///
/// Where no store of the previous version is in the field. Where only `migrate apply` migrates the stores:
/// it converts values that fit. An entity with `table` says so, as does a declared migration.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
/// - https://developer.apple.com/documentation/coredata/nsmappingmodel
public struct LightweightNotInferred: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "lightweight-not-inferred"

  /// The rules that say more about the same change.
  public static let yieldsTo: [RuleID] = [
    CompositeChanged.id, LossyTypeChange.id, OptionalMadeRequired.id,
    RequiredAddedWithoutDefault.id,
  ]

  /// A rule without state.
  public init() {}

  /// A finding for every change that ends the platform's migration.
  public func findings(in step: VersionStep) -> [Finding] {
    guard step.target.migration == nil, step.target.schema.hasPlatform else { return [] }
    return step.changes.compactMap { planned in
      guard let error = planned.obstacle?.error else { return nil }
      return Finding(
        Self.id, .isRefused(planned.change, step), at: .part(planned.change.pathOfRules),
        notes: [.init(.because(planned, error)), .init(.declare)])
    }
  }
}

extension SchemaChange {
  /// The path that other rules on the same change name.
  fileprivate var pathOfRules: SchemaPath {
    if case .changeAttributeType = self { path.appending("type") } else { path }
  }
}

extension Finding.Message {
  fileprivate static func isRefused(_ change: SchemaChange, _ step: VersionStep) -> Self {
    Self(
      "the platform cannot infer the migration from \(step.source.schema.version) to "
        + "\(step.target.schema.version), and no migration is declared: \(change.summary)")
  }

  fileprivate static func because(_ planned: PlannedChange, _ error: PlatformError) -> Self {
    // What follows is about migrations of our own.
    let reason = planned.reason.split(separator: ";").first.map(String.init) ?? planned.reason
    return Self("\(reason): the app cannot open its store (error \(error.name))")
  }

  fileprivate static let declare = Self(
    "leave it as it was, and add a property for what is new; or write a custom stage or a mapping model "
      + "in the app, and 'migration: {kind: custom}' here")
}
