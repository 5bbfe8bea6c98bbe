public import Diagnostics
internal import SchemaModel
public import StoreVerification

/// Values of one property that a stage cannot give to objects, with the reason.
public struct RefusedValues: Hashable, Sendable {
  /// The reason why a value is refused.
  public enum Reason: Hashable, Sendable {
    /// The value is missing, and the property is required.
    case missing
    /// The value has another storage class than the property's type, which is given.
    case wrongClass(type: String)
    /// The old value cannot be converted, with the reason in the form of a message.
    case unconvertible(String)
    /// The expression fails, with SQLite's message.
    case failing(String)
    /// The condition for the objects to carry over fails, with SQLite's message.
    case failingCondition(String)
  }

  /// The property, by its name in the new version; `where` for a condition.
  public var property: PropertyName
  /// The reason.
  public var reason: Reason
  /// The number of objects.
  public var count: Int64
  /// Some of the objects, with their refused values.
  public var samples: [SampleObject] = []
  /// The place in the schema file of the expression or the condition, or else of the property.
  public var location: SourceLocation?
  /// The entity of the previous version from whose objects additional objects are made; nil otherwise.
  public var origin: String?
  /// Whether the values come from an expression and not from a conversion of the old values.
  public var isComputed = false
  /// The expression that converts the values that fit, and leaves the others to the user; nil if no SQL
  /// condition can be suggested.
  package var guardedConversion: String?
}

extension RefusedValues {
  /// The values as a problem, at their expression or their property.
  var diagnostic: Diagnostic {
    var notes = samples.map { Diagnostic.Note(values: $0.message) }
    if !samples.isEmpty, Int64(samples.count) < count {
      notes.append(.init("and \(count - Int64(samples.count)) more"))
    }
    notes.append(.init(wayOut))
    return Diagnostic(code: code, message, at: location, notes: notes)
  }

  private var code: String {
    switch reason {
    case .missing: "missing-value"
    case .wrongClass: "malformed-value"
    case .unconvertible: "inconvertible-value"
    case .failing, .failingCondition: "failing-expression"
    }
  }

  private var message: String {
    let objects = Quantity.count(count, "object")
    let verb = count == 1 ? "gets" : "get"
    return switch reason {
    case .missing: "\(objects) \(verb) no value for '\(property)', which is required"
    case .wrongClass(let type): "\(objects) \(verb) a value for '\(property)' that is no \(type)"
    case .unconvertible(let why):
      "the value of \(objects) for '\(property)' cannot be converted: \(why)"
    case .failing(let why): "the value of \(objects) for '\(property)' cannot be computed: \(why)"
    case .failingCondition(let why):
      "the condition cannot be computed for \(objects) of '\(property.entity)': \(why)"
    }
  }

  /// The clause for a to-one that would lead to several objects.
  private static let severalLinks = "it leads to several objects"
  /// The clause for links that are lost because the chosen object is left behind.
  static let choiceLeftBehind =
    "what 'keep' chooses is left behind, and they would be without a link"

  private var wayOut: String {
    let place = SchemaPath(["migration", "map", property.entity, property.property])
    return switch reason {
    case .missing where isComputed:
      "let the expression give a value where it has none, as coalesce(…, …) does"
    case .wrongClass(let type) where isComputed:
      "let the expression give a value of the type \(type), with CAST or otherwise"
    case .failing where !isComputed:
      "correct the values in the store first: 'migrate verify' lists them"
    case .failing: "let the expression deal with such values, with CASE WHEN … THEN … END"
    case .unconvertible(Self.severalLinks):
      "correct the objects before, or say which one stays: "
        + "\(place.declaration(of: "{keep: first}"))"
    case .unconvertible(Self.choiceLeftBehind):
      "prefer those that stay, 'keep: [prefer(…), …]', with the condition of their 'where'"
    case .failingCondition: "let the condition deal with such values, with CASE WHEN … THEN … END"
    case .missing, .wrongClass, .unconvertible:
      "correct the objects before, or say what becomes of such values: "
        + place.declaration(
          of: "{using: \"\(guardedConversion ?? "CASE WHEN … THEN … END")\"}")
    }
  }
}
