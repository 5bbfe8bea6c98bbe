public import SchemaModel

/// What a repair may do.
public struct RepairOptions: Hashable, Sendable {
  /// The duplicates to merge; none are merged that are not named here.
  public var merges: [DuplicateMerge] = []
  /// Whether an object stays although its owner's delete rule would have taken it along.
  ///
  /// Its link to the owner that is gone is then emptied, where it is optional.
  public var keepsOrphans = false
  /// What becomes of links that lead nowhere, for relationships whose delete rules are not to decide.
  ///
  /// An association may be named by either end.
  public var orphans: [PropertyName: OrphanTreatment] = [:]
  /// The versions of which one may describe a database that says nothing about itself.
  ///
  /// Nothing is noted in such a one: it has no history.
  public var history: SchemaHistory?
  /// The version of the tool, for the store's history.
  public var toolVersion = ""

  /// The usual options: links that lead nowhere are mended as their delete rules say.
  public init() {}
}

/// What becomes of a link that leads nowhere.
public enum OrphanTreatment: String, CaseIterable, Hashable, Sendable {
  /// The link is emptied.
  case nullify
  /// The object that holds the link goes.
  case delete
  /// It stays as it is, and is told.
  case leave
}

/// Objects that are one and the same, and which of them stays.
///
/// ```swift
/// DuplicateMerge(key: UniqueKey("BookModel:localId")!, newestBy: "dateAdded")
/// ```
///
/// The one that stays keeps its own values. It takes over the links that lead to the others, and
/// those of their to-one links that it does not have itself.
public struct DuplicateMerge: Hashable, Sendable {
  /// The properties whose values together tell that two objects are one.
  public var key: UniqueKey
  /// The attribute whose greatest value stays; of equal ones the object that is older in the store.
  public var newestBy: String
  /// An SQL condition over the entity's properties; an object that meets it stays before one that
  /// does not, however old it is.
  public var preference: String?

  /// A merge from its parts.
  public init(key: UniqueKey, newestBy: String, preference: String? = nil) {
    self.key = key
    self.newestBy = newestBy
    self.preference = preference
  }
}
