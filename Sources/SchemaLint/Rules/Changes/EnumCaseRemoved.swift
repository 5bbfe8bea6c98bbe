internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import SQLText

/// Flags a removed case of an enumeration, or a changed raw value, that existing objects may hold.
///
/// ## Why
///
/// The platform does not look at the stored value, so the value stays. The app can no longer read
/// it: in Swift, fetching such an object traps. `migrate apply` refuses the migration while an
/// object holds a removed case. It rewrites changed raw values, which the platform does not.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Task:
///     attributes: {state: "enum(open, waiting, done)"}
/// # V2.yaml
/// entities:
///   Task:
///     attributes: {state: "enum(open, done)"}
/// ```
///
/// ## Use instead
///
/// Declare the new value of such objects.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Task:
///     attributes: {state: "enum(open, waiting, done)"}
/// # V2.yaml
/// entities:
///   Task:
///     attributes: {state: "enum(open, done)"}
/// migration:
///   kind: custom
///   map:
///     Task:
///       state: {using: "iif(state = 'waiting', 'open', state)"}
///   after:
///     - {count: Task}
/// ```
///
/// Or keep the case, and stop offering it in the app. If a case only has a new name, keep its raw
/// value, as in `cases: {open: open, onHold: waiting}`. Nothing is then rewritten.
///
/// The rule offers no fix if another case is new: it may be the removed case under a new name.
///
/// ## When it is safe
///
/// The removal is safe if no object holds the case (`--store FILE` shows this).
///
/// ## References
///
/// - https://developer.apple.com/documentation/swift/rawrepresentable
public struct EnumCaseRemoved: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "enum-case-removed"

  /// A rule without state.
  public init() {}

  /// A finding for every attribute whose enumeration has removed cases.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard case .changeEnumeration(let name, let entity, let change) = planned.change,
        let old = change.unreadableCases(in: step.target.schema),
        !step.hasExpression(for: name, of: entity),
        let attribute = step.target.schema.attribute(named: name, of: entity)?.attribute
      else { return nil }
      let isReused = !change.removed.isEmpty && change.reused.count == change.removed.count
      let scaffold = Replacement(of: change, for: attribute, entity: entity, in: step)
      return Finding(
        Self.id,
        change.removed.isEmpty
          ? .storesOthers("\(entity).\(name)", old)
          : .mayBeHeld("\(entity).\(name)", change.removed),
        at: .part(place(planned.change.path, attribute, step)),
        notes: notes(on: change)
          + (isReused ? [] : [.init(.replace(scaffold, step.expressionPath(name, of: entity)))]),
        fix: !change.added.isEmpty || change.removed.isEmpty
          ? nil
          : scaffold.map {
            Fix(
              .unsafe,
              MigrationScaffold(of: step).expression(
                $0.sql, for: name, of: entity, leaving: $0.left))
          }, condition: condition(old, attribute, entity, step))
    }
  }

  private func notes(on change: EnumerationChange) -> [Finding.Note] {
    let isText = !change.added.isEmpty && change.newRawType == .string
    let kept = change.keepingStoredValues
    return (kept.isEmpty ? [] : [.init(.write(kept))])
      + (isText ? [.init(.keepRawValue(change))] : [])
      + change.reused.map { .init(.isTakenFor($0.new, $0.old)) }
  }

  /// The attribute, or its enumeration if only that is in the file of the version.
  private func place(
    _ path: SchemaPath, _ attribute: Attribute, _ step: VersionStep
  ) -> SchemaPath {
    guard case .enumeration(.named(let name)) = attribute.type else { return path }
    let (sources, enumeration) = (step.target.sources, SchemaPath(["enums", name]))
    let isInherited = sources.location(of: path)?.file != step.target.file
    return isInherited && sources.location(of: enumeration)?.file == step.target.file
      ? enumeration : path
  }

  private func condition(
    _ cases: [Enumeration.Case], _ attribute: Attribute, _ entity: String, _ step: VersionStep
  ) -> StoreCondition? {
    guard case .enumeration = attribute.type else { return nil }
    return .holding(
      cases.map(\.rawValue),
      property: step.sourceProperty(attribute.name, of: entity), entity: step.sourceEntity(entity))
  }
}

extension EnumerationChange {
  /// The old cases whose stored values the new version does not read, or reads as other cases; nil if there is
  /// none.
  fileprivate func unreadableCases(in schema: Schema) -> [Enumeration.Case]? {
    let removed = Set(removed)
    let recoded = schema.hasPlatform ? Set(recodings.filter { $0.old != $0.new }.map(\.old)) : []
    let cases = oldCases.filter { removed.contains($0.name) || recoded.contains($0.rawValue) }
    return cases.isEmpty ? nil : cases
  }
}

/// A value that objects can hold instead of the removed cases.
private struct Replacement {
  let sql: String
  /// A query for the number of objects that still hold a removed case.
  let left: String

  /// NULL if the attribute is optional, else its default or the first remaining case.
  ///
  /// The result is nil for lists, and if the raw values of other cases change.
  init?(
    of change: EnumerationChange, for attribute: Attribute, entity: String, in step: VersionStep
  ) {
    guard case .enumeration = attribute.type, change.recodings.isEmpty,
      change.oldRawType == change.newRawType
    else { return nil }
    let cases = Dictionary(change.newCases.map { ($0.name, $0) }) { first, _ in first }
    var value = change.newCases.first
    if case .literal(.string(let name))? = attribute.defaultValue { value = cases[name] ?? value }
    let replacement = attribute.isOptional ? "NULL" : value?.rawValue.sqlText
    let removed = Set(change.removed)
    let gone = change.oldCases.filter { removed.contains($0.name) }.compactMap(\.rawValue.sqlText)
    guard let replacement, !gone.isEmpty else { return nil }
    let old = step.sourceProperty(attribute.name, of: entity).sqlName
    let list = gone.joined(separator: ", ")
    sql = "iif(\(old) IN (\(list)), \(replacement), \(old))"
    left = "SELECT count(*) FROM \(entity.sqlName) WHERE \(attribute.name.sqlName) IN (\(list))"
  }
}

extension Literal {
  /// The raw value of a case in SQL.
  fileprivate var sqlText: String? {
    switch self {
    case .int(let number): "\(number)"
    case .string(let text):
      "'"
        + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        .map { String($0) }.joined(separator: "''") + "'"
    case .bool, .double, .date, .data, .array, .object: nil
    }
  }
}

extension Finding.Message {
  fileprivate static func mayBeHeld(_ name: String, _ cases: [String]) -> Self {
    let list = cases.map { "'\($0)'" }.joined(separator: ", ")
    return Self("'\(name)' no longer has \(list), which objects may hold")
  }

  fileprivate static func storesOthers(_ name: String, _ cases: [Enumeration.Case]) -> Self {
    let list = cases.map { item in
      let value = if case .string(let text) = item.rawValue { text } else { item.rawValue.text }
      return "'\(value)' for '\(item.name)'"
    }.joined(separator: ", ")
    return Self("objects may hold \(list) in '\(name)', which has another raw value now")
  }

  fileprivate static func write(_ cases: [Enumeration.Case]) -> Self {
    let list = cases.map { "'\($0.name): \($0.rawValue.text)'" }.joined(separator: ", ")
    return Self("keep what is stored, and nothing has to be rewritten: \(list)")
  }

  fileprivate static func keepRawValue(_ change: EnumerationChange) -> Self {
    let new = change.added.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      "if one is called \(new) now, give that the raw value of the old case, and nothing has to be "
        + "rewritten")
  }

  fileprivate static func isTakenFor(_ new: String, _ old: String) -> Self {
    Self(
      "an object that holds '\(old)' is '\(new)' from now on, which has the same number: if that is "
        + "meant, write '# migrate:ignore enum-case-removed -- reason' at the end of the line")
  }

  fileprivate static func replace(_ scaffold: Replacement?, _ path: SchemaPath) -> Self {
    let expression = scaffold.map { "\"\($0.sql)\"" } ?? "…"
    return Self(
      "keep what may be held, or say what such objects hold instead: "
        + path.declaration(of: "{using: \(expression)}"))
  }
}
