public import Diagnostics
internal import Files
public import MigrationPlanner
public import SchemaModel
public import SQLite
internal import StoreVerification

/// The state of a file, by the versions of a schema: the first question about any store.
public enum StoreState: Hashable, Sendable {
  /// It cannot be opened as a database.
  case unopenable(StoreOpenError)
  /// It is a database without a catalog of 'migrate'.
  case foreign
  /// It is a store of Core Data's or SwiftData's, which the app itself migrates.
  case ofPlatform
  /// It is a database without a recorded identity, and no version describes it; the nearest version has these
  /// differences.
  case undescribed(nearest: Version, differences: [DefinitionDifference])
  /// It is a database without a recorded identity, and several versions describe it equally well.
  case ambiguous([Version])
  /// It is a store, but its recorded identity makes no sense.
  case illegible(reason: String)
  /// It holds another schema.
  case otherSchema(found: String, expected: String)

  /// Its version is newer than every known one.
  case newer(Version, newest: Version)
  /// Its version is not a known one.
  case unknownVersion(Version, known: [Version])
  /// The schema file of its version has changed since the store was made.
  ///
  /// The changes lead from the store's model to the file's; nil if a rename keeps them from being computed.
  case editedVersion(Version, changes: [SchemaChange]?)
  /// Its tables differ from its version's definition.
  case drifted(Version, differences: [DefinitionDifference])

  /// Its tables match its version, which is known.
  case sound(Version)
}

extension StoreState {
  /// The version of the store, if known.
  public var version: Version? {
    switch self {
    case .unopenable, .foreign, .ofPlatform, .undescribed, .ambiguous, .illegible, .otherSchema:
      nil
    case .newer(let version, _), .unknownVersion(let version, _), .editedVersion(let version, _),
      .drifted(let version, _), .sound(let version):
      version
    }
  }
}

extension DatabaseDefinition {
  /// The state of a database without a recorded identity that matches no version.
  package var undescribedState: StoreState {
    isOfPlatform ? .ofPlatform : .foreign
  }
}

extension StoreInspection {
  /// The problems of the store, and remarks on it.
  ///
  /// Empty for a sound store without remarks.
  public var diagnostics: [Diagnostic] {
    [state.diagnostic(of: path)].compactMap(\.self)
      + roomRefusals.map { Finding(.room($0)).diagnostic(of: path) }
      + remarks.map { Diagnostic(code: "remark", severity: .note, $0) }
  }
}

extension StoreState {
  /// The problem of the store at a path; nil for a sound store.
  public func diagnostic(of path: String) -> Diagnostic? {
    guard self != .sound(version ?? Version(0)) else { return nil }
    return Diagnostic(code: code, message(path), notes: notes(path).map { .init($0) })
  }

  /// The stable name of the state, in kebab case.
  public var code: String {
    switch self {
    case .unopenable(let error): error.code
    case .illegible: "illegible-catalog"
    case .foreign: "foreign-database"
    case .ofPlatform: "platform-store"
    case .undescribed: "undescribed-database"
    case .ambiguous: "ambiguous-version"
    case .otherSchema: "other-schema"
    case .newer: "newer-store"
    case .unknownVersion: "unknown-version"
    case .editedVersion: "edited-version"
    case .drifted: "drift"
    case .sound: "sound"
    }
  }

  private func message(_ path: String) -> String {
    switch self {
    case .unopenable(let error): error.message
    case .illegible(let reason): "what '\(path)' says about itself makes no sense: \(reason)"
    case .foreign: "'\(path)' is a database that 'migrate' did not make"
    case .ofPlatform:
      "'\(path)' was written by Core Data or SwiftData, and only the app writes to it"
    case .undescribed(let nearest, let differences):
      "'\(path)' is a database that no version describes; \(nearest) comes nearest, with "
        + (differences.count == 1 ? "1 difference" : "\(differences.count) differences")
    case .ambiguous(let versions):
      "'\(path)' is a database that several versions describe alike: "
        + versions.map { "\($0)" }.joined(separator: ", ")
    case .otherSchema(let found, let expected):
      "'\(path)' holds the schema '\(found)', not '\(expected)'"
    case .newer(let version, let newest):
      "'\(path)' is version \(version), newer than \(newest), the newest version known here"
    case .unknownVersion(let version, let known):
      "'\(path)' is version \(version), which is not among the versions known here: "
        + known.map { "\($0)" }.joined(separator: ", ")
    case .editedVersion(let version, _):
      "the schema file of version \(version) is not the one that '\(path)' was made with"
    case .drifted(let version, let differences):
      "'\(path)' is not what version \(version) says: "
        + (differences.count == 1 ? "1 difference" : "\(differences.count) differences")
    case .sound(let version): "'\(path)' is version \(version)"
    }
  }

  private func notes(_ path: String) -> [String] {
    switch self {
    case .unopenable(let error): error.notes
    case .ofPlatform:
      [
        "'migrate rehearse' says what the platform does in the migration to the newest version, and what becomes "
          + "of the data",
        "'migrate repair' and 'migrate prune' list what they find, and 'migrate repair --format swift' "
          + "writes a repair as source for the app",
      ]
    case .foreign: ["'migrate create' makes a store, and 'migrate restore' one from a backup"]
    case .newer: ["update the schema files, or the app that brings them"]
    case .editedVersion(_, let changes):
      (changes ?? []).map { "changed since: \($0.summary)" }
        + ["put the released version back, and make the change in a new one"]
        + (changes.map(Self.areLeftOutOfBackups) == true
          ? [
            "a store that was restored of an app's backup lacks such demands where objects do not meet "
              + "them: repair the app's store, and back it up again"
          ] : [])
    case .drifted(_, let differences):
      differences.map(\.message)
        + [
          "undo what was done to the store by hand, or restore the last backup: migrate restore BACKUP "
            + "\(path.shellWord) --replace"
        ]
    case .undescribed(_, let differences):
      differences.prefix(Self.fewDifferences).map(\.message)
        + (differences.count > Self.fewDifferences
          ? ["and \(differences.count - Self.fewDifferences) more: is it the right file?"] : [])
        + ["'migrate import' describes it as it is"]
    case .ambiguous: ["say which one it is with '--from VERSION'"]
    case .illegible, .otherSchema, .unknownVersion, .sound: []
    }
  }
}

extension StoreState {
  /// The number of differences that are listed of a database that no version describes.
  private static let fewDifferences = 5

  /// Whether a store without these changes may come from the backup of an app's store.
  private static func areLeftOutOfBackups(_ changes: [SchemaChange]) -> Bool {
    !changes.isEmpty && changes.allSatisfy(\.isDemand)
  }
}

extension StoreOpenError {
  fileprivate var notes: [String] {
    switch self {
    case .interruptedWrite:
      [
        "'migrate repair --apply' rolls the write back, and so does 'migrate apply'; in a database "
          + "that 'migrate' did not make, its app does, or SQLite's shell: "
          + "sqlite3 FILE 'PRAGMA schema_version'"
      ]
    case .ofPlatform(let path, isInterrupted: true):
      [
        "its journal has to be played back first: the app does that when it opens the store; of a copy, "
          + "SQLite's shell does: cp \(path.shellWord) copy.store; cp \((path + "-journal").shellWord) "
          + "copy.store-journal; sqlite3 copy.store 'PRAGMA schema_version'"
      ]
    case .missingLog(let path, _):
      [
        "copy '\(path)-wal' next to it; if it no longer exists, this shows the store without the last "
          + "writes: rm \((path + "-shm").shellWord)"
      ]
    case .cutLog(let path, _):
      [
        "copy all of '\(path)-wal' next to it; if it no longer exists, this shows the store without the "
          + "last writes: rm \((path + "-shm").shellWord)"
      ]
    case .truncated(let path, _, _), .corrupt(let path, _):
      ["restore the last backup: migrate restore BACKUP \(path.shellWord) --replace"]
    case .notADatabase(let path): [Self.kind(ofFileNamed: path)]
    case .missing, .onlyLeftover, .isDirectory, .isNoFile, .unreadable, .empty, .locked,
      .readOnly, .readOnlyFolder, .unreadableLog, .irregularLog, .ofPlatform, .ofBackup,
      .indistinctNames, .failed:
      []
    }
  }
  /// The kind of a file that is not a database, by the ending of its name.
  private static func kind(ofFileNamed path: String) -> String {
    if path.hasSuffix(".backup.json") || path.hasSuffix(".backup.json.gz") {
      return "a backup becomes a store again with: migrate restore \(path.shellWord) STORE"
    }
    return switch path.split(separator: ".").last {
    case "yaml", "yml", "swift":
      "schema files and Swift source are checked by: migrate lint \(path.shellWord)"
    default:
      "a store begins with 'SQLite format 3': this file is encrypted, is of another kind, or has lost its "
        + "beginning; in the last case restore the last backup: migrate restore BACKUP \(path.shellWord) "
        + "--replace"
    }
  }
}
