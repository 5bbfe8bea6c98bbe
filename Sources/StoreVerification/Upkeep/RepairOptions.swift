public import SchemaModel

/// What a repair may do.
public struct RepairOptions: Hashable, Sendable {
  /// The duplicates to merge; none are merged that are not named here.
  public var merges: [DuplicateMerge] = []
  /// Whether an object is deleted whose owner does not exist, where the owner's delete rule would have deleted it.
  ///
  /// Otherwise it stays, and its link is emptied where it is optional.
  public var deletesOrphans = false
  /// What becomes of links that lead nowhere, for relationships whose delete rules are not to decide.
  ///
  /// An association may be named by either end.
  public var orphans: [PropertyName: OrphanTreatment] = [:]
  /// The folder of the files that objects own; nil to leave them out.
  ///
  /// Missing files are reported, and those that no object names any more. None is moved.
  public var ownedFiles: OwnedFiles?
  /// The versions of which one may describe a database that says nothing about itself.
  ///
  /// Nothing is noted in such a one: it has no history.
  public var history: SchemaHistory?
  /// The version of the tool, for the store's history.
  public var toolVersion = ""

  /// The usual options: links that lead nowhere are emptied where they may be empty.
  public init() {}
}

/// What becomes of a link that leads nowhere.
public enum OrphanTreatment: String, CaseIterable, Hashable, Sendable {
  /// The link is emptied.
  case nullify
  /// The object that holds the link goes.
  case delete
  /// It stays as it is, and is reported.
  case leave
}

/// Objects that are one and the same, and which of them stays.
///
/// ```swift
/// DuplicateMerge(key: UniqueKey("BookModel:localId")!, keep: [.newest("dateAdded")])
/// ```
///
/// The one that stays keeps its own values. It takes over the links that lead to the others, and
/// those of their to-one links that it does not have itself.
public struct DuplicateMerge: Hashable, Sendable {
  /// The properties whose values together tell that two objects are one.
  public var key: UniqueKey
  /// What decides which object stays, the most important first; what is still equal then is decided by
  /// `first`, the object that is older in the store.
  public var choices: [Deduplication.Choice]

  /// A merge from its parts.
  public init(key: UniqueKey, keep choices: [Deduplication.Choice] = []) {
    self.key = key
    self.choices = choices
  }
}
