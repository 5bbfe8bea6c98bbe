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
