internal import MigrationPlanner
internal import SchemaModel

/// Flags a change of an attribute's type that not every value survives.
///
/// ## Why
///
/// The platform converts no types: it refuses the migration at launch. And the conversions that
/// databases make are not those one expects: `CAST('abc' AS INTEGER)` is 0, an integer beyond 2^53
/// becomes another number as a double, and what does not fit a smaller type is cut.
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
/// Say what becomes of the values that do not fit; or add a new attribute beside the old one.
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
/// ## When it is safe
///
/// Where every value that is stored fits (`--store FILE` shows that, and which do not): `migrate
/// apply` then converts them, and it refuses where one does not fit. A change that no value can
/// fail, such as `int16` to `int`, is not flagged.
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
          notes: [.init(.giveExpression(path, nil))])
      case .checked:
        let guarded = GuardedConversion(of: old.name, from: before, to: after, for: new)
        return Finding(
          Self.id, .mayNotFit("\(entity).\(new.name)", old, new), at: place,
          notes: [.init(.giveExpression(path, guarded?.sql))],
          fix: guarded.map {
            Fix(.unsafe, MigrationScaffold(of: step).expression($0.sql, for: new.name, of: entity))
          },
          condition: .unconvertible(
            property: old.name, entity: step.sourceEntity(entity), to: after))
      }
    }
  }
}

/// An expression that converts what fits and gives the rest a value on purpose.
private struct GuardedConversion {
  let sql: String

  /// The conversion of values under an old name; nil where none suggests itself.
  init?(of old: String, from before: AttributeType, to after: AttributeType, for new: Attribute) {
    let otherwise = new.isOptional ? "" : "ELSE 0 "
    switch (before, after) {
    case (.string, .int16), (.string, .int32), (.string, .int64):
      sql =
        "CASE WHEN \(old) GLOB '[0-9]*' AND \(old) NOT GLOB '*[^0-9]*' THEN CAST(\(old) AS INTEGER) "
        + "\(otherwise)END"
    case (.double, .int16), (.double, .int32), (.double, .int64), (.float, .int16),
      (.float, .int32), (.float, .int64):
      sql = "CAST(round(\(old)) AS INTEGER)"
    default: return nil
    }
  }
}

extension Finding.Message {
  fileprivate static func mayNotFit(_ name: String, _ old: Attribute, _ new: Attribute) -> Self {
    Self("'\(name)' was \(old.type.keyword) and is \(new.type.keyword): not every value fits")
  }

  fileprivate static func hasNoWay(_ name: String, _ old: Attribute, _ new: Attribute) -> Self {
    Self(
      "'\(name)' was \(old.type.keyword) and is \(new.type.keyword): there is no one way to convert "
        + "it")
  }

  fileprivate static func giveExpression(_ path: SchemaPath, _ sql: String?) -> Self {
    Self(
      "say how, for values that do not fit too: '\(path): {using: \(sql.map { "\"\($0)\"" } ?? "…")}'"
    )
  }
}
