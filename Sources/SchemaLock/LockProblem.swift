internal import Diagnostics
internal import SchemaModel

/// A problem of a lock, as facts.
enum LockProblem: Hashable {
  case unreadable(path: String, reason: String)
  case notALock(String)
  case newerFormat(String)
  case otherSchema(String, expected: String)
  /// Of some of the versions in the conflict, both sides have a definition, and not the same.
  case unresolvedConflict([Version], twice: [Version])
  case releasedTwice(Version)
  case missingDefinition(Version)
  case missingBase(Version, of: Version)
  case laterBase(Version, of: Version)
}

extension LockProblem {
  /// The diagnostic of the problem.
  func diagnostic(at location: SourceLocation?) -> Diagnostic {
    Diagnostic(code: code, message, at: location, notes: notes.map { .init($0) })
  }

  private var code: String {
    switch self {
    case .unreadable: "unreadable-file"
    case .notALock, .missingDefinition, .missingBase, .laterBase: "malformed-lock"
    case .newerFormat: "newer-lock"
    case .otherSchema: "other-schema"
    case .unresolvedConflict: "unresolved-conflict"
    case .releasedTwice: "duplicate-version"
    }
  }

  private var message: String {
    switch self {
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .notALock(let line): "'\(line)' is no line of a lock"
    case .newerFormat(let format):
      "the lock has the form '\(format)', and this version of migrate knows up to "
        + "\(LockFile.format)"
    case .otherSchema(let name, let expected):
      "the lock is of the model '\(name)', and the schema files here are of '\(expected)'"
    case .unresolvedConflict(let versions, _) where versions.isEmpty:
      "a merge conflict was not resolved"
    case .unresolvedConflict(let versions, _):
      "a merge conflict about \(Self.list(versions)) was not resolved"
    case .releasedTwice(let version):
      "version \(version) was released twice, and not the same"
    case .missingDefinition(let version):
      "version \(version) has no line with the digest of its definition"
    case .missingBase(let base, let version):
      "version \(version) is given as changes to \(base), of which the lock has no line"
    case .laterBase(let base, let version):
      "version \(version) is given as changes to \(base), which does not come before it"
    }
  }

  private var notes: [String] {
    switch self {
    case .unresolvedConflict(_, let twice) where !twice.isEmpty:
      [
        "both sides released \(Self.list(twice)), and not the same: keep the lines of the side that "
          + "ships first, and delete the markers",
        "the other side's becomes the next version, with a schema file of its own; then 'migrate lock' pins it",
      ]
    case .unresolvedConflict:
      [
        "keep the lines of both sides and delete the markers: each line stands for itself",
        "a line 'schema.lock merge=union' in .gitattributes has git do so",
      ]
    case .releasedTwice(let version):
      [
        "two branches took the same number: the one that ships first keeps it, and the other "
          + "becomes the next version, with a schema file of its own",
        "delete the lines of \(version) here, then 'migrate lock' pins what the schema files say",
      ]
    case .notALock, .missingDefinition, .missingBase, .laterBase:
      ["take the file back from version control; 'migrate lock' writes it, and nobody else"]
    case .newerFormat: ["use a newer version of migrate"]
    case .otherSchema, .unreadable: []
    }
  }

  private static func list(_ versions: [Version]) -> String {
    versions.map { "version \($0)" }.joined(separator: " and ")
  }
}
