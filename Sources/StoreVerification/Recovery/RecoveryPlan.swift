package import SQLite

/// What a recovery would put back into a store.
package struct RecoveryPlan: Hashable, Sendable {
  /// Objects of one entity that the backup has and the store lacks.
  package struct Missing: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// How many objects.
    package var count: Int64
    /// How many of them get a new `_id`, because another object has theirs by now.
    package var renumbered: Int64
  }

  /// Links of one relationship.
  package struct LinkCount: Hashable, Sendable {
    /// The relationship.
    package var name: PropertyName
    /// How many links.
    package var count: Int64
  }

  /// Objects of one entity that cannot come back for one reason.
  package struct LeftBehind: Hashable, Sendable {
    /// What keeps an object from coming back.
    package enum Reason: Hashable, Sendable {
      /// The store has another with the same values in these columns, which are unique.
      case taken(columns: [String])
      /// A link that it must have leads to what does not come back, or led nowhere already.
      case unlinked(PropertyName)
      /// Another object has what tells it apart by now, and no key tells it apart otherwise.
      case number
      /// Another object has its key by now, and in a table that was there first it gets no other.
      case key
      /// What it refers to with these columns is another object of this table by now.
      case strange(columns: [String], table: String)
      /// Nothing tells it apart, as where its key has no value, and the store has one that differs in links
      /// alone.
      case nameless
      /// SQLite or a trigger refuses it, in these words.
      case refused(String)
      /// It, or another object, would not be as the model asks.
      case breaks(Problem)
    }

    /// The entity.
    package var entity: String
    /// How many objects.
    package var count: Int64
    /// Why they stay behind.
    package var reason: Reason
    /// What tells the first of them apart in the backup, ascending.
    package var examples: [SQLValue]
    /// Whether that is a text of the values of several columns, as SQL writes them.
    package var haveKeysOfSeveralColumns = false
  }

  /// Links of one relationship that cannot be had for one reason, whatever is wanted.
  package struct KeptLinks: Hashable, Sendable {
    /// What keeps an object from having its link.
    package enum Reason: Hashable, Sendable {
      /// Another object has the place that only one can have.
      case taken
      /// What it leads to does not come back.
      case leftBehind
      /// SQLite or a trigger refuses it, in these words.
      case refused(String)
      /// An object would not be as the model asks.
      case breaks(Problem)
    }

    /// The relationship.
    package var name: PropertyName
    /// How many links.
    package var count: Int64
    /// Why they cannot be had.
    package var reason: Reason
    /// What tells the first of the objects apart that lack them, ascending; none of a many-to-many
    /// whose objects stay behind.
    package var examples: [SQLValue]
    /// Whether that is a text of the values of several columns, as SQL writes them.
    package var haveKeysOfSeveralColumns = false
  }

  /// Objects of one entity that are there in both and not the same; they stay as they are.
  package struct Difference: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// How many objects.
    package var count: Int64
    /// The columns in which any of them differ, in the order of the table.
    package var columns: [String]
    /// What tells the first of them apart, ascending.
    package var examples: [SQLValue]
    /// Whether that is a text of the values of several columns, as SQL writes them.
    package var haveKeysOfSeveralColumns = false
    /// Whether nothing but `_id` says that they are the same.
    package var areSameByNumberAlone: Bool
  }

  /// The missing objects, sorted by entity.
  package var missing: [Missing] = []
  /// How many links of many-to-many relationships come back with them.
  package var links: Int64 = 0
  /// Such links that the backup has between objects that are both there and not linked, sorted by
  /// name.
  package var absentLinks: [LinkCount] = []
  /// How many links of missing objects led nowhere in the backup already, and do not come back.
  package var lostLinks: Int64 = 0
  /// The links of objects that are there which are empty, and lead to an object in the backup that
  /// is there or comes back, sorted by name.
  package var emptiedLinks: [LinkCount] = []
  /// Links of ordered relationships that have lost their positions, and can have those of the backup
  /// again, sorted by name.
  package var emptiedOrders: [LinkCount] = []
  /// Other links that are there and not in the order of the backup, sorted by name; they stay as
  /// they are.
  package var differingOrders: [LinkCount] = []
  /// Whether what is empty is filled, and links that are absent are put back.
  package var relinks = false
  /// The missing objects that cannot come back, sorted by entity.
  package var leftBehind: [LeftBehind] = []
  /// The links that cannot be had, sorted by name.
  package var keptLinks: [KeptLinks] = []
  /// The files beside the store that are gone or damaged and that the backup has, sorted.
  package var files: [String] = []
  /// How many bytes these have.
  package var fileBytes: Int64 = 0
  /// The files of objects, there or coming back, that neither the store nor the backup has whole,
  /// sorted.
  package var filesLost: [String] = []
  /// What differs, sorted by entity.
  package var differences: [Difference] = []

  /// How many links of objects that are there come back where that is wanted.
  package var fillableLinks: Int64 { (emptiedLinks + absentLinks).reduce(0) { $0 + $1.count } }

  /// Whether links of objects that are there, or their positions, come back where that is wanted.
  package var isRelinkable: Bool { fillableLinks > 0 || !emptiedOrders.isEmpty }

  /// Whether there is nothing to put back.
  package var isEmpty: Bool {
    missing.isEmpty && files.isEmpty && !(relinks && isRelinkable)
  }

  /// Whether objects or links are there that are not as in the backup, and stay so.
  package var hasDifferences: Bool {
    !differences.isEmpty || !differingOrders.isEmpty || !(relinks || emptiedOrders.isEmpty)
  }

  /// How many objects of the backup the store lacks afterwards.
  package var lackingObjects: Int64 { leftBehind.reduce(0) { $0 + $1.count } }

  /// How many links of the backup it lacks afterwards.
  package var lackingLinks: Int64 {
    keptLinks.reduce(relinks ? 0 : fillableLinks) { $0 + $1.count }
  }
}

extension RecoveryPlan {
  /// Counts rows of a table that come back as they were, with those of its first entity.
  mutating func add(_ count: Int64, to entities: [String]) {
    guard count > 0, let entity = entities.first else { return }
    if let index = missing.firstIndex(where: { $0.entity == entity }) {
      missing[index].count += count
    } else {
      missing.append(.init(entity: entity, count: count, renumbered: 0))
    }
  }

  /// Leaves out what is not there at all, and puts the rest into order.
  mutating func sort() {
    for list in [\Self.absentLinks, \.emptiedLinks, \.emptiedOrders, \.differingOrders] {
      self[keyPath: list].removeAll { $0.count == 0 }
      self[keyPath: list].sort { $0.name < $1.name }
    }
    missing.sort { $0.entity < $1.entity }
    leftBehind.sort { $0.entity < $1.entity }
    keptLinks.sort { $0.name < $1.name }
    differences.sort { $0.entity < $1.entity }
  }
}

/// What a recovery did.
package struct RecoveryOutcome: Hashable, Sendable {
  /// What was put back.
  package var plan: RecoveryPlan
  /// Where the backup of the store as it was is; nil where there was nothing to do.
  package var backup: String?

  /// Whether anything was put back: what there was to do may all be refused.
  package var hasChangedStore: Bool { backup != nil && !plan.isEmpty }
}
