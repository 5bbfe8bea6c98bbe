internal import Diagnostics
public import SchemaModel

/// The reason why a file is not a plan that was saved here.
public enum PlanFileProblem: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// It is not a plan, or only the beginning of one.
  case notAPlan(path: String, line: Int, expected: String)
  /// It has a newer format than this version reads.
  case newerFormat(path: String, version: Int)
  /// The file was edited: the digest at its end does not match its content.
  case edited(path: String, line: Int)
}

/// The part of a saved plan that no longer holds.
public enum StalePlan: Hashable, Sendable {
  /// It is for another schema.
  case schema(saved: String, found: String)
  /// The store now has another version.
  case version(saved: Version, found: Version)
  /// It leads to another version than the requested one.
  case target(saved: Version, asked: Version)
  /// The definition of a version, or the migration to it, changed in the schema files.
  case definition(Version)
  /// The store's tables, or objects that the model does not name, changed; or it is another store with other
  /// migrations.
  case store
  /// An effect differs from the saved one, each as a sentence; nil if one of the two is missing.
  case effect(saved: String?, found: String?)
  /// Another content than the actual plan was written into it, and sealed again.
  case rewritten(part: String)
  /// This version of the tool would use other steps.
  case steps(saved: String, found: String)
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
  var clause: String {
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
