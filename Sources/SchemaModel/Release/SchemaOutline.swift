/// Everything that stores and migrations depend on in a version, part by part, each in one line.
///
/// It is the readable counterpart of ``Schema/definitionDigest`` and ``MigrationDeclaration/digest``.
/// Versions with equal digests have equal outlines. If digests differ, the outline names the differences.
///
/// ```swift
/// SchemaOutline(of: document)["attribute Book.title"] // string = ""
/// ```
public struct SchemaOutline: Hashable, Sendable {
  /// The text of each part, by the part's name; empty if the name says everything.
  public private(set) var parts: [String: String]

  /// An outline of these parts.
  public init(parts: [String: String] = [:]) { self.parts = parts }

  /// The outline of a version and of the migration that leads to it.
  public init(of document: SchemaDocument) {
    self.init(parts: OutlineBuilder(document).parts)
  }

  /// The text of a part; nil if the part does not exist.
  public subscript(part: String) -> String? {
    get { parts[part] }
    set { parts[part] = newValue }
  }
}

extension SchemaOutline {
  /// The parts of the model, without the parts of the migration that leads to it.
  ///
  /// Later versions take over the parts of the model, but not the parts of the migration.
  public var model: SchemaOutline {
    SchemaOutline(parts: parts.filter { !Self.isOfMigration($0.key) })
  }

  /// Whether a part belongs to the migration that leads to the version.
  static func isOfMigration(_ part: String) -> Bool {
    ["migration", "maps"].contains(part) || part.hasPrefix("map ") || part.hasPrefix("check ")
  }
}

extension SchemaDocument {
  /// The place of each part of the outline in the document, by the part's name.
  public var outlinePaths: [String: SchemaPath] { OutlineBuilder(self).paths }
}
