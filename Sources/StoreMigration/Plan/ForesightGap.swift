public import SchemaModel
public import StoreScript

/// A stage of which it could not be told what the data will do to it, or not for all objects.
public struct ForesightGap: Hashable, Sendable {
  /// Why it could not be told.
  public enum Reason: Hashable, Sendable {
    /// The tables to come cannot be asked, for what SQLite says.
    case unreadable(String)
    /// Bytes that go into files and come out again are more than somebody who only asks keeps.
    case forgottenFiles
    /// Declared steps decide what objects of these entities are like.
    case steps(of: [String])
    /// The store itself demands this of rows, and the model does not say it.
    case ownDemands([OwnDemand])
    /// These declared checks ask for what only the migration makes, such as the numbers of rows.
    case checks([String])
  }

  /// The version that the stage leads to.
  public var version: Version
  /// Why.
  public var reason: Reason
}
