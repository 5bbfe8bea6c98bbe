internal import MigrationPlanner
internal import SchemaModel

/// Flags a change of an attribute's type that some values may not survive.
///
/// ## Why
///
/// The platform converts numbers to other numbers, and silently changes numbers that do not fit. It
/// refuses other changes of type at launch. The conversions of databases can surprise, too:
/// `CAST('abc' AS INTEGER)` is 0. An integer beyond 2^53 becomes another number as a double. A
/// value that does not fit a smaller type is cut.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {year: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {year: int?}
/// ```
///
/// ## Use instead
///
/// Declare what happens to the values that do not fit. Or add a new attribute next to the old
/// attribute.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {year: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {year: int?}
/// migration:
///   kind: custom
///   map:
///     Book:
///       year: {using: "CASE WHEN year GLOB '[12][0-9][0-9][0-9]' THEN CAST(year AS INTEGER) END"}
///   after:
///     - {count: Book}
/// ```
///
/// Only the team can decide what happens to the values that do not fit, so no fix writes the
/// expression.
///
/// ## When it is safe
///
/// The change is safe if every stored value fits (`--store FILE` shows this, and lists values that
/// do not). `migrate apply` then converts the values. It refuses the migration if a value does not
/// fit. The rule does not flag a change that no value can fail, such as `int16` to `int`.
///
/// ## References
///
/// - https://www.sqlite.org/lang_expr.html#castexpr
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct LossyTypeChange: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "lossy-type-change"

  /// A rule without state.
  public init() {}

  /// A finding for every attribute whose values may not fit their new type.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard case .changeAttributeType(let old, let new, let entity) = planned.change,
        !old.isTransient, !new.isTransient, !step.hasExpression(for: new.name, of: entity)
      else { return nil }
      let (before, after, kind) = step.conversion(from: old, to: new)
      let place = Finding.Place.part(planned.change.path.appending("type"))
      let path = step.expressionPath(new.name, of: entity)
      switch kind {
      case .identical, .exact: return nil
      case .undefined:
        return Finding(
          Self.id, .hasNoWay("\(entity).\(new.name)", old, new), at: place,
          notes: [.init(.giveExpression(path))])
      case .checked:
        let guarded = GuardedConversion(
          of: old.name, from: before, to: after,
          keepingNothing: old.isOptional && new.isOptional)
        return Finding(
          Self.id, .mayNotFit("\(entity).\(new.name)", old, new, before, after), at: place,
          notes: [
            .init(step.isInferred(planned) ? .changesTheRest : .refusesTheRest),
            .init(
              step.isInferred(planned) && step.target.schema.namesPlatform
                ? .ownAttribute(old.name) : .decideTheRest(path, guarded?.sql)),
          ] + (step.isInferred(planned) ? [.init(.acceptAll)] : []),
          condition: .unconvertible(
            property: old.name, entity: step.sourceEntity(entity), to: after))
      }
    }
  }
}

extension VersionStep {
  /// Whether the platform converts all values, and changes values that do not fit.
  fileprivate func isInferred(_ planned: PlannedChange) -> Bool {
    target.schema.hasPlatform && planned.classification == .lightweight
  }
}

extension Finding.Message {
  fileprivate static func mayNotFit(
    _ name: String, _ old: Attribute, _ new: Attribute, _ before: AttributeType,
    _ after: AttributeType
  ) -> Self {
    Self("'\(name)' was \(old.type.keyword) and is \(new.type.keyword): \(unfit(before, after))")
  }

  /// The values that do not fit: a floating-point number has fewer digits than the largest integers.
  private static func unfit(_ before: AttributeType, _ after: AttributeType) -> String {
    switch (before, after) {
    case (.int64, .double): "an integer beyond 2^53 may lose its last digits"
    case (.int32, .float), (.int64, .float): "an integer beyond 2^24 may lose its last digits"
    default: "not every value fits"
    }
  }

  fileprivate static let acceptAll = Self(
    "if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end of the line"
  )

  fileprivate static func ownAttribute(_ old: String) -> Self {
    Self(
      "keep the type, or let a new attribute take the values of '\(old)' in a custom stage of the app"
    )
  }

  fileprivate static func hasNoWay(_ name: String, _ old: Attribute, _ new: Attribute) -> Self {
    Self(
      "'\(name)' was \(old.type.keyword) and is \(new.type.keyword): there is no one way to convert "
        + "it")
  }

  fileprivate static let changesTheRest = Self(
    "the platform converts numbers, and changes one that does not fit without a word")

  fileprivate static func giveExpression(_ path: SchemaPath) -> Self {
    Self("say how: \(path.declaration(of: "{using: …}"))")
  }

  fileprivate static let refusesTheRest = Self(
    "a store with a value that does not fit is refused, and left as it is")

  fileprivate static func decideTheRest(_ path: SchemaPath, _ sql: String?) -> Self {
    Self(
      "to say what becomes of such values: "
        + path.declaration(of: "{using: \(sql.map(MigrationScaffold.quoted) ?? "…")}"))
  }
}
