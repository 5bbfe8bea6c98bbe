internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A finding for every change of the models that bears on what is stored, unless the newest
  /// released version or a later one describes the models as they are.
  ///
  /// The changes are those since the version that is being written, or else since the released one.
  func findings(in live: SourceVersion, since model: ReleasedModel) -> [Finding] {
    guard let released = model.document else { return [] }
    // A frozen version that is released and edited is what another rule is about.
    if model.pinned(live) != nil, live.declaration?.isFrozen == true { return [] }
    if model.describes(live) { return questions(in: model) }
    if let declaration = live.declaration, model.hasNoFile(of: live) {
      return [withoutFile(live.document.schema.version, declaration, model)]
    }
    let step = ModelStep(model.draft ?? released, live, isFromDraft: model.draft != nil)
    return findings(on: step, isDeclared: model.isDeclaredLater(live))
  }

  private func findings(on step: ModelStep, isDeclared: Bool) -> [Finding] {
    do throws(DiagnosticsError) {
      let changes = try step.changes()
      return changes.isEmpty
        ? step.rehashedEntities.map { entity in
          Finding(
            Self.id, .isNowhere("~ entity \(entity)", step), at: step.place(of: .entity(entity)),
            notes: step.notes(on: .entity(entity), nil, isDeclared))
        }
        : changes.map { change in
          Finding(
            Self.id, .isNowhere(step.words(change.change), step),
            at: step.place(of: change.change.path),
            notes: step.notes(on: change.change.path, change, isDeclared))
        }
    } catch {
      // What the planner asks for is a part of the next version.
      return error.diagnostics.map { problem in
        Finding(
          Self.id, .isNowhere(problem.message, step),
          at: problem.location.map { .location($0) } ?? step.place(of: SchemaPath()),
          notes: (problem.code == ProbableRename.id.name ? [.init(.sayRename)] : [])
            + (isDeclared ? [] : [.init(.mayBeLost)]) + [.init(step.advice(isDeclared))])
      }
    }
  }

  /// What is still to be decided before a version that is being written describes anything.
  private func questions(in model: ReleasedModel) -> [Finding] {
    guard let draft = model.draft else { return [] }
    return model.openQuestions.map { question in
      Finding(
        Self.id, .isUndecided(question.message, draft.schema.version),
        at: question.location.map { .location($0) } ?? .part(SchemaPath()),
        notes: [.init(.decide)])
    }
  }

  /// The one thing to say of a new version that is declared and has no schema file yet.
  private func withoutFile(
    _ version: Version, _ declaration: SourceVersion.Declaration, _ model: ReleasedModel
  ) -> Finding {
    Finding(
      Self.id, .hasNoFile(declaration.name, version), at: .location(declaration.location),
      notes: [.init(.begin)], atMost: .warning)
  }
}

extension ReleasedModel {
  /// Whether the source declares a version that comes after all that are released.
  fileprivate func isDeclaredLater(_ version: SourceVersion) -> Bool {
    version.declaration != nil && version.document.schema.version > newest
  }

  /// Whether the source declares a later version, of which there is no schema file.
  fileprivate func hasNoFile(of version: SourceVersion) -> Bool {
    isDeclaredLater(version) && history[version.document.schema.version] == nil
  }
}

extension ModelStep {
  fileprivate func notes(
    on path: SchemaPath, _ change: PlannedChange?, _ isDeclared: Bool
  ) -> [Finding.Note] {
    let launch = Finding.Message.atLaunch(change?.classification ?? .lightweight)
    return [change.map { .init(.class(of: $0)) }, hashNote(at: path)].compactMap(\.self)
      + (isDeclared ? [] : [.init(launch)]) + [.init(advice(isDeclared))]
  }

  fileprivate func advice(_ isDeclared: Bool) -> Finding.Message {
    isFromDraft ? .edit(source, isDeclared: isDeclared) : .write
  }

  /// The version hash of an entity before and after.
  func hashNote(at path: SchemaPath) -> Finding.Note? {
    hashes(at: path).map { entity, old, new in
      .init(.hashes(entity, old?.hexadecimal, new?.hexadecimal))
    }
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

  private static func firstDigits(of hash: String?) -> String {
    hash.map { "\($0.prefix(12))" } ?? "none"
  }

  static func hashes(_ entity: String, _ old: String?, _ new: String?) -> Self {
    Self(
      "the version hash of '\(entity)' was \(firstDigits(of: old)), and is \(firstDigits(of: new))")
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

  fileprivate static func isUndecided(_ question: String, _ version: Version) -> Self {
    Self("version \(version), which is not released yet, leaves to decide: \(question)")
  }

  fileprivate static let decide = Self(
    "write what is meant, and take the comment out: until then the version describes nothing")

  fileprivate static func hasNoFile(_ name: String, _ version: Version) -> Self {
    Self(
      "'\(name)' is version \(version), of which there is no schema file yet: what becomes of data "
        + "on the way there is not checked")
  }

  fileprivate static let begin = Self("'migrate lint --fix' begins its schema file")

  fileprivate static let write = Self(
    "'migrate lint --fix' begins the schema file of the next version; a migration plan needs a "
      + "'VersionedSchema' of it")

  fileprivate static func edit(_ draft: SchemaDocument, isDeclared: Bool) -> Self {
    Self(
      "describe it in version \(draft.schema.version)"
        + (draft.file.map { ", in '\($0)'" } ?? "")
        + (isDeclared ? "" : ", and in the 'VersionedSchema' of it"))
  }

  fileprivate static let sayRename = Self(
    "where it is the same attribute, write '@Attribute(originalName: \"…\")' with its old name "
      + "before it")

  fileprivate static let mayBeLost = Self(
    "with a migration plan the app ends at launch (error 134504: unknown version); without one the "
      + "platform goes by what it infers, which fails or drops values")
}
