internal import Diagnostics
public import SchemaModel
internal import SQLText

/// Flags names that the platform keeps for itself, and words that SQL cannot take as names.
///
/// ## Why
///
/// A property called `description` or `hash` collides with a method that every managed object has:
/// the build fails, or the app reads the wrong one. A name that begins with `Z_` looks like one of
/// Core Data's own columns.
///
/// `Order` and `group` are keywords of SQL. In SQL that is written by hand, such a name must stand
/// in double quotes. Without them the statement is a syntax error.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       description: string?
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       bookDescription: string?
/// ```
///
/// ## When it is safe
///
/// With `platform: none` only keywords of SQL are flagged. With `swiftdata` and `coredata` keywords
/// are not flagged, as the platform's columns have other names: `ZGROUP`. An attribute `isDeleted`
/// is a warning: apps have been released with such an attribute, and no harm has been reported.
///
/// A keyword of SQL is a note: `migrate` quotes every name in the SQL that it writes. SQL of your
/// own without the quotes is reported by `unusable-sql`. To correct a released name, rename it in a
/// new version with `renamedFrom`.
///
/// The fix renames a property of the newest version, as long as that version is not released. Where
/// an earlier version has the property, `renamedFrom` keeps its values. Entities have no fix. A
/// property has none where a key, an index, an initializer, SQL or a map of the migration uses the
/// name, too. Tests and the app's source keep the old name: change them by hand.
///
/// ## References
///
/// - https://www.sqlite.org/lang_keywords.html
/// - https://developer.apple.com/documentation/coredata/nsmanagedobject
public struct ReservedName: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "reserved-name"

  /// A rule without state.
  public init() {}

  /// A finding for every entity and property with such a name.
  public func findings(in document: SchemaDocument) -> [Finding] {
    namedBadly(in: document).map { named in
      let renaming = PropertyRenaming(of: named.path, in: document)
      let suggestion = renaming.flatMap { $0.isNameTaken ? nil : $0.name }
      return Finding(
        Self.id, named.message, at: .part(named.path),
        notes: [.init(.rename(named.name, to: suggestion))],
        atMost: named.heaviest)
    }
  }

  /// Another name for a property of the newest version.
  public func fix(
    of finding: Finding, in document: SchemaDocument, of chain: VersionChain
  ) -> Fix? {
    guard case .part(let path) = finding.place else { return nil }
    return PropertyRenaming(of: path, in: document)?.fix(among: chain)
  }

  /// A part with a reserved name, and the message about it.
  private typealias BadName = (
    name: String, path: SchemaPath, message: Finding.Message, isKeyword: Bool,
    heaviest: Diagnostic.Severity?
  )

  private func namedBadly(in document: SchemaDocument) -> [BadName] {
    let names = everyName(in: document)
    // Without a platform, only SQL reads the names. The columns of the platform have other names.
    return names.filter { $0.isKeyword != document.schema.hasPlatform }
  }

  private func everyName(in document: SchemaDocument) -> [BadName] {
    document.schema.entities.flatMap { entity in
      named(entity.name, "entity", at: .entity(entity.name), isProperty: false)
        + entity.attributes.flatMap {
          named(
            $0.name, "attribute", at: .property($0.name, of: entity.name, .attributes),
            isProperty: true)
        }
        + entity.relationships.flatMap {
          named(
            $0.name, "relationship", at: .property($0.name, of: entity.name, .relationships),
            isProperty: true)
        }
    }
  }

  private func named(
    _ name: String, _ kind: String, at path: SchemaPath, isProperty: Bool
  ) -> [BadName] {
    let message: Finding.Message
    var isKeyword = false
    var heaviest: Diagnostic.Severity?
    if isProperty, Self.platformNames.contains(name) {
      message = .isTaken(name, kind)
      // Apps have it, and no harm is reported.
      if name == "isDeleted" { heaviest = .warning }
    } else if name.uppercased().hasPrefix("Z_") {
      message = .looksLikeTheStores(name, kind)
    } else if SQLTokens.keywords.contains(name.uppercased()) {
      message = .isKeyword(name, kind)
      isKeyword = true
      // SQL that leaves out the quotes is a syntax error, and no harm to data.
      heaviest = .note
    } else {
      return []
    }
    return [(name, path, message, isKeyword, heaviest)]
  }

  /// The names that a managed object or a persistent model already uses.
  private static let platformNames: Set = [
    "class", "copy", "debugDescription", "description", "entity", "faultingState", "hasChanges",
    "hash", "hashValue", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
    "managedObjectContext", "modelContext", "objectID", "observationInfo", "persistentBackingData",
    "persistentModelID", "self", "superclass", "zone",
  ]
}

extension Finding.Message {
  fileprivate static func isTaken(_ name: String, _ kind: String) -> Self {
    Self("the \(kind) '\(name)' is named like something that every object of the platform has")
  }

  fileprivate static func looksLikeTheStores(_ name: String, _ kind: String) -> Self {
    Self("the \(kind) '\(name)' is named like a part of Core Data's own bookkeeping")
  }

  fileprivate static func isKeyword(_ name: String, _ kind: String) -> Self {
    Self("the \(kind) '\(name)' is named like a keyword of SQL, which has to be quoted everywhere")
  }

  fileprivate static func rename(_ name: String, to suggestion: String?) -> Self {
    let example = suggestion.map { ", such as '\($0)'" } ?? ""
    return Self(
      "choose another name\(example), with 'renamedFrom: \(name)' where a released version has "
        + "'\(name)'")
  }
}
