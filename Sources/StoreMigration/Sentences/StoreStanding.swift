internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel

/// What became of a store, and what to do next: the last line that a command prints.
public struct StoreStanding: Hashable, Sendable {
  /// What the store is now: `library.store is version 1.0.0, as before`.
  public var sentence: String
  /// The command to run next, without the program's options; nil where there is nothing to do.
  public var nextCommand: String?

  /// A standing from its parts.
  public init(_ sentence: String, next nextCommand: String? = nil) {
    self.sentence = sentence
    self.nextCommand = nextCommand
  }
}

extension MigrationOutcome {
  /// What became of the store, and what to do next.
  public func standing(of store: String) -> StoreStanding {
    switch self {
    case .alreadyCurrent(let version):
      StoreStanding("'\(store)' is version \(version) already, nothing was written")
    case .rehearsed(let plan):
      StoreStanding(
        "'\(store)' is version \(plan.source), nothing was written",
        next: "migrate apply \(store.shellWord)")
    case .migrated(let summary):
      StoreStanding(
        "'\(store)' is version \(summary.target)", next: "migrate verify \(store.shellWord)")
    }
  }
}

extension MigrationError {
  /// What became of the store, and what to do next.
  public func standing(of store: String) -> StoreStanding {
    switch self {
    case .refused(let reasons) where reasons.contains(where: \.isMissingStore):
      StoreStanding("nothing was written", next: "migrate create \(store.shellWord)")
    case .refused(let reasons):
      StoreStanding(
        "'\(store)' is unchanged", next: reasons.lazy.compactMap { $0.nextCommand(store) }.first)
    case .rolledBack(let failure, let backup):
      StoreStanding(
        "'\(store)' is as it was before" + (backup.map { ", and '\($0)' is its backup" } ?? ""),
        next: failure.nextCommand(store))
    case .cancelled:
      StoreStanding(
        "'\(store)' is as it was before", next: "migrate apply \(store.shellWord)")
    case .needsAttention(_, _, let backup?):
      StoreStanding(
        "'\(store)' needs attention, and '\(backup)' is what it was before",
        next: "migrate restore \(backup.shellWord) \(store.shellWord) --replace")
    case .needsAttention(_, _, nil):
      StoreStanding(
        "'\(store)' needs attention, and there is no backup",
        next: "migrate verify \(store.shellWord)")
    }
  }
}

extension MigrationRefusal {
  fileprivate var isMissingStore: Bool {
    if case .state(.unopenable(.missing)) = self { true } else { false }
  }

  fileprivate func nextCommand(_ store: String) -> String? {
    let store = store.shellWord
    return switch self {
    case .state(let state): state.nextCommand(store)
    case .unapprovedLosses(let losses):
      "migrate apply \(store)"
        + losses.compactMap(\.change.approval).map { " --allow \($0.shellWord)" }.joined()
    case .stalePlan, .planFile: "migrate plan \(store)"
    case .locked, .busy, .notEnoughSpace, .notWritable, .backupFailed, .unexpected:
      "migrate apply \(store)"
    case .brokenReferences: "migrate repair \(store)"
    case .unmetRequirements, .script, .notPlannable: "migrate plan \(store)"
    case .strayRows: "migrate verify \(store)"
    case .noVersions, .unknownTarget, .olderTarget: "migrate status \(store)"
    }
  }
}

extension MigrationFailure {
  fileprivate func nextCommand(_ store: String) -> String {
    switch self {
    case .duplicates(let duplicates):
      "migrate verify \(store.shellWord)"
        + duplicates.map {
          " --unique \("\($0.entity):\($0.properties.joined(separator: ","))".shellWord)"
        }.joined()
    case .brokenReferences: "migrate verify \(store.shellWord)"
    case .checks, .statement, .unmetRequirements, .script, .brokenDemands, .brokenObjects,
      .rowCounts, .contents,
      .definition, .unmanagedObjects:
      "migrate plan \(store.shellWord)"
    case .diskFull, .database: "migrate apply \(store.shellWord)"
    }
  }
}

extension StoreState {
  /// The command that helps on; nil where none does.
  fileprivate func nextCommand(_ store: String) -> String? {
    switch self {
    case .unopenable(let error): error.nextCommand(store)
    case .illegible: "migrate restore BACKUP \(store) --replace"
    case .foreign, .otherSchema, .unknownVersion, .newer: nil
    case .editedVersion(let version, _): "migrate diff \(store) \(version)"
    case .drifted: "migrate verify \(store)"
    case .sound: "migrate apply \(store)"
    }
  }
}

extension StoreOpenError {
  /// The command that helps on; nil where none does.
  fileprivate func nextCommand(_ store: String) -> String? {
    switch self {
    case .missing: "migrate create \(store)"
    case .truncated, .corrupt: "migrate restore BACKUP \(store) --replace"
    case .locked, .interruptedWrite: "migrate apply \(store)"
    case .isDirectory, .isNoFile, .unreadable, .empty, .notADatabase, .readOnly, .readOnlyFolder,
      .unreadableLog, .failed:
      nil
    }
  }
}

extension String {
  /// The text as one word of a POSIX shell: quoted only where it must be.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
          || "._-/:,=+@%".utf8.contains(byte)
      }
    return isPlain
      ? self
      : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}
