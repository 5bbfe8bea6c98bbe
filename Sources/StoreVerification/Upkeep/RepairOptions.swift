public import SchemaModel

/// The settings of a repair.
public struct RepairOptions: Hashable, Sendable {
  /// The duplicates to merge; other duplicates are not merged.
  public var merges: [DuplicateMerge] = []
  /// Whether an object whose owner does not exist is deleted, if the owner's delete rule would have deleted
  /// it.
  ///
  /// Otherwise the object stays, and its link is emptied if it is optional.
  public var deletesOrphans = false
  /// The treatment of dangling links, for relationships whose delete rules are not to decide.
  ///
  /// An association may be named by either end.
  public var orphans: [PropertyName: OrphanTreatment] = [:]
  /// The folder of the files that objects own; nil to skip them.
  ///
  /// Missing files and files that no object names any more are reported. No file is moved.
  public var ownedFiles: OwnedFiles?
  /// The versions, one of which may describe a database without a catalog.
  ///
  /// Such a database has no history, so nothing is recorded in it.
  public var history: SchemaHistory?
  /// The version of the tool, for the store's history.
  public var toolVersion = ""

  /// The default options: dangling links are emptied if they are optional.
  public init() {}
}

/// The treatment of a dangling link.
public enum OrphanTreatment: String, CaseIterable, Hashable, Sendable {
  /// The link is emptied.
  case nullify
  /// The object that holds the link is deleted.
  case delete
  /// The link stays as it is, and is reported.
  case leave
}

/// Duplicates of an object, and the choice of the one that stays.
///
/// ```swift
/// DuplicateMerge(key: UniqueKey("BookModel:localId")!, keep: [.newest("dateAdded")])
/// ```
///
/// The object that stays keeps its own values. It takes over the links that lead to the others, and those
/// to-one links of the others that it does not have itself.
public struct DuplicateMerge: Hashable, Sendable {
  /// The properties whose combined values identify duplicates.
  public var key: UniqueKey
  /// The criteria for the object that stays, the most important first.
  ///
  /// If objects are equal in all of them, `first` decides, the object that is older in the store.
  public var choices: [Deduplication.Choice]

  /// A merge from its parts.
  public init(key: UniqueKey, keep choices: [Deduplication.Choice] = []) {
    self.key = key
    self.choices = choices
  }
}
