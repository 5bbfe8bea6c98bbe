/// The address of a part of a schema, by the keys that lead to it in a schema file.
///
/// ```swift
/// SchemaPath.property("year", of: "BookModel", .attributes)
/// // entities.BookModel.attributes.year
/// ```
public struct SchemaPath: Hashable, Sendable {
  /// The keys, the outermost first.
  ///
  /// A position in a list is its number, from 0.
  public var components: [String]

  /// A path from its keys.
  public init(_ components: [String] = []) { self.components = components }

  /// The two lists of properties that an entity has.
  public enum PropertyKind: String, Hashable, Sendable {
    /// The entity's attributes.
    case attributes
    /// The entity's relationships.
    case relationships
  }

  /// The path of an entity.
  public static func entity(_ name: String) -> Self { Self(["entities", name]) }

  /// The path of a property of an entity.
  public static func property(
    _ name: String, of entity: String, _ kind: PropertyKind
  ) -> Self {
    Self(["entities", entity, kind.rawValue, name])
  }

  /// This path with one or more keys appended.
  public func appending(_ components: String...) -> Self {
    Self(self.components + components)
  }

  /// The path of the part around this one; nil for the whole schema.
  public var parent: SchemaPath? {
    components.isEmpty ? nil : SchemaPath(Array(components.dropLast()))
  }

  /// The line that declares a value at this path, and the key below which it is written: `'year: {using: …}'
  /// under 'migration: map: Book:'`.
  ///
  /// Lines of several findings are written below one another.
  package func declaration(of value: String) -> String {
    "'\(components.last ?? ""): \(value)' under '\(components.dropLast().joined(separator: ": ")):'"
  }
}

extension SchemaPath: CustomStringConvertible {
  /// The keys, joined by dots.
  public var description: String { components.joined(separator: ".") }
}
