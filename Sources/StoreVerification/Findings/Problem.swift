public import SQLite
public import SchemaModel
public import StoreLayout

/// The kinds of problems that a store can have.
///
/// Facts only; ``Finding/diagnostic`` makes the sentence.
public enum Problem: Hashable, Sendable {
  // MARK: The file

  /// SQLite's own check found the file damaged, in SQLite's words.
  case damagedStore(detail: String)
  /// A table cannot be read to its end.
  case unreadableTable(table: String, reason: String)

  // MARK: The definition

  /// The store's catalog cannot be understood.
  case unreadableCatalog(reason: String)
  /// The model inside the store cannot be read as a schema file.
  case unreadableModel(reason: String)
  /// The model inside the store does not match the store's digest or checksum.
  case alteredModel
  /// The schema files have no such version.
  case unknownVersion(Version)
  /// The schema file of the store's version differs from the model in the store.
  case editedVersion(Version)
  /// The model in the store demands less than the version.
  ///
  /// The store is restored from a backup of an app's store, and the platform allowed objects that do not meet
  /// the version.
  case easedVersion(Version)
  /// The tables, indexes and triggers differ from the store's version.
  case drift(DefinitionDifference)
  /// Room does not open the database in its present state.
  case room(RoomRefusal)
  /// Rows of a table outside the model refer to rows that do not exist.
  case brokenForeignKey(table: String, parent: String)

  /// A foreign key of a table leads to a table that does not exist.
  case missingParentTable(table: String, parent: String)

  /// A foreign key of a table leads to columns that are not a key, so that SQLite cannot check it.
  case mismatchedKey(table: String)
  /// Rows break a constraint of their own table, as the definition writes it; without a table, values have
  /// another type than SQLite stores in their column, in SQLite's words.
  case brokenConstraint(table: String?, String)

  /// Some checks cannot be made on the rows of a table, for example because a column is missing.
  case uncheckableTable(table: String, reason: String)
  /// Some checks need a collation or a function that only the app has.
  case needsApp(table: String?, reason: String)

  // MARK: Values

  /// Rows that belong to no entity of the table.
  case unknownEntity(table: String)
  /// A required attribute has no value.
  case missingValue(PropertyName)
  /// A value that is not one of its enumeration's cases.
  case unknownCase(PropertyName)
  /// A value outside the range of its type, or in a form that the type does not have.
  case malformedValue(PropertyName, type: String)
  /// A value, or the length of a text, below the declared minimum or above the maximum.
  case outOfBounds(PropertyName, bounds: String)
  /// A text that does not match the declared pattern.
  case patternMismatch(PropertyName, pattern: String)
  /// Texts that take too long to match against the declared pattern.
  case endlessPattern(PropertyName, pattern: String)
  /// A declared pattern that is not a regular expression.
  case unusablePattern(PropertyName, reason: String)
  /// An object that breaks a declared rule.
  case brokenRule(entity: String, rule: String)
  /// A declared rule that SQLite cannot evaluate.
  case unusableRule(entity: String, rule: String, reason: String)
  /// Objects on whose values a declared rule fails, so that the result is unknown.
  case failingRule(entity: String, rule: String, reason: String)
  /// Several objects with the same values under a key.
  case duplicate(entity: String, key: [String], isDeclared: Bool)

  // MARK: Links

  /// A required to-one relationship leads to nothing.
  case missingLink(PropertyName)
  /// A link to an object that does not exist.
  case danglingLink(PropertyName, destination: String, rule: DeleteRule?)
  /// A link of a relationship without an inverse whose owner does not exist.
  case ownerlessLink(PropertyName, destination: String)
  /// A link to an object of another entity.
  case strayLink(PropertyName, destination: String)
  /// An object among ordered ones that has no position.
  case missingPosition(PropertyName)
  /// Fewer links than the declared minimum.
  case tooFewLinks(PropertyName, minimum: Int)
  /// More links than the declared maximum.
  case tooManyLinks(PropertyName, maximum: Int)

  // MARK: Files next to the store

  /// An object whose file is missing.
  case missingFile(PropertyName)
  /// An object whose file is a link, a folder, a pipe or a device.
  case irregularFile(PropertyName)
  /// A file whose content does not match its name.
  case alteredFile(PropertyName)
  /// A value that cannot be the name of a file of the store.
  case malformedFileName(PropertyName)
  /// A file that no object names.
  case strayFile(name: String)
  /// An entry that no object names and that is not a regular file.
  case strayEntry(name: String)
  /// An object whose file cannot be read.
  case unreadableFile(PropertyName)
  /// The folder of the files cannot be read.
  case unreadableFolder(reason: String)

  /// An object whose file in the app's own folder does not exist.
  case missingOwnedFile(PropertyName)
  /// A file in the app's own folder that no object names.
  case unownedFile(name: String)

  // MARK: Stores that Core Data or SwiftData wrote

  /// A fact about the platform's tables that does not hold.
  case platform(PlatformFault)
  /// A property or an entity that has no place in the store.
  case unreadableProperty(reason: String)
}

extension Problem {
  /// The property with the problem; nil for any other subject.
  package var property: PropertyName? {
    switch self {
    case .missingValue(let name), .unknownCase(let name), .malformedValue(let name, _),
      .outOfBounds(let name, _), .patternMismatch(let name, _), .unusablePattern(let name, _),
      .endlessPattern(let name, _),
      .missingLink(let name), .danglingLink(let name, _, _), .ownerlessLink(let name, _),
      .strayLink(let name, _),
      .missingPosition(let name), .tooFewLinks(let name, _), .tooManyLinks(let name, _),
      .missingFile(let name), .irregularFile(let name), .alteredFile(let name),
      .malformedFileName(let name),
      .unreadableFile(let name), .missingOwnedFile(let name):
      name
    case .platform(let fault): fault.property
    default: nil
    }
  }

  /// Whether backups and copies of an app's store leave out the rows or values, or have them under another
  /// entity.
  package var isLeftOut: Bool {
    switch self {
    case .platform(.value), .platform(.halfLink), .platform(.position),
      .platform(.foreignRow(_, isLeftOut: true)), .platform(.otherModel(isUsed: true)),
      .platform(.sharedNumber), .platform(.interchanged), .platform(.oversizedFile), .missingFile,
      .irregularFile,
      .unreadableFile:
      true
    default: false
    }
  }

  /// The rule of the problem, with its entity; nil for any other subject.
  package var rule: (entity: String, name: String)? {
    switch self {
    case .brokenRule(let entity, let rule), .unusableRule(let entity, let rule, _),
      .failingRule(let entity, let rule, _):
      (entity, rule)
    default: nil
    }
  }

  /// The stable name of the kind of problem.
  public var code: String {
    switch self {
    case .damagedStore: "damaged-store"
    case .unreadableTable: "unreadable-table"
    case .unreadableCatalog: "unreadable-catalog"
    case .unreadableModel: "unreadable-model"
    case .alteredModel: "altered-model"
    case .unknownVersion: "unknown-version"
    case .editedVersion: "edited-version"
    case .easedVersion: "eased-model"
    case .drift: "drift"
    case .room(let refusal): refusal.code
    case .brokenForeignKey: "broken-foreign-key"
    case .missingParentTable: "missing-parent-table"
    case .mismatchedKey: "mismatched-key"
    case .brokenConstraint: "broken-constraint"
    case .uncheckableTable: "uncheckable-table"
    case .needsApp: "needs-app"
    case .missingOwnedFile: "missing-owned-file"
    case .unownedFile: "unowned-file"
    case .unknownEntity: "unknown-entity"
    case .missingValue: "missing-value"
    case .unknownCase: "unknown-case"
    case .malformedValue: "malformed-value"
    case .outOfBounds: "out-of-bounds"
    case .patternMismatch: "pattern-mismatch"
    case .unusablePattern: "unusable-pattern"
    case .endlessPattern: "endless-pattern"
    case .brokenRule: "broken-rule"
    case .unusableRule: "unusable-rule"
    case .failingRule: "failing-rule"
    case .duplicate: "duplicate"
    case .missingLink: "missing-link"
    case .danglingLink, .ownerlessLink: "dangling-link"
    case .strayLink: "stray-link"
    case .missingPosition: "missing-position"
    case .tooFewLinks: "too-few-links"
    case .tooManyLinks: "too-many-links"
    case .missingFile, .irregularFile: "missing-file"
    case .alteredFile: "altered-file"
    case .malformedFileName: "malformed-file-name"
    case .strayFile, .strayEntry: "stray-file"
    case .unreadableFile: "unreadable-file"
    case .unreadableFolder: "unreadable-folder"
    case .platform(let fault): fault.code
    case .unreadableProperty: "unreadable-property"
    }
  }
}
