internal import Diagnostics
internal import Files
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreArchive
internal import StoreCreation
internal import StoreMigration
internal import StoreVerification

extension Failure {
  /// The failure of a migration, with the state of the store as its last line.
  init(_ error: MigrationError, store: String) {
    self.init(ExitStatus(rawValue: error.exitStatus) ?? .unable, error.diagnostics(of: store))
    lastLine = LastLine(error.standing(of: store), of: store)
    if case .refused(let reasons) = error,
      reasons.contains(.state(.unopenable(.missing(path: store))))
    {
      suggestStores(near: store)
    }
  }

  /// Adds notes about the stores in the folder of a missing store.
  ///
  /// The next command uses the missing store's backup, or the store that may be meant.
  private mutating func suggestStores(near path: String) {
    let stores = NeighbouringStores(of: path)
    let backup = BackupPlace.newest(besideStore: path)
    guard !diagnostics.isEmpty else { return }
    diagnostics[0].notes += [
      Version(FilePath.name(of: path)).map {
        "'\($0)' is a version: versions are compared with 'migrate diff VERSION VERSION'"
      },
      stores.note, backup.map { "its newest backup is '\($0)'" },
    ].compactMap { $0.map { .init($0) } }
    if backup != nil || stores.meant != nil { lastLine?.standing.preparation = nil }
    if let backup {
      lastLine?.standing.nextCommand = "migrate restore \(backup.shellWord) \(path.shellWord)"
    } else if let meant = stores.meant {
      lastLine?.standing.nextCommand = "migrate status \(meant.shellWord)"
    } else if stores.note != nil {
      lastLine?.standing.preparation = "name one of these stores"
      lastLine?.standing.nextCommand = "migrate status STORE"
    }
  }

  /// The failure of a store that is not in the required state.
  init(_ state: StoreState, store: String) {
    self.init(.refused([.state(state)]), store: store)
  }

  /// The failure of a store that cannot be opened; if another process is the cause, it is named.
  init(_ error: StoreOpenError, of path: String) {
    if case .locked = error, let occupation = StoreLock.refusal(of: path) {
      self.init(.refused([occupation]), store: path)
    } else {
      self.init(.unopenable(error), store: path)
    }
  }
}

extension Failure {
  /// The failure with the state of the store, such as `'library.store' is unchanged`, and the same command as
  /// the next one.
  ///
  /// Only failures because of an obstacle or an interruption get them.
  func leaving(_ sentence: String, of store: String) -> Failure {
    guard lastLine == nil, circumstance != nil || status == .interrupted else { return self }
    var failure = self
    failure.lastLine = LastLine(
      StoreStanding(sentence, after: circumstance?.remedy, repeatsCommand: true), of: store)
    return failure
  }

  /// The failure of a commit that may or may not have reached the store.
  func doubting(_ store: String) -> Failure {
    var failure = self
    let sentence =
      "'\(store)' is unchanged or has all of it: the commit failed, and what was written of it may be "
      + "there when it is opened next"
    failure.lastLine = LastLine(
      StoreStanding(
        sentence, after: circumstance?.remedy, next: "migrate verify \(store.shellWord)"),
      of: store)
    return failure
  }

  /// The failure after a backup was made, which another run cannot make again under the same name.
  func leaving(backup: String) -> Failure {
    var failure = self
    failure.lastLine?.standing.sentence += ", and '\(backup)' is its backup"
    failure.lastLine?.standing.isBackupMade = true
    return failure
  }
}

extension Failure {
  /// The failure of schema files that cannot be read; the store is unchanged.
  init(ofSchemas error: any Error, beside store: String) {
    self.init(error)
    let place = diagnostics.lazy.compactMap(\.location).min()
    let status = "migrate status \(store.shellWord)"
    // If a file is missing, the file after it is not to blame.
    let gap = diagnostics.first { $0.code == "missing-version-file" }?.notes.first?.message
    let standing = StoreStanding(
      "'\(store)' is unchanged", after: gap ?? place.map { "correct \($0)" },
      next: place == nil ? status + " --schemas DIR" : status)
    lastLine = LastLine(standing, of: store)
  }
}

// MARK: - Errors of any command

extension Failure {
  /// The failure for an error of a library; nil for any other error.
  init?(ofStore error: any Error) {
    switch error {
    case is Interrupted, MigrationError.cancelled: self = .interrupted
    case let error as SQLiteError: self.init(error)
    case let error as StoreOpenError: self.init(error, of: error.path)
    case let error as ArchiveError: self.init(error)
    case let error as StoreCreationError: self.init(unable: error.code, error.message)
    case let error as VerificationError: self.init(unable: error.code, error.message)
    case let error as RepairError: self.init(error)
    case let error as PruneError: self.init(error)
    case let error as RecoveryError: self.init(error)
    case let error as StoreCatalogError:
      self.init(unable: "illegible-catalog", "the catalog makes no sense: \(error.reason)")
    default: return nil
    }
  }

  private static let interrupted = Failure(
    .interrupted, [Diagnostic(code: "cancelled", severity: .warning, "stopped before the end")])

  private init(_ error: SQLiteError) {
    if error.primaryCode == .interrupted {
      self = .interrupted
    } else if error.primaryCode == .busy || error.primaryCode == .locked {
      self.init(.refused, [Diagnostic(code: "busy-store", "the store is in use: \(error)")])
    } else {
      self.init(unable: error.primaryCode == .full ? "disk-full" : "database-error", "\(error)")
    }
    circumstance = Circumstance(error)
  }

  private init(_ error: ArchiveError) {
    if case .store(let cause) = error, cause.primaryCode == .interrupted {
      self = .interrupted
      return
    }
    let circumstance = Circumstance(error)
    let remedy: Diagnostic.Note? =
      if case .exists = error { .init("add '--replace', or name another file") } else { nil }
    self.init(
      circumstance == .others ? .refused : .unable,
      [Diagnostic(code: error.code, error.message, notes: [remedy].compactMap(\.self))])
    self.circumstance = circumstance
  }

  private init(_ error: RepairError) {
    switch error {
    case .damaged, .noRoomToTry, .unusablePreference, .unmergeable, .unmergeableTable,
      .unknownRelationship, .untreatable:
      self.init(unable: error.code, error.message)
    case .toldTwice:
      self.init(.usage, [Diagnostic(code: error.code, error.message)])
    case .denied:
      let remedy = error.remedy.map {
        Diagnostic.Note(
          "'--orphans \($0.name)=\($0.treatment.rawValue)' lets them stay, or remove what keeps them"
        )
      }
      self.init(
        .refused, [Diagnostic(code: error.code, error.message, notes: [remedy].compactMap(\.self))])
    case .drifted, .unreadableModel:
      self.init(.findings, [Diagnostic(code: error.code, error.message)])
    case .failed, .unforeseen, .referred, .worse:
      self.init(.rolledBack, [Diagnostic(code: error.code, error.message)])
    }
  }

  private init(_ error: PruneError) {
    switch error {
    case .unknownAttribute, .notADate, .notSeconds: self.init(unable: error.code, error.message)
    case .noPaths:
      self.init(
        unable: error.code, error.message,
        notes: [.init("'path: {type: string, storage: path}' in the schema file says so")])
    case .denied(let obstacles):
      self.init(.refused, obstacles.map { Diagnostic(code: error.code, $0.message) })
    case .failed, .referred, .tooDeep, .watched, .unforeseen:
      self.init(.rolledBack, [Diagnostic(code: error.code, error.message)])
    }
  }

  private init(_ error: RecoveryError) {
    switch error {
    case .anotherModel(let store, let backup):
      self.init(
        unable: "another-model",
        "the store is of '\(store)', and the backup of \(backup.map { "'\($0)'" } ?? "no model")")
    case .anotherVersion(let store, let backup):
      self.init(
        unable: "another-version", "the store is version \(store), and the backup \(backup)",
        notes: [
          .init(
            store < backup
              ? "bring the store to version \(backup) first, with 'migrate apply'"
              : "'--schemas' names the versions by which an earlier backup is brought along")
        ])
    case .unusableBackup(let reason):
      self.init(unable: "unusable-backup", "nothing can be taken from the backup: \(reason)")
    case .unusableKey(let key, let reason):
      self.init(unable: "unusable-key", "objects cannot be found by '\(key)': \(reason)")
    case .unclear(let problems):
      self.init(.refused, problems.map { $0.diagnostic("ambiguous-objects") })
    case .undone(let problems):
      self.init(.rolledBack, problems.map { $0.diagnostic("failed-recovery") })
    }
  }
}

extension RecoveryError {
  /// Whether no option would restore more.
  var isFinal: Bool {
    switch self {
    case .unclear(let problems), .undone(let problems): problems.allSatisfy { $0.remedy == nil }
    case .anotherModel, .anotherVersion, .unusableBackup, .unusableKey: false
    }
  }
}

extension RecoveryProblem {
  fileprivate func diagnostic(_ code: String) -> Diagnostic {
    Diagnostic(
      code: code, message,
      notes: [remedy, withoutTriggers].compactMap(\.self).map { .init($0) })
  }

  /// Advice against triggers of the user.
  private var withoutTriggers: String? {
    guard !triggers.isEmpty else { return nil }
    let names = triggers.map { "'\($0)'" }.joined(separator: ", ")
    let (noun, pronoun) = triggers.count == 1 ? ("trigger", "it") : ("triggers", "them")
    return "drop the \(noun) \(names), recover, and create \(pronoun) again"
  }

  /// Advice, if more can be restored from this backup.
  fileprivate var remedy: String? {
    switch self {
    case .doubtful(_, .ambiguous(let key, isNumbered: true), _):
      "say which of the two distinguishes them: '--key \(key)', or '--key \(key.entity):_id'"
    case .doubtful(_, .ambiguous(let key, isNumbered: false), _):
      "'--key \(key.entity):_id' says that the primary key distinguishes them"
    case .doubtful(let entity, .taken, _):
      "'--key \(entity):ATTRIBUTE' brings them back with a new '_id', where an attribute distinguishes them"
    case .doubtful(let entity, .unnamed(hasKey: false), _):
      "'--key \(entity):ATTRIBUTE' says what distinguishes them"
    case .renumbered(let entity):
      "say which attributes distinguish them: '--key \(entity):ATTRIBUTE', or '--key \(entity):_id' "
        + "where you know that no number is another"
    case .doubtful, .refused, .unmet, .altered, .worse: nil
    }
  }
}

extension StoreOpenError {
  /// The path of the store that could not be opened.
  fileprivate var path: String {
    switch self {
    case .missing(let path), .onlyLeftover(let path, _), .isDirectory(let path),
      .isNoFile(let path), .unreadable(let path),
      .empty(let path), .notADatabase(let path), .truncated(let path, _, _), .corrupt(let path, _),
      .missingLog(let path, _), .cutLog(let path, _),
      .locked(let path), .readOnly(let path), .readOnlyFolder(let path),
      .unreadableLog(let path, _),
      .irregularLog(let path, _),
      .interruptedWrite(let path), .ofPlatform(let path, _), .ofBackup(let path),
      .indistinctNames(let path, _), .failed(let path, _):
      path
    }
  }
}
