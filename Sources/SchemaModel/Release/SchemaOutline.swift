/// Everything that stores and migrations depend on in a version, part by part, each in one line.
///
/// The readable twin of ``Schema/definitionDigest`` and ``MigrationDeclaration/digest``: versions
/// with equal digests have equal outlines, and where digests differ, the outline says in what.
///
/// ```swift
/// SchemaOutline(of: document)["attribute Book.title"] // string = ""
/// ```
public struct SchemaOutline: Hashable, Sendable {
  /// What is said of each part, by the part's name; empty where its name says all.
  public private(set) var parts: [String: String]

  /// An outline of these parts.
  public init(parts: [String: String] = [:]) { self.parts = parts }

  /// The outline of a version and of the migration that leads to it.
  public init(of document: SchemaDocument) {
    self.init(parts: OutlineBuilder(document).parts)
  }

  /// What is said of a part; nil where there is no such part.
  public subscript(part: String) -> String? {
    get { parts[part] }
    set { parts[part] = newValue }
  }
}

extension SchemaOutline {
  /// The parts of the model alone, without those of the migration that leads to it.
  ///
  /// What a version is carries over to the versions after it; how a store comes to it does not.
  public var model: SchemaOutline {
    SchemaOutline(parts: parts.filter { !Self.isOfMigration($0.key) })
  }

  /// Whether a part says how a store comes to the version.
  static func isOfMigration(_ part: String) -> Bool {
    ["migration", "maps"].contains(part) || part.hasPrefix("map ") || part.hasPrefix("check ")
  }
}

extension SchemaDocument {
  /// Where each part of the document's outline stands in the document, by the part's name.
  public var outlinePaths: [String: SchemaPath] { OutlineBuilder(self).paths }
}
