internal import Diagnostics
internal import Files
internal import SchemaModel

/// A problem of a schema file that is valid YAML, as facts.
///
/// Problems of the model that the file describes are not among them: the check of the model reports those.
enum FileProblem: Hashable {
  // Keys and values
  case notASchemaFile(String)
  /// The kind is for a part outside of the list that it belongs in.
  case unknownKey(String, subject: String, allowed: [String], kind: PartKind? = nil)
  /// A list of an entity's parts that is indented as an entity.
  case misplacedList(String, owner: String)
  case missingKey(String, subject: String)
  case wrongValue(key: String, expected: String, found: String)
  case unknownWord(String, key: String, allowed: [String])
  case invalidVersion(String)

  // Attributes
  case malformedType(String, because: String)
  case defaultGivenTwice(attribute: String)
  case unreadableLiteral(String, type: String, because: String)
  case contradictoryOptional(attribute: String)

  // Relationships
  case noDestination(relationship: String)
  case twoDestinations(relationship: String)

  // Lists
  case duplicateRule(String, first: SourceLocation)
  case listNotNested(key: String, example: String)
  case undecidedRawValue(String)
  case namesWithoutRawValue(enumeration: String)

  // Versions that extend others
  case extendsInText
  case extendsItself([String])
  case otherSchema(String, base: String, baseName: String)
  case baseNotEarlier(base: String, baseVersion: String, version: String)
  case removedWithoutBase
  case unknownRemoval(kind: String, name: String, candidates: [String])
  case malformedRemoval(String, kind: String, example: String)
  case removedFromList(property: String, entity: String, key: String, list: [String])

  // Migrations
  case unknownMappedEntity(String, candidates: [String])
  case unknownMappedProperty(String, entity: String, candidates: [String])
  case unknownCountedEntity(String, candidates: [String])

  // Files and folders
  case missingFile(String, candidates: [String])
  case notAFile(String)
  case unreadableFile(String)
  case missingFolder(String, candidates: [String])
  case fileForFolder(String)
  case unreadableFolder(String, because: String)
  case noSchemaFiles(String)
  /// The folder has a lock, but no schema files.
  case deletedSchemaFiles(String)
  case unseenModel(String, below: String)
  case illegibleName(String)
  case sameVersion(String, other: SourceLocation, free: String)
  case versionOrder(String, Version, after: String, Version, free: Version)
  case otherName(String, expected: String, other: SourceLocation)
  case missingVersionFile(String, before: String, after: String)
  case skippedVersion(String, base: String, version: String)
  case foreignBase(String)
  /// The file that a version extends does not have the name of a schema file.
  case baseWithoutEnding(String)
  /// The file at a path is of something else.
  case noSchemaKey(String)
}

/// A kind of part, by the key of the list that it belongs in.
enum PartKind: String {
  case attribute = "attributes"
  case relationship = "relationships"
  case entity = "entities"

  /// The kind with its article.
  var phrase: String { self == .relationship ? "a relationship" : "an \(self)" }
}

extension FileProblem {
  /// The diagnostic of the problem.
  func diagnostic(at location: SourceLocation?) -> Diagnostic {
    Diagnostic(code: code, message, at: location, notes: notes)
  }

  /// Whether the problem means that a part could not be read.
  ///
  /// An unknown key hides a part only if it may be a misspelt list: ``Fields`` decides this.
  var hidesParts: Bool {
    switch self {
    case .unknownKey, .unreadableLiteral, .defaultGivenTwice, .unknownWord, .contradictoryOptional,
      .duplicateRule, .removedFromList, .unknownMappedEntity, .unknownMappedProperty,
      .unknownCountedEntity, .baseNotEarlier:
      false
    case .notASchemaFile, .misplacedList, .missingKey, .wrongValue, .invalidVersion, .malformedType,
      .noDestination, .twoDestinations, .listNotNested, .undecidedRawValue, .namesWithoutRawValue,
      .extendsInText, .extendsItself, .otherSchema, .removedWithoutBase, .unknownRemoval,
      .malformedRemoval, .missingFile, .notAFile, .unreadableFile, .missingFolder, .fileForFolder,
      .unreadableFolder, .noSchemaFiles, .deletedSchemaFiles, .unseenModel, .illegibleName,
      .sameVersion, .versionOrder, .otherName,
      .missingVersionFile, .skippedVersion, .foreignBase, .baseWithoutEnding,
      .noSchemaKey:
      true
    }
  }

  /// The stable name of the kind of problem.
  var code: String {
    switch self {
    case .notASchemaFile: "wrong-value"
    case .unknownKey, .misplacedList: "unknown-key"
    case .missingKey, .noSchemaKey: "missing-key"
    case .wrongValue, .listNotNested, .undecidedRawValue, .namesWithoutRawValue: "wrong-value"
    case .duplicateRule: "duplicate-key"
    case .unknownWord: "unknown-word"
    case .invalidVersion: "invalid-version"
    case .malformedType, .contradictoryOptional: "malformed-type"
    case .defaultGivenTwice, .unreadableLiteral: "invalid-literal"
    case .noDestination, .twoDestinations: "invalid-relationship"
    case .extendsInText, .extendsItself, .otherSchema, .baseNotEarlier, .skippedVersion,
      .foreignBase, .baseWithoutEnding:
      "invalid-extends"
    case .removedWithoutBase, .unknownRemoval, .malformedRemoval, .removedFromList:
      "invalid-removal"
    case .unknownMappedEntity, .unknownMappedProperty, .unknownCountedEntity: "unknown-mapping"
    case .missingFile, .deletedSchemaFiles: "missing-file"
    case .notAFile, .unreadableFile: "unreadable-file"
    case .missingFolder: "missing-folder"
    case .fileForFolder, .unreadableFolder: "unreadable-folder"
    case .noSchemaFiles: "no-schema-files"
    case .unseenModel: "unseen-model"
    case .illegibleName: "not-utf8"
    case .sameVersion: "duplicate-version"
    case .versionOrder: "version-order"
    case .otherName: "other-schema"
    case .missingVersionFile: "missing-version-file"
    }
  }

  /// Examples of mappings that are often written as lists.
  private static let mappings = [
    "attributes": "name: string", "entities": "Book: {attributes: {title: string}}",
    "relationships": "author: {toOne: Author?}",
    "removed": "attributes: [Book.title]", "rules": "drop-attribute: warning",
    "oldest-supported": "Library: 2.0.0", "ignore": "Schemas/Old: missing-inverse -- reason",
  ]

  /// The names in Swift and Core Data for keys.
  private static let foreignKeys = [
    "deleteRule": "delete", "originalName": "renamedFrom", "renamingIdentifier": "renamedFrom",
    "renamed": "renamedFrom",
    "type": "kind", "stage": "kind", "destination": "toOne", "entity": "toOne",
    "isOptional": "optional", "nullable": "optional", "defaultValue": "default",
    "versionIdentifier": "version", "name": "schema", "model": "schema", "models": "entities",
    "tables": "entities", "properties": "attributes", "columns": "attributes",
    "deleted": "removed", "drop": "removed", "constraints": "unique", "index": "indexes",
  ]

  /// The keys whose values are SQL.
  private static let keysOfSQL: Set = ["using", "keep", "where", "expect", "sql", "check"]

  /// A note on how to restore a deleted file or folder.
  static func takeBack(_ path: String) -> Diagnostic.Note {
    .init("if it was deleted, take it back: git checkout HEAD -- \(path.shellWord)")
  }

  private var notes: [Diagnostic.Note] {
    switch self {
    case .unknownKey(let key, _, let allowed, _)
    where key.closesMoreThanItOpens && !Self.keysOfSQL.isDisjoint(with: allowed):
      [
        .init(
          "in braces a comma ends a value: put one that has commas in quotes, as "
            + "{using: \"coalesce(a, b)\"}")
      ]
    case .unknownKey(let key, _, let allowed, _) where allowed.contains { key.hasPrefix("\($0):") }:
      [.init("put a space after the colon: \(key.split(separator: ":").joined(separator: ": "))")]
    case .unknownKey(let key, _, let allowed, _)
    where Self.foreignKeys[key].map(allowed.contains) ?? false:
      [.init("here it is '\(Self.foreignKeys[key] ?? "")'")]
    case .unknownKey(let key, _, let allowed, _) where nearest(to: key, among: allowed) != nil: []
    case .unknownKey(let key, _, _, let kind?):
      [
        .init(
          "'\(key.abbreviated)' looks like \(kind.phrase): indent it under '\(kind.rawValue):'")
      ]
    case .unknownKey(_, let subject, let allowed, nil):
      [.init("\(subject) may have \(allowed.quotedList)")]
    case .misplacedList(_, let owner):
      [.init("indent it, and the lines below it, under '\(owner):'")]
    case .duplicateRule(_, let first): [.init("it is given first here", at: first)]
    case .sameVersion(_, let other, let free):
      [
        .init("the other file of that version is here", at: other),
        .init("write 'version: \(free)', which is free, in the newer of the two"),
      ]
    case .versionOrder(_, _, _, _, let free):
      [
        .init(
          "write 'version: \(free)', which is free, or give the files the order of their versions")
      ]
    case .wrongValue("sources", _, "a list"):
      [.init("name the folder above them, or '.' for all of the project: 'sources: .'")]
    case .missingVersionFile(let missing, _, let after):
      [
        .init(
          "put '\(missing)' back, or give '\(after)' the name '\(missing)' if there never was one")
      ]
    case .wrongValue("the file", _, _):
      [.init("write a key and its value on each line, as in 'sources: Sources'")]
    case .baseWithoutEnding(let base): [.init("write 'extends: \(base).yaml'")]
    case .wrongValue(let key, "a mapping", _):
      Self.mappings[key].map { [.init("as in '\(key): {\($0)}'")] } ?? []
    case .missingKey("version", _):
      [.init("write 'version: 1.0.0', or a higher number than the previous version has")]
    case .missingKey("schema", _), .noSchemaKey:
      [.init("write 'schema: NAME', the same name in all versions of the model")]
    case .deletedSchemaFiles(let folder):
      [Self.takeBack(folder), .init("or delete the folder, if no store of the model is left")]
    case .missingFolder, .noSchemaFiles:
      [
        .init("name the folder of the schema files with '--schemas', or in migrate.yml"),
        .init(
          "'migrate init NAME' begins a model, and 'migrate import SOURCE' describes an existing one"
        ),
      ]
    case .unreadableFile(let path) where FileSystem.isLoop(path),
      .unreadableFolder(let path, _) where FileSystem.isLoop(path):
      [.init("let one of the links lead to a file or folder")]
    case .unreadableFile(let path): [.init("permit it: chmod +r \(path.shellWord)")]
    case .unreadableFolder(let path, _):
      [.init("permit it, and the folders above: chmod +rx \(path.shellWord)")]
    case .malformedType(let text, _):
      ForeignTypeName(text).map { [Diagnostic.Note($0.advice)] } ?? []
    case .otherName(_, _, let other): [.init("the schema is named so here", at: other)]
    case .unseenModel(let folder, let root):
      [
        .init(
          "move '\(folder)' directly into '\(root)', or its files to the other files of their model, or all "
            + "of it out of '\(root)' if it is not to be looked at")
      ]
    case .removedFromList(let property, let entity, "initializer", let list):
      [
        .init(
          "write under 'entities': {\(entity): {initializer: ["
            + list.filter { !property.hasSuffix(".\($0)") }.joined(separator: ", ") + "]}}")
      ]
    case .removedFromList(_, let entity, let key, let list):
      [.init("remove it too: {\(key): {\(entity): [\(list.bracketed)]}} under 'removed'")]
    case .notASchemaFile, .missingKey, .wrongValue, .unknownWord, .invalidVersion,
      .defaultGivenTwice, .unreadableLiteral, .contradictoryOptional, .noDestination,
      .twoDestinations, .listNotNested, .undecidedRawValue, .namesWithoutRawValue, .extendsInText,
      .extendsItself, .otherSchema, .baseNotEarlier, .removedWithoutBase, .unknownRemoval,
      .malformedRemoval, .unknownMappedEntity, .unknownMappedProperty, .unknownCountedEntity,
      .missingFile, .fileForFolder, .notAFile, .illegibleName,
      .skippedVersion, .foreignBase:
      []
    }
  }
}

extension String {
  /// Whether the text has more closing than opening parentheses, as the rest of a broken expression has.
  fileprivate var closesMoreThanItOpens: Bool {
    count(where: { $0 == ")" }) > count(where: { $0 == "(" })
  }
}
