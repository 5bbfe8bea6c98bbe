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

  /// Whether this is another context than that one, as far as a function tells it.
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

  /// Whether it is the context that a container has for the main actor: `container.mainContext`.
  var isMain: Bool {
    if case .named(let name) = self { name.hasSuffix(".mainContext") } else { false }
  }

  /// Whether a function makes it itself.
  var isMade: Bool { if case .made = self { true } else { false } }
}

/// What a function does with contexts.
struct ContextUse: Hashable, Sendable {
  /// A call whose error is swallowed or ends the app.
  struct Attempt: Hashable, Sendable {
    /// What is called: `save`, `fetch`.
    var name: String
    /// The context, as the source has it.
    var context: String?
    /// Whether an error ends the app.
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
    /// Where.
    var position: Position
  }

  /// A link, whatever is known about its ends.
  struct Link: Hashable, Sendable {
    /// The class of the owner, where it is known.
    var owner: SourceProgram.TypeID?
    /// The relationship.
    var property: String
    /// Whether one of the objects is made in the function.
    var hasNewObject: Bool
    /// Where.
    var position: Position
  }

  /// What else a function does, which is the same of one that calls it.
  struct Effects: Hashable, Sendable {
    /// Whether it inserts, changes or deletes objects.
    var changes = false
    /// Whether it saves a context.
    var saves = false
    /// Whether it rolls a context back.
    var rollsBack = false
    /// Whether it gives a context to a function that no file declares.
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
  /// Where objects are inserted, changed or deleted.
  var changes: [Position] = []
  /// Where a context is saved, here or by a function that is called.
  var saves: [Position] = []
  /// Whether a context is rolled back.
  var isRolledBack = false
  /// Whether a context is given to a function that no file declares.
  var isHandedOn = false

  /// Links between objects whose contexts are not the same, as nobody else has them in hand.
  var ownCrossings: [Crossing] {
    crossings.filter { leaked.isDisjoint(with: $0.contexts) }
  }

  /// What callers have to know.
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
  /// How it is handed over.
  enum Way: Hashable, Sendable {
    /// It is passed to a method of an actor.
    case argument(method: String, actor: SourceProgram.TypeID)
    /// A method of an actor returns it.
    case result(method: String, actor: SourceProgram.TypeID)
    /// A closure that runs elsewhere uses it.
    case capture(String)
  }

  /// How it is handed over.
  var way: Way
  /// The class of the object.
  var model: SourceProgram.TypeID
  /// Where.
  var position: Position
}
