/// A reason why a store cannot be verified at all.
///
/// Problems *of* a store are not errors but ``Finding``s.
public enum VerificationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is not a store of ours: it has no catalog, and no version describes it.
  case notAStore(path: String)
  /// A key, or a name by itself, is of an entity that the model does not have.
  case unknownEntity(String, suggestion: String?)
  /// A key names a property that is not stored in the objects' rows.
  case unknownProperty(String, key: String, suggestion: String?)

  /// The error as a message.
  public var message: String {
    switch self {
    case .notAStore(let path): "'\(path)' is a database, but no store that migrate made"
    case .unknownEntity(let name, let suggestion):
      "there is no entity '\(name)'" + Self.hint(suggestion)
    case .unknownProperty(let name, let key, let suggestion):
      "there is no stored property '\(name)' for the key '\(key)'" + Self.hint(suggestion)
    }
  }

  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .notAStore: "foreign-database"
    case .unknownEntity, .unknownProperty: "unknown-name"
    }
  }

  /// The message.
  public var description: String { message }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
