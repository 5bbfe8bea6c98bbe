internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A finding for every change of the models that bears on what is stored, unless the newest
  /// released version or a later one describes the models as they are.
  ///
  /// The changes are those since the version that is being written, or else since the released one.
  func findings(in live: SchemaDocument, since model: ReleasedModel) -> [Finding] {
    guard let released = model.document, !model.describes(live) else { return [] }
    let step = ModelStep(model.draft ?? released, live, isFromDraft: model.draft != nil)
    do throws(DiagnosticsError) {
      let changes = try step.changes()
      return changes.isEmpty
        ? step.rehashedEntities.map { entity in
          Finding(
            Self.id, .isNowhere("~ entity \(entity)", step), at: step.place(of: .entity(entity)),
            notes: step.notes(on: .entity(entity), nil))
        }
        : changes.map { change in
          Finding(
            Self.id, .isNowhere("\(change.change)", step), at: step.place(of: change.change.path),
            notes: step.notes(on: change.change.path, change))
        }
    } catch {
      // What the planner asks for is a part of the next version.
      return error.diagnostics.map { problem in
        Finding(
          Self.id, .isNowhere(problem.message, step),
          at: problem.location.map { .location($0) } ?? step.place(of: SchemaPath()),
          notes: (problem.code == ProbableRename.id.name ? [.init(.sayRename)] : [])
            + [.init(.mayBeLost), .init(step.advice)])
      }
    }
  }
}

extension ModelStep {
  fileprivate func notes(on path: SchemaPath, _ change: PlannedChange?) -> [Finding.Note] {
    let launch = Finding.Message.atLaunch(change?.classification ?? .lightweight)
    return [change.map { .init(.class(of: $0)) }, hashes(at: path)].compactMap(\.self)
      + [.init(launch), .init(advice)]
  }

  fileprivate var advice: Finding.Message { isFromDraft ? .edit(source) : .write }

  /// The version hash of an entity before and after.
  private func hashes(at path: SchemaPath) -> Finding.Note? {
    guard path.components.count > 1, path.components[0] == "entities" else { return nil }
    let entity = path.components[1]
    let (old, new) = (hashesBefore[entity]?.value, hashesAfter[entity]?.value)
    guard old != nil || new != nil else { return nil }
    return .init(.hashes(entity, old?.hexadecimal, new?.hexadecimal))
  }
}

extension Finding.Message {
  fileprivate static func isNowhere(_ change: String, _ step: ModelStep) -> Self {
    let version = step.source.schema.version
    let reason =
      step.isFromDraft
      ? "version \(version), which is not released yet, does not describe the models as they are"
      : "version \(version) is released, and no later version describes the models as they are"
    return Self("\(reason): \(change)")
  }

  fileprivate static func `class`(of change: PlannedChange) -> Self {
    Self("it is \(change.classification.rawValue): \(change.reason)")
  }

  fileprivate static func hashes(_ entity: String, _ old: String?, _ new: String?) -> Self {
    Self(
      "the version hash of '\(entity)' was \(old?.prefix(12) ?? "none"), and is "
        + "\(new?.prefix(12) ?? "none")")
  }

  fileprivate static func atLaunch(_ classification: Classification) -> Self {
    let withoutPlan =
      switch classification {
      case .lightweight: "migrates stores by what it infers"
      case .custom: "cannot open stores"
      }
    return Self(
      "with a migration plan the app ends at launch (error 134504: unknown version); without one "
        + "the platform \(withoutPlan)")
  }

  fileprivate static let write = Self(
    "'migrate lint --fix' begins the schema file of the next version; a migration plan needs a "
      + "'VersionedSchema' of it")

  fileprivate static func edit(_ draft: SchemaDocument) -> Self {
    Self(
      "describe it in version \(draft.schema.version)"
        + (draft.file.map { ", in '\($0)'" } ?? "") + ", and in the 'VersionedSchema' of it")
  }

  fileprivate static let sayRename = Self(
    "where it is the same attribute, write '@Attribute(originalName: \"…\")' with its old name "
      + "before it")

  fileprivate static let mayBeLost = Self(
    "with a migration plan the app ends at launch (error 134504: unknown version); without one the "
      + "platform goes by what it infers, which fails or drops values")
}
