/// The context that an object belongs to, as far as a function shows it.
enum ContextIdentity: Hashable, Sendable {
  /// A context that the function makes; the number distinguishes it from the others.
  case made(Int)
  /// A context that a type keeps in a property.
  case kept(by: SourceProgram.TypeID, String)
  /// A context from outside the function, by its name in the source.
  case named(String)
  /// An unknown context.
  case unknown

  /// Whether this is another context than the given one, as far as a function shows it.
  ///
  /// Two names may stand for the same context. A context that the function makes differs from every named
  /// one.
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

  /// Whether this is the main actor's context of a container: `container.mainContext`.
  var isMain: Bool {
    if case .named(let name) = self { name.hasSuffix(".mainContext") } else { false }
  }

  /// Whether a function makes the context.
  var isMade: Bool { if case .made = self { true } else { false } }
}

/// The use of contexts in a function.
struct ContextUse: Hashable, Sendable {
  /// A call whose error is swallowed or ends the app.
  struct Attempt: Hashable, Sendable {
    /// The name of the method: `save`, `fetch`.
    var name: String
    /// The context, as the source spells it.
    var context: String?
    /// Whether an error ends the app.
    var isForced: Bool
    /// The place of the `try`.
    var position: Position
  }

  /// A relation between objects of two contexts.
  struct Crossing: Hashable, Sendable {
    /// The relationship that is set.
    var property: String
    /// The contexts of the owner and of the other object.
    var contexts: [ContextIdentity]
    /// The place.
    var position: Position
  }

  /// A link, even if nothing is known about its ends.
  struct Link: Hashable, Sendable {
    /// The class of the owner, if known.
    var owner: SourceProgram.TypeID?
    /// The relationship.
    var property: String
    /// Whether the function makes one of the objects.
    var hasNewObject: Bool
    /// The place.
    var position: Position
  }

  /// The effects of a function that its callers have too.
  struct Effects: Hashable, Sendable {
    /// Whether the function inserts, changes or deletes objects.
    var changes = false
    /// Whether the function saves a context.
    var saves = false
    /// Whether the function rolls back a context.
    var rollsBack = false
    /// Whether the function passes a context to a function that no file declares.
    var handsOn = false
  }

  /// Calls whose error is swallowed or ends the app.
  var attempts: [Attempt] = []
  /// Links between objects of different contexts.
  var crossings: [Crossing] = []
  /// Contexts that other code may hold, and may know under another name.
  var leaked: Set<ContextIdentity> = []
  /// Links, in their order.
  var links: [Link] = []
  /// The classes of the deleted objects, if known, by the place of the call.
  var deleted: [Position: SourceProgram.TypeID] = [:]
  /// The places at which objects are inserted, changed or deleted.
  var changes: [Position] = []
  /// The places at which a context is saved, here or by a called function.
  var saves: [Position] = []
  /// Whether a context is rolled back.
  var isRolledBack = false
  /// Whether a context is passed to a function that no file declares.
  var isHandedOn = false

  /// Links between objects whose contexts are known to differ, because no other code holds the contexts.
  var ownCrossings: [Crossing] {
    crossings.filter { leaked.isDisjoint(with: $0.contexts) }
  }

  /// The effects for the summary that callers use.
  var effects: Effects {
    Effects(
      changes: !changes.isEmpty, saves: !saves.isEmpty, rollsBack: isRolledBack,
      handsOn: isHandedOn)
  }

  /// Adds the effects of a called function.
  mutating func add(_ effects: Effects, at position: Position) {
    if effects.changes { changes.append(position) }
    if effects.saves { saves.append(position) }
    isRolledBack = isRolledBack || effects.rollsBack
    isHandedOn = isHandedOn || effects.handsOn
  }
}

/// A model object that one actor passes to another.
struct ActorCrossing: Hashable, Sendable {
  /// The ways of passing an object to another actor.
  enum Way: Hashable, Sendable {
    /// An argument of a method of an actor.
    case argument(method: String, actor: SourceProgram.TypeID)
    /// The result of a method of an actor.
    case result(method: String, actor: SourceProgram.TypeID)
    /// A captured name in a closure that runs on another actor.
    case capture(String)
  }

  /// The way in which the object is passed.
  var way: Way
  /// The class of the object.
  var model: SourceProgram.TypeID
  /// The place.
  var position: Position
}
