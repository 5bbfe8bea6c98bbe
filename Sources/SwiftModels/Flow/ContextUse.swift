/// Which context an object belongs to, as far as a function tells it.
enum ContextIdentity: Hashable, Sendable {
  /// One that the function makes itself: the number is its own.
  case made(Int)
  /// One that a type keeps in a property.
  case kept(by: SourceProgram.TypeID, String)
  /// One that was there before, by the name that the source has for it.
  case named(String)
  /// One of which nothing is known.
  case unknown

  /// True if this is another context than that one, as far as a function tells it.
  ///
  /// Two names may stand for one context; one that was just made is no other.
  func mayBeOther(than other: ContextIdentity) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): false
    // Only the code that fills a property can tell.
    case (.named, .kept): isMain
    case (.kept, .named): other.isMain
    case (.named, _): other.isMade
    case (.made, _), (.kept, .made): self != other
    case (.kept(let owner, let name), .kept(let otherOwner, let otherName)):
      owner == otherOwner && name != otherName
    }
  }

  /// True if it is the context that a container has for the main actor: `container.mainContext`.
  var isMain: Bool {
    if case .named(let name) = self { name.hasSuffix(".mainContext") } else { false }
  }

  /// True if a function makes it itself.
  var isMade: Bool { if case .made = self { true } else { false } }
}

/// The use that a function makes of contexts.
struct ContextUse: Hashable, Sendable {
  /// A call whose error is swallowed or ends the app.
  struct Attempt: Hashable, Sendable {
    /// The name of the method: `save`, `fetch`.
    var name: String
    /// The context, as the source has it.
    var context: String?
    /// True if an error ends the app.
    var isForced: Bool
    /// Where the `try` is.
    var position: Position
  }

  /// Objects of two contexts that are related.
  struct Crossing: Hashable, Sendable {
    /// The relationship that is set.
    var property: String
    /// The contexts of the owner and of the other object.
    var contexts: [ContextIdentity]
    /// The place.
    var position: Position
  }

  /// A link, whatever is known about its ends.
  struct Link: Hashable, Sendable {
    /// The class of the owner, where it is known.
    var owner: SourceProgram.TypeID?
    /// The relationship.
    var property: String
    /// True if one of the objects is made in the function.
    var hasNewObject: Bool
    /// The place.
    var position: Position
  }

  /// The effects of a function that are also those of its callers.
  struct Effects: Hashable, Sendable {
    /// True if it inserts, changes or deletes objects.
    var changes = false
    /// True if it saves a context.
    var saves = false
    /// True if it rolls a context back.
    var rollsBack = false
    /// True if it gives a context to a function that no file declares.
    var handsOn = false
  }

  /// Calls whose error is swallowed or ends the app.
  var attempts: [Attempt] = []
  /// Links between objects of different contexts.
  var crossings: [Crossing] = []
  /// Contexts that somebody else gets in hand, so that they may be known under a name.
  var leaked: Set<ContextIdentity> = []
  /// Links, in their order.
  var links: [Link] = []
  /// The classes of the objects that are deleted, by the place of the call, as far as they are known.
  var deleted: [Position: SourceProgram.TypeID] = [:]
  /// Where objects are inserted, changed or deleted.
  var changes: [Position] = []
  /// Where a context is saved, here or by a function that is called.
  var saves: [Position] = []
  /// True if a context is rolled back.
  var isRolledBack = false
  /// True if a context is given to a function that no file declares.
  var isHandedOn = false

  /// Links between objects whose contexts are not the same, as nobody else has them in hand.
  var ownCrossings: [Crossing] {
    crossings.filter { leaked.isDisjoint(with: $0.contexts) }
  }

  /// The part that callers have to know.
  var effects: Effects {
    Effects(
      changes: !changes.isEmpty, saves: !saves.isEmpty, rollsBack: isRolledBack,
      handsOn: isHandedOn)
  }

  /// Adds what a function does that is called.
  mutating func add(_ effects: Effects, at position: Position) {
    if effects.changes { changes.append(position) }
    if effects.saves { saves.append(position) }
    isRolledBack = isRolledBack || effects.rollsBack
    isHandedOn = isHandedOn || effects.handsOn
  }
}

/// A model object that one actor hands to another.
struct ActorCrossing: Hashable, Sendable {
  /// The way in which it is handed over.
  enum Way: Hashable, Sendable {
    /// It is passed to a method of an actor.
    case argument(method: String, actor: SourceProgram.TypeID)
    /// A method of an actor returns it.
    case result(method: String, actor: SourceProgram.TypeID)
    /// A closure that runs elsewhere uses it.
    case capture(String)
  }

  /// The way in which it is handed over.
  var way: Way
  /// The class of the object.
  var model: SourceProgram.TypeID
  /// The place.
  var position: Position
}
