internal import MigrationPlanner
internal import SchemaModel

/// Flags a change that the platform cannot infer, in a version that declares no migration.
///
/// ## Why
///
/// Without a custom stage or a mapping model, SwiftData and Core Data infer the migration from the
/// two models. They refuse some changes: they convert only numbers to other numbers, and they fill
/// in no missing value or link of a required property. The app then cannot open the store
/// (error 134140 or 134110). A test that begins with a new store does not find this.
///
/// A renamed class of SwiftData (`platform: swiftdata`) is worse: the app opens the store, and the
/// objects of the old class are lost. SwiftData has no original name for a class.
///
/// In Swift, the rule checks the versions of migration plans without stages, and versions that no
/// plan lists. Another rule checks stages: `lightweight-stage-not-inferred`.
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
/// Keep the attribute, and add another attribute for the new type. The platform infers this change,
/// and the app fills the new attribute. If the app has a custom stage or a mapping model, declare
/// it with `migration: {kind: custom}`. `migrate import` writes this declaration for the stages and
/// mapping models that it finds.
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
/// The change is safe if no store of the previous version is in the field. It is also safe if only
/// `migrate apply` migrates the stores, because it converts values that fit. An entity with `table`
/// tells the rule this, and so does a declared migration.
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

  /// A finding for every change that the platform cannot infer.
  public func findings(in step: VersionStep) -> [Finding] {
    guard step.target.migration == nil, step.target.schema.hasPlatform else { return [] }
    return step.changes.compactMap { planned in
      if case .renameEntity(let old, let new) = planned.change, planned.obstacle != nil {
        return Finding(
          Self.id, Finding.Message(planned.reason), at: .part(planned.change.pathOfRules),
          notes: [.init(.keepClass(old, now: new)), .init(.declareCopies)])
      }
      guard let error = planned.obstacle?.error else { return nil }
      return Finding(
        Self.id, .isRefused(planned.change, step), at: .part(planned.change.pathOfRules),
        notes: [.init(.because(planned, error)), .init(.declare)])
    }
  }
}

extension SchemaChange {
  /// The path in the findings of other rules on the same change.
  fileprivate var pathOfRules: SchemaPath {
    switch self {
    case .changeAttributeType: path.appending("type")
    case .renameEntity: path.appending("renamedFrom")
    default: path
    }
  }
}

extension Finding.Message {
  /// The advice on a renamed class of SwiftData.
  package static func keepClass(_ old: String, now new: String) -> Self {
    Self(
      "keep the class '\(old)', with 'typealias \(new) = \(old)' for the app's code; or copy its objects over "
        + "two versions, as 'migrate explain rename-entity' shows")
  }

  fileprivate static func isRefused(_ change: SchemaChange, _ step: VersionStep) -> Self {
    Self(
      "the platform cannot infer the migration from \(step.source.schema.version) to "
        + "\(step.target.schema.version), and no migration is declared: \(change.summary)")
  }

  fileprivate static func because(_ planned: PlannedChange, _ error: PlatformError) -> Self {
    Self("\(planned.reasonOnPlatform): the app cannot open its store (error \(error.name))")
  }

  fileprivate static let declareCopies = Self(
    "where the app has such a stage, write 'migration: {kind: custom}' here")

  fileprivate static let declare = Self(
    "leave it as it was, and add a property for what is new; or write a custom stage or a mapping model "
      + "in the app, and 'migration: {kind: custom}' here")
}
