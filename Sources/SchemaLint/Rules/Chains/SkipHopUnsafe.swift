internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// Flags a change that has a different result for users who skip a version.
///
/// ## Why
///
/// The platform does not take lightweight steps one by one. It infers a single step, from the
/// version of the store to the last version of the run. A property that was renamed twice in
/// between looks like a removal and an addition: its values are dropped. An attribute that was
/// dropped and added again looks like the same attribute: its old values return. Nothing fails, and
/// only users who skipped an update are affected.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {name: string?}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
/// # V3.yaml
/// entities:
///   Book: {attributes: {heading: {type: string, optional: true, renamedFrom: title}}}
/// ```
///
/// ## Use instead
///
/// If later versions keep the new name, write `renamedFrom` in them, too. Or make a stage custom,
/// which ends the run. A single check makes a stage custom.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {name: string?}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
/// migration:
///   kind: custom
///   after:
///     - {count: Book}
/// # V3.yaml
/// entities:
///   Book: {attributes: {heading: {type: string, optional: true, renamedFrom: title}}}
/// ```
///
/// ## When it is safe
///
/// The change is safe if only `migrate apply` migrates the stores. It composes the steps, so a
/// direct update has the same result as an update step by step. The change is also safe if only the
/// last two versions are in the field.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct SkipHopUnsafe: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "skip-hop-unsafe"

  /// A rule without state.
  public init() {}

  /// A finding for every part whose origin differs between a shortcut and the single steps.
  public func findings(in chain: VersionChain) -> [Finding] {
    // Another rule reports entities that are dropped and added again.
    let vanished = Set(VanishedEntity.all(in: chain).map(\.name))
    return chain.runs.flatMap { findings(in: $0, except: vanished) }
  }

  private func findings(in run: LightweightRun, except vanished: Set<String>) -> [Finding] {
    guard let last = run.versions.last, let target = run.target else { return [] }
    var trail = PropertyTrail(from: last.schema)
    var found: [Difference: [Version]] = [:]
    var steps = run.steps
    if let step = steps.popLast() { trail.goBack(over: step) }
    for shortcut in run.shortcuts.reversed() {
      if let step = steps.popLast() { trail.goBack(over: step) }
      for difference in Difference.all(between: trail, and: shortcut)
      where !difference.isReturn(ofOneOf: vanished) {
        found[difference, default: []].append(shortcut.source.schema.version)
      }
    }
    return found.sorted { $0.key < $1.key }.map { difference, versions in
      // The correction belongs in the file of the last version, not in a file that it extends.
      let place = last.sources.location(of: difference.part.path)
      let isElsewhere = last.file != nil && place != nil && place?.file != last.file
      return Finding(
        Self.id, .differs(difference, versions, target),
        at: .version(target, isElsewhere ? SchemaPath(["version"]) : difference.part.path),
        notes: last.schema.line(of: difference).map {
          [
            .init(.carryName($0, difference.part, last)),
            .init(.endTheRun(difference.part.entity, last, isSecond: true)),
          ]
        } ?? [.init(.endTheRun(difference.part.entity, last))])
    }
  }
}

/// A part with different origins in the old version: through each step, and at once.
private struct Difference: Hashable, Comparable {
  var part: PropertyTrail.Part
  /// The origin of the part through each version; nil if the part is new.
  var step: PropertyTrail.Part?
  /// The origin of the part in a direct migration; nil if the part is new.
  var shortcut: PropertyTrail.Part?

  static func < (left: Self, right: Self) -> Bool {
    if left.part != right.part { return left.part < right.part }
    return (left.step?.name ?? "", left.shortcut?.name ?? "")
      < (right.step?.name ?? "", right.shortcut?.name ?? "")
  }

  /// Whether the part is an entity that the steps drop and add again.
  func isReturn(ofOneOf entities: Set<String>) -> Bool {
    part.property == nil && step == nil && entities.contains(part.entity)
  }

  /// The differences of a shortcut that the platform would infer silently.
  ///
  /// The properties of an entity with a different origin are left out.
  static func all(between trail: PropertyTrail, and shortcut: VersionStep) -> [Difference] {
    let direct = PropertyTrail(over: shortcut).origins
    let refused = Set(
      shortcut.changes.filter { $0.classification == .custom }.map(\.change.path))
    let parts = Set(direct.keys).union(trail.origins.keys).filter {
      direct[$0] != trail.origins[$0] && !refused.contains($0.path)
    }
    let entities = Set(parts.filter { $0.property == nil }.map(\.entity))
    return parts.filter { $0.property == nil || !entities.contains($0.entity) }.map {
      Difference(part: $0, step: trail.origins[$0], shortcut: direct[$0])
    }
  }
}

extension Schema {
  /// The declaration of a part with `renamedFrom` and its first name; nil if the part has another
  /// old name already, or if the first name is taken.
  fileprivate func line(of difference: Difference) -> String? {
    guard difference.shortcut == nil, let origin = difference.step,
      let owner = entity(named: difference.part.entity)
    else { return nil }
    guard let name = difference.part.property, let old = origin.property else {
      let isFree = owner.renamedFrom == nil && entity(named: origin.entity) == nil
      return isFree ? "renamedFrom: \(origin.entity)" : nil
    }
    guard owner.attribute(named: old) == nil, owner.relationship(named: old) == nil else {
      return nil
    }
    if var attribute = owner.attribute(named: name), attribute.renamedFrom == nil {
      attribute.renamedFrom = old
      return attribute.line
    }
    guard var relationship = owner.relationship(named: name), relationship.renamedFrom == nil else {
      return nil
    }
    relationship.renamedFrom = old
    return relationship.line
  }
}

extension Finding.Message {
  fileprivate static func differs(
    _ difference: Difference, _ versions: [Version], _ target: Version
  ) -> Self {
    let name = "'\(difference.part.name)'"
    let start = "an update from \(span(of: versions)) straight to \(target.words)"
    switch (difference.step, difference.shortcut) {
    case (let old?, nil):
      return Self("\(start) loses '\(old.name)', which is \(name) now")
    case (nil, let old?):
      return Self("\(start) keeps '\(old.name)' as \(name), which the steps between drop")
    default:
      return Self(
        "\(start) takes '\(difference.shortcut?.name ?? "")' for \(name), which was "
          + "'\(difference.step?.name ?? "")' step by step")
    }
  }

  fileprivate static func carryName(
    _ line: String, _ part: PropertyTrail.Part, _ last: SchemaDocument
  ) -> Self {
    let kind = part.property == nil ? "" : " \(part.kind.rawValue):"
    return Self("write\(place(last)) under '\(part.entity):\(kind)': \(line)")
  }

  fileprivate static func endTheRun(
    _ entity: String, _ last: SchemaDocument, isSecond: Bool = false
  ) -> Self {
    Self(
      "\(isSecond ? "or " : "")make the migration to \(last.schema.version) a custom one\(place(last)): 'kind: custom' and "
        + "'after: [{count: \(entity)}]' under 'migration'")
  }

  private static func place(_ document: SchemaDocument) -> String {
    document.file.map { " in '\($0)'" } ?? ""
  }
}
