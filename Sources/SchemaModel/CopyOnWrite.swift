/// Fields that copies of a value share until one of them changes.
///
/// A value of the model has a dozen fields or more, and most of them are counted references. In this box, a
/// copy costs one reference, and two copies that share it are equal without a comparison of their fields.
///
/// ```swift
/// struct Entity: Hashable, Sendable {
///   private struct Fields: Hashable, Sendable {
///     var name: String
///   }
///
///   @CopyOnWrite private var fields: Fields
///
///   var name: String {
///     get { fields.name }
///     set { fields.name = newValue }  // copies the fields first, if another entity shares them
///   }
/// }
/// ```
///
/// It is `Sendable` although the box is a class: the box is private, and is written only while a single value
/// holds it.
///
/// `Fields` has no requirements here: Swift would look through all conformances of the program for each box.
@propertyWrapper
package struct CopyOnWrite<Fields> {
  private final class Box {
    // The struct around it already excludes a read during a change.
    @exclusivity(unchecked) var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private var box: Box

  /// Creates fields that are not shared.
  package init(wrappedValue fields: Fields) { box = Box(fields) }

  /// The fields.
  package var wrappedValue: Fields {
    _read { yield box.fields }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
      yield &box.fields
    }
  }
}

extension CopyOnWrite: @unchecked Sendable where Fields: Sendable {}

extension CopyOnWrite: Equatable, Hashable where Fields: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box.fields == right.box.fields
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(box.fields) }
}

extension CopyOnWrite: CustomReflectable {
  /// The fields alone, so that a value prints as if it had no box.
  package var customMirror: Mirror { Mirror(reflecting: box.fields) }
}
