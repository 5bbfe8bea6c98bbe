public import Diagnostics
internal import Files
public import MigrationPlanner
public import SchemaModel
public import SQLite
public import StoreLayout
public import StoreScript
public import StoreVerification

/// The reason why nothing was written, and the store was not migrated.
public enum MigrationRefusal: Error, Hashable, Sendable {
  // The store
  /// The store's state does not allow a migration.
  case state(StoreState)
  /// Another run is migrating it; nil if that run has not recorded its name yet.
  case locked(by: LockOwner?, age: Double?)
  /// Another connection writes to it, or locks it exclusively.
  case busy
  /// The system does not allow writing the file or its folder.
  case notWritable(path: String, reason: String)
  /// A folder for new files does not exist.
  case missingFolder(path: String)
  /// The disk has no room for the backup and the tables that are rewritten.
  case notEnoughSpace(needed: Int64, free: Int64)
  /// SQLite finds a table or its indexes damaged whose rows must be rewritten.
  case damagedTables([DamagedTable])
  /// References already lead nowhere.
  case brokenReferences([BrokenReference])

  // The versions
  /// There is no version to migrate to.
  case noVersions
  /// The requested version is unknown.
  case unknownTarget(Version, known: [Version])
  /// The store is newer than the requested version.
  ///
  /// Only a backup leads back.
  case olderTarget(Version, store: Version)
  /// The versions do not declare how one becomes the other.
  case notPlannable([Diagnostic])

  /// Steps need closures that were not registered; each with its place.
  case missingClosures([Diagnostic])

  // The data
  /// Effects need an approval that was not given.
  case unapproved([Effect])
  /// Approvals name no change of any version.
  case unknownApprovals([UnknownApproval])
  /// The data has no value that the new version requires.
  case unmetRequirements([UnmetRequirement])
  /// A library of the app migrates the database, and uses its own table for it.
  case ownMigrator(_ owner: String, table: String)
  /// Rows belong to no entity of the model, so the mapping does not say what becomes of them.
  case strayRows(table: String, count: Int64)
  /// The migration would be undone because of the store's data: on a copy it was.
  case failing(MigrationFailure)
  /// The steps cannot be carried out, or objects that the model does not name would break.
  case script(StoreScriptError)

  // The plan and the backup
  /// The file is not a plan that was saved here.
  case planFile(PlanFileProblem)
  /// The saved plan no longer fits this store and these schema files.
  case stalePlan(StalePlan)
  /// The backup could not be written, or differed when it was read back.
  case backupFailed(path: String, reason: String)
  /// Anything else that kept the work from beginning.
  case unexpected(String)
}

/// The process that is changing a store.
public struct LockOwner: Hashable, Sendable {
  /// The process identifier.
  public var process: Int32
  /// The time when it took the lock, in seconds since 1970.
  public var since: Double
}

/// A table that is damaged, or whose index differs from its rows.
public struct DamagedTable: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The first problems that SQLite finds, in its own words.
  public var details: [String]
}

/// References of one foreign key that lead nowhere.
public struct BrokenReference: Hashable, Sendable {
  /// The table with the referring rows.
  public var table: String
  /// The column that refers.
  public var column: String
  /// The table that the references should lead to.
  public var destination: String
  /// The number of rows.
  public var count: Int64
  /// The identities of some of the rows.
  public var examples: [Int64]
  /// The column with the rows' identities: for links, the reference itself.
  public var identity: String = "_id"
  /// Whether the model names the table, so that `repair` may repair it.
  public var isOfModel = true
  /// The property that refers, if known.
  public var property: PropertyName?
  /// The place of the condition that left the referenced objects behind.
  public var location: SourceLocation?
}

/// A requirement of a plan that the data does not meet.
public struct UnmetRequirement: Hashable, Sendable {
  /// The requirement.
  public var requirement: Requirement
  /// The number of objects that do not meet it.
  public var count: Int64
  /// The identities of some of the objects.
  public var objects: Effect.Examples
}

/// An object that the model does not name and that no longer works.
public struct BrokenObject: Hashable, Sendable {
  /// The object.
  public var object: SchemaObject.ID
  /// SQLite's reason.
  public var reason: String
}

/// An approval of a loss that no change of any version causes.
public struct UnknownApproval: Hashable, Sendable {
  /// The given approval.
  public var text: String
  /// The approvals that may be meant, usually the nearest one.
  ///
  /// For a text without a subject, such as `drop-entity`, these are the approvals of that kind that the
  /// migration needs, or all that it needs.
  public var suggestions: [String] = []
}

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
      notes: suggestions.isEmpty
        ? [.init("leave it out: this migration does not lose it")]
        : suggestions.map { .init("did you mean '--allow \($0)'?") })
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
    guard let property else { return nil }
    let name = property.property
    guard location != nil else {
      return
        "correct these rows first, or say which links stay, '\(name): {using: \"CASE WHEN … THEN … END\"}' "
        + "under 'migration: map: \(property.entity):'"
    }
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
