internal import SQLite
public import Diagnostics
internal import Files
internal import MigrationPlanner
internal import StoreLayout
internal import StoreScript
internal import StoreVerification
internal import SchemaModel

extension MigrationRefusal {
  /// The refusal as diagnostics, one for each problem to solve.
  public func diagnostics(of store: String) -> [Diagnostic] {
    switch self {
    case .state(let state): [state.diagnostic(of: store)].compactMap(\.self)
    case .notPlannable(let diagnostics), .missingClosures(let diagnostics): diagnostics
    case .unapproved(let effects): effects.map(\.diagnostic)
    case .unknownApprovals(let approvals): approvals.map(\.diagnostic)
    case .unmetRequirements(let requirements): requirements.map(\.diagnostic)
    case .damagedTables(let tables): tables.map { $0.diagnostic(of: store) }
    case .brokenReferences(let references):
      references.map { $0.diagnostic(code: "broken-reference", before: true) }
    case .script(let error): error.diagnostics
    case .failing(let failure): failure.diagnostics
    case .planFile(let problem): [problem.diagnostic]
    case .stalePlan(let reason):
      [Diagnostic(code: "stale-plan", "the saved plan is stale: \(reason.clause)")]
    case .locked(let owner, let age): [Self.locked(store, owner, age)]
    case .busy:
      Self.one(
        "busy-store", "'\(store)' is in use: another process writes to it or keeps it locked")
    case .notWritable(let path, let reason):
      Self.one("not-writable", "'\(path)' cannot be written: \(reason)")
    case .missingFolder(let path):
      Self.one("not-writable", "'\(path)' cannot be written: there is no such folder")
    case .notEnoughSpace(let needed, let free):
      Self.one(
        "not-enough-space",
        "the disk has \(Quantity.bytes(free, rounded: .down)) free, and up to "
          + "\(Quantity.bytes(needed)) are to be written to it")
    case .noVersions: Self.one("no-versions", "there are no versions to migrate to")
    case .unknownTarget(let version, let known):
      Self.one(
        "unknown-target",
        "version \(version) is not known, only \(known.map { "\($0)" }.joined(separator: ", "))")
    case .olderTarget(let target, let version):
      Self.one(
        "older-target",
        "'\(store)' is version \(version), newer than \(target): "
          + "an older version comes back from a backup only")
    case .strayRows(let table, let count):
      Self.one(
        "stray-rows",
        "\(Quantity.count(count, "row")) of '\(table)' \(count == 1 ? "is" : "are") of no entity that "
          + "the model names")
    case .ownMigrator(let owner, let table):
      [MigratorTable.Found(owner: owner, table: table).diagnostic(.error)]
    case .backupFailed(let path, let reason):
      Self.one("backup-failed", "the backup '\(path)' was not made: \(reason)")
    case .unexpected(let reason): Self.one("refused", "'\(store)' was not migrated: \(reason)")
    }
  }

  private static func one(_ code: String, _ message: String) -> [Diagnostic] {
    [Diagnostic(code: code, message)]
  }

  private static func locked(_ store: String, _ owner: LockOwner?, _ age: Double?) -> Diagnostic {
    let who = owner.map { "process \($0.process)" } ?? "another process"
    let since = age.map { " since \(Quantity.duration($0))" } ?? ""
    return Diagnostic(
      code: "locked-store", "'\(store)' is being changed by \(who)\(since)",
      notes: [.init("the lock ends with that process, nothing has to be removed by hand")])
  }
}

extension UnknownApproval {
  /// The approval as a problem, with suggestions.
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(
      code: "unknown-approval", "'--allow \(text)' names no change of any version",
      notes: suggestions.map { .init("did you mean '--allow \($0)'?") })
  }
}

extension UnmetRequirement {
  /// The requirement as a problem, with its place in the schema file.
  var diagnostic: Diagnostic {
    let number = Quantity.count(count, "object")
    return Diagnostic(
      code: "unmet-requirement",
      "\(requirement.because) (\(number)\(objects.isEmpty ? "" : ": \(objects.list)"))",
      at: requirement.location, notes: requirement.remedy.map { [.init($0)] } ?? [])
  }
}

extension DamagedTable {
  /// The damage as a problem, with advice.
  fileprivate func diagnostic(of store: String) -> Diagnostic {
    let file = store.shellWord
    return Diagnostic(
      code: "damaged-store", "the table '\(table)' is damaged: \(details.first ?? "")",
      notes: details.dropFirst().map { .init($0) } + [
        .init("restore the last backup: migrate restore BACKUP \(file) --replace"),
        .init(
          "where only an index is wrong, and the rows are known to be right, SQLite's shell makes "
            + "it anew: sqlite3 \(file) REINDEX"),
      ])
  }
}

extension BrokenReference {
  /// The references as a problem.
  func diagnostic(code: String, before isFromBefore: Bool) -> Diagnostic {
    let rows = Quantity.count(count, "row")
    let list = examples.map(String.init).joined(separator: ", ")
    let ids = examples.isEmpty ? "" : " (\(identity) \(list))"
    let verb = count == 1 ? "refers" : "refer"
    return Diagnostic(
      code: code,
      "\(rows) of '\(table)'\(ids) \(verb) by '\(column)' to rows of '\(destination)' "
        + "that are not there",
      at: location,
      notes: isFromBefore
        ? [.init(wayOut)] : [wayOutAfterwards.map { .init($0) }].compactMap(\.self))
  }

  /// The advice for references to objects that a condition left behind.
  private var wayOutAfterwards: String? {
    guard isOfModel else {
      return
        "the model does not name '\(table)', so its rows are for you to correct or delete first"
    }
    guard location != nil, let property else { return nil }
    let name = property.property
    return
      "say what becomes of such links, '\(name): {using: \"CASE WHEN … THEN \(name) END\"}', or "
      + "leave their objects behind too, 'where: \"…\"', under 'migration: map: \(property.entity):'"
  }

  private var wayOut: String {
    isOfModel
      ? "'migrate repair' clears them up; '--carry-broken-references' leaves them"
      : "the model does not name '\(table)', so its rows are for you to correct or delete; "
        + "'--carry-broken-references' leaves them"
  }
}

extension BrokenObject {
  /// The object as a problem.
  var diagnostic: Diagnostic {
    Diagnostic(
      code: "broken-object",
      "the \(object.kind.rawValue) '\(object.name)' no longer works: \(reason)")
  }
}

extension StoreScriptError {
  /// The error as problems, each with advice.
  var diagnostics: [Diagnostic] { parts.map(\.diagnostic) }

  private var diagnostic: Diagnostic {
    if let unsaid = unsaidDefault() { return unsaid }
    guard concernsUnmanagedObjects else { return Diagnostic(code: "failing-script", message) }
    return Diagnostic(code: "unmanaged-object", message, notes: [.init(wayOut)])
  }
}

extension StoreScriptError {
  /// The advice for an object in the way.
  private var wayOut: String {
    if case .mismatchedKey(let table, let parent) = self {
      return "keep the unique key of '\(parent)', or change the foreign key of '\(table)' that "
        + "leads to it first"
    }
    return "the model does not name it, so it is for you to change or drop it first"
  }

  /// The error at the line that causes it; nil if no line does.
  func diagnostic(_ places: SchemaPlaces, in document: SchemaDocument?) -> Diagnostic? {
    if let unsaid = unsaidDefault(places) { return unsaid }
    guard !concernsUnmanagedObjects, let place = location(in: document) else { return nil }
    var notes: [Diagnostic.Note] = []
    if case .failingStatement(let statement, _) = self { notes = statement.step?.noteOnKeys ?? [] }
    return Diagnostic(code: "failing-script", message, at: place, notes: notes)
  }

  /// An undeclared default as a problem; nil for any other error.
  func unsaidDefault(_ places: SchemaPlaces? = nil) -> Diagnostic? {
    guard case .unsaidDefault(_, let property, let entity, let value) = self else { return nil }
    return Diagnostic(
      code: "unsaid-default", message, at: places?.location(of: property, of: entity),
      notes: [
        .init("say it, '\(property): {…, default: \(value)}' under '\(entity)'"),
        .init("to have none, let a version say it first, and take the store there with '--to'"),
      ])
  }
}

extension PlanFileProblem {
  /// The problem with its place in the file.
  var diagnostic: Diagnostic {
    switch self {
    case .unreadable(let path, let reason):
      Diagnostic(code: "unreadable-plan", "the plan '\(path)' cannot be read: \(reason)")
    case .notAPlan(let path, let line, let expected):
      Diagnostic(
        code: "damaged-plan", "this is no saved plan, or not all of one: expected \(expected)",
        at: .init(file: path, line: line, column: 1),
        notes: [.init("'migrate plan --save FILE' saves one")])
    case .newerFormat(let path, let version):
      Diagnostic(
        code: "newer-plan", "the plan '\(path)' has the format \(version), newer than this tool's")
    case .edited(let path, let line):
      Diagnostic(
        code: "edited-plan", "the plan was changed after it was saved",
        at: .init(file: path, line: line, column: 1),
        notes: [.init("change the schema files instead, and save the plan again")])
    }
  }
}

extension StalePlan {
  /// The reason, for use after a colon.
  fileprivate var clause: String {
    switch self {
    case .schema(let saved, let found): "it is for the schema '\(saved)', not '\(found)'"
    case .version(let saved, let found):
      "it is for a store of version \(saved), and this one is version \(found)"
    case .target(let saved, let asked): "it leads to version \(saved), and \(asked) was asked for"
    case .definition(let version): "the schema file of version \(version) has changed since"
    case .store:
      "it is for another store, or the tables or other objects of this one have changed since"
    case .effect(let saved?, nil): "it has '\(saved)', and there is no such effect now"
    case .effect(let saved?, let found?) where saved == found:
      "'\(saved)' would concern other objects or values now"
    case .effect(let saved?, let found?): "it has '\(saved)', which is now '\(found)'"
    case .effect(nil, let found): "it lacks '\(found ?? "")'"
    case .rewritten(let part): "\(part) in it are not what the schema files mean"
    case .steps: "the steps would be others now"
    }
  }
}
