internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// The messages about models that no version describes.
extension Finding.Message {
  static func isNowhere(_ change: String, _ step: ModelStep, isQuestion: Bool = false) -> Self {
    if let revision = step.revision { return Self("\(change) (since '\(revision)')") }
    let version = step.source.schema.version
    let reason =
      step.isFromDraft
      ? "version \(version), which is not released yet, does not describe it"
      : "no version after the released \(version) describes it"
    return Self(change + (isQuestion ? " " : ", and ") + reason)
  }

  static func lacksDefault(_ name: String, _ version: Version) -> Self {
    Self(
      "'\(name)' is required and has no default in the source: the default in the schema file of \(version) "
        + "reaches no store, and the platform cannot open stores with such objects (error 134110)")
  }

  static func writeDefault(_ attribute: Attribute) -> Self {
    Self("write it in the declaration, as '\(attribute.declarationInSwift)', or make it optional")
  }

  static func changesToo(_ change: SchemaChange) -> Self {
    Self("it has another change, too: \(change.phrase)")
  }

  static func `class`(of change: PlannedChange) -> Self {
    let isInferred = change.classification == .lightweight
    let verb = isInferred ? "infers" : "does not infer"
    let loses = isInferred && change.risk == .certain
    return Self(
      "the platform \(verb) it\(loses ? ", and loses data" : ""): \(change.reasonOnPlatform)")
  }

  private static func firstDigits(of hash: String?) -> String {
    hash.map { "\($0.prefix(12))" } ?? "none"
  }

  static func hashes(_ entity: String, _ old: String?, _ new: String?) -> Self {
    Self(
      "the version hash of '\(entity)' was \(firstDigits(of: old)), and is \(firstDigits(of: new))")
  }

  static func hashIsUntold(_ entity: String, _ obstacle: FingerprintObstacle) -> Self {
    Self(
      "the version hash of '\(entity)' is not known, for \(obstacle): if it differs, with a "
        + "migration plan the app ends at launch (error 134504: unknown version)")
  }

  static func atLaunch(_ obstacle: InferenceObstacle?, endsAtFetch change: PlannedChange?) -> Self {
    let infers = "the platform migrates stores by what it infers"
    if let change {
      return Self("\(endsAtLaunch); without one \(infers), and \(change.fateOfOldValues)")
    }
    let withoutPlan =
      switch obstacle {
      case nil: infers
      case .undocumented: "it is not known whether the platform opens stores"
      case .missingValue, .missingLink: "the platform cannot open stores (error 134110)"
      case .notInferred, .unconverted, .declared: "the platform cannot open stores"
      }
    return Self("\(endsAtLaunch); without one \(withoutPlan)")
  }

  private static let endsAtLaunch =
    "with a migration plan the app ends at launch (error 134504: unknown version)"

  static func isUndecided(_ version: Version, _ count: Int) -> Self {
    Self(
      "version \(version), which is not released yet, leaves "
        + (count == 1 ? "a question to decide" : "\(count) questions to decide"))
  }

  static func isLeft(_ version: Version, for released: Version) -> Self {
    Self(
      "version \(version), which is not released yet, leaves questions to decide, and the source "
        + "has the models of \(released) again")
  }

  static func delete(_ draft: SchemaDocument) -> Self {
    Self(
      "delete \(draft.file.map { "'\($0)'" } ?? "its file"), or write in the source what it describes"
    )
  }

  static let decide = Self(
    "write what is meant, and delete the comment: until then the version describes nothing")

  static func hasNoFile(_ name: String, _ version: Version, isDecided: Bool = true) -> Self {
    Self(
      "'\(name)' is version \(version), of which there is no schema file yet"
        + (isDecided
          ? ": what becomes of data in the migration to it is not checked"
          : ", and the migration to it has to be decided"))
  }

  static func asks(_ question: Diagnostic) -> Self {
    Self("\(question.message) [\(question.code)]")
  }

  static let begin = Self("'migrate lint --fix' begins its schema file")

  static let beginAsking = Self(
    "'migrate lint --fix' begins its schema file, in which comments say what can be written"
  )

  static func beginFirst(_ version: Version) -> Self {
    Self("'migrate lint --fix' begins its schema file once \(version) has one")
  }

  static func write(renaming change: SchemaChange?) -> Self {
    Self(
      "'migrate lint --fix' begins the schema file of the next version\(renaming(change)); a migration plan "
        + "needs a 'VersionedSchema' of it")
  }

  /// The line about the old name, where Swift gives it.
  private static func renaming(_ change: SchemaChange?) -> String {
    switch change {
    case .renameAttribute(_, let old, _), .renameRelationship(_, let old, _):
      ", with 'renamedFrom: \(old)'"
    default: ""
    }
  }

  static func correct(_ version: Version) -> Self {
    Self(
      "where \(version) never left the team, correct its file, then: migrate lock --repin \(version)"
    )
  }

  static func amend(_ draft: SchemaDocument, renaming change: SchemaChange?) -> Self {
    Self("'migrate lint --fix' writes it in \(place(of: draft))\(renaming(change))")
  }

  static func ask(in draft: SchemaDocument) -> Self {
    Self(
      "'migrate lint --fix' writes the question in \(place(of: draft)), to be answered there, too")
  }

  static let answer = Self("answer the question about it, and delete the comment")

  static func edit(_ draft: SchemaDocument) -> Self {
    Self("describe it in version \(draft.schema.version), in \(place(of: draft))")
  }

  private static func place(of draft: SchemaDocument) -> String {
    draft.file.map { "'\($0)'" } ?? "its file"
  }

  static func editVersion(_ version: Version) -> Self {
    Self("describe it in the 'VersionedSchema' of \(version), too")
  }

  static func writeLine(_ line: (text: String, keys: String)) -> Self {
    Self("write '\(line.text)' there, under '\(line.keys)'")
  }

  static func isRenamedInDraft(_ rename: Ambiguities.ProbableRename, _ step: ModelStep) -> Self {
    Self(
      "'\(rename.drop.subject)' is only in version \(step.source.schema.version), which is not released yet, "
        + "and the source has \(rename.names) of the same shape instead: no store has either")
  }

  static func writeName(
    of rename: Ambiguities.ProbableRename, _ draft: SchemaDocument
  ) -> Self {
    Self(
      "'migrate lint --fix' writes \(rename.names) in place of '\(rename.source)' in \(place(of: draft)): "
        + "'originalName' is not needed")
  }

  static func isInNoStore(_ version: Version) -> Self {
    Self("no store has it, because \(version) is not released yet")
  }

  static func sayRename(_ rename: Ambiguities.ProbableRename) -> Self {
    let isLink = rename.drop.kind == .dropRelationship
    if rename.drop.kind == .dropEntity {
      return rename.candidates.count == 1
        ? .keepClass(rename.source, now: rename.newName)
        : Self("where it is the same class, keep the name '\(rename.source)' for it")
    }
    return Self(
      "where it is the same \(isLink ? "relationship" : "attribute"), write "
        + "'@\(isLink ? "Relationship" : "Attribute")(originalName: \"\(rename.source)\")' before "
        + (rename.candidates.count == 1 ? "it" : rename.names))
  }

  static func unnoticed(by change: PlannedChange?) -> Self {
    Self(
      "the platform does not notice it, because the version hash stays: it opens stores without a migration"
        + (change.map { ", and \($0.fateOfOldValues)" } ?? ""))
  }

  static let leavesValues = Self("the platform leaves stored values as they are")

  static let isElsewhere = Self(
    "it may be in files that were not given: no container or version among these has a list of the models that "
      + "could be read whole")

  static func couldBeOfSeveral(_ entities: [String], _ models: [String]) -> Self {
    let few = entities.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let more = entities.count > 3 ? " and \(entities.count - 3) more" : ""
    let candidates = models.map { "'\($0)'" }.joined(separator: " or ")
    return Self(
      "the models \(few)\(more) may be \(candidates), and were compared with none: what changed "
        + "since the release is not known")
  }

  static let nameFolder = Self(
    "name the files of one model with the folder of its schema files, as in "
      + "'migrate lint Sources/App Schemas/App'")

  static func isNew(_ part: UnreadPart, _ version: Version) -> Self {
    let gap =
      switch part.gap {
      case .type: "whose type could not be read"
      case .arguments: "of which not all could be read"
      }
    return Self("version \(version) is released, and knows no \(part.name), \(gap)")
  }

  static func isUntold(_ part: UnreadPart, _ version: Version) -> Self {
    Self("whether \(part.name) is as in version \(version) is not known")
  }

  static let giveType = Self(
    "write the type, and give the file that declares it, too")

  static func hasUnreadList(_ name: String, _ schema: Schema) -> Self {
    Self(
      "what '\(name)' lists could not be read, so that the models were not compared with version "
        + "\(schema.version) of '\(schema.name)'")
  }

  static let spellList = Self("spell the list out: '[Book.self, Note.self]'")

  static let mayBeLost = Self(
    "\(endsAtLaunch); without one the platform goes by what it infers, which fails or drops values")

  static func isDropped(_ old: String) -> Self {
    Self("\(endsAtLaunch); without one the platform drops '\(old)' with all that it holds")
  }
}

extension Ambiguities.ProbableRename {
  /// The first possible new name.
  fileprivate var newName: String { candidates.first?.components.last ?? source }

  /// The possible new names: `'color' or 'tint'`.
  fileprivate var names: String {
    candidates.compactMap(\.components.last).map { "'\($0)'" }.joined(separator: " or ")
  }
}

extension UnreadPart {
  /// The part in words.
  fileprivate var name: String {
    switch kind {
    case .property(let name), .element(let name): "'\(owner).\(name)'"
    case .keys: "what '#Unique' says of '\(owner)'"
    case .indexes: "what '#Index' says of '\(owner)'"
    }
  }
}
