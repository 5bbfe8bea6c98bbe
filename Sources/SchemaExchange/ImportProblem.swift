internal import Diagnostics
internal import SQLite

/// A reason why a source cannot be imported, with its facts and its message.
enum ImportProblem: Hashable {
  /// The path does not exist.
  case missing(String)
  /// The file cannot be read.
  case unreadable(String, String)
  /// The file is too large for a model.
  case tooLarge(String, bytes: Int64)
  /// The source is not of a known kind.
  case unknownSource(String)
  /// A package without versions.
  case noVersions(String)
  /// A model from before Xcode 4, whose format is not public.
  case oldBinaryModel(String)
  /// A model without a file `contents`.
  case noContents(String)
  /// The current version does not exist in the package.
  case unknownCurrentVersion(String, package: String)
  /// An XML document that is not a model.
  case notAModel(String)
  /// An element without a required attribute.
  case missingAttribute(String, element: String)
  /// An invalid value of an attribute.
  case invalidValue(String, attribute: String, expected: String)
  /// An unknown type.
  case unknownType(String, attribute: String)
  /// A stored attribute without a type.
  case untyped(attribute: String)
  /// A composite that is not named or not declared.
  case unknownComposite(attribute: String)
  /// A to-one with a maximum other than 1.
  case contradictoryCount(Int, relationship: String)
  /// A relationship without a destination.
  case noDestination(relationship: String)
  /// A database that Core Data did not write.
  case noCoreDataStore(String)
  /// A Core Data store without a model cache.
  case noModelCache(String)
  /// A JSON document that Room did not export.
  case noRoomSchema
  /// A part of a Room document without a required member.
  case missingMember(String, of: String)
  /// A member of a Room document with an unexpected value.
  case wrongMember(String, of: String, expected: String)
  /// Two files with the same version.
  case repeatedVersion(Int)
  /// An invalid property list or archive.
  case malformed(String, String)
  /// A table of Core Data with an unexpected form, and the difference.
  case misshapenTable(PlatformTable, of: String, String)
  /// A Core Data store with a model cache of another version than its metadata.
  case otherModelCache(String)

  var code: String {
    switch self {
    case .missing, .unreadable, .tooLarge: "unreadable-file"
    case .unknownSource, .noCoreDataStore, .noRoomSchema: "unknown-source"
    case .noVersions, .noContents, .noModelCache, .unknownCurrentVersion: "incomplete-package"
    case .oldBinaryModel: "old-model"
    case .notAModel, .missingAttribute, .missingMember, .contradictoryCount, .noDestination:
      "invalid-model"
    case .repeatedVersion: "duplicate-version"
    case .invalidValue, .wrongMember: "invalid-value"
    case .unknownType, .untyped, .unknownComposite: "unknown-type"
    case .malformed, .misshapenTable: "malformed-file"
    case .otherModelCache: "platform-model"
    }
  }

  /// The problem with its place.
  func diagnostic(at location: SourceLocation?, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic(code: code, description, at: location, notes: notes)
  }
}

extension ImportProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let path): "there is nothing at '\(path)'"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .tooLarge(let path, let bytes): "'\(path)' has \(bytes) bytes, more than any model"
    case .unknownSource(let path): "'\(path)' is nothing that can be imported"
    case .noVersions(let path): "'\(path)' has no version of a model in it"
    case .oldBinaryModel(let path):
      "'\(path)' is a binary model from before Xcode 4: open and save it with a later one, or import a "
        + "copy of the package without it, where no store of that version is left"
    case .noContents(let path): "'\(path)' has no 'contents'"
    case .unknownCurrentVersion(let name, let package):
      "the current version is '\(name)', which '\(package)' does not have"
    case .notAModel(let element): "'<\(element)>' is not a Core Data model"
    case .missingAttribute(let name, let element): "'<\(element)>' has no '\(name)'"
    case .invalidValue(let value, let attribute, let expected):
      "'\(attribute)' is '\(value)', which is not \(expected)"
    case .unknownType(let type, let attribute):
      "'\(attribute)' is of type '\(type)', which is not known"
    case .untyped(let attribute): "'\(attribute)' has no type, which only a transient one may lack"
    case .unknownComposite(let attribute): "'\(attribute)' does not name a composite of the model"
    case .contradictoryCount(let count, let relationship):
      "'\(relationship)' leads to one object, but to \(count) at most"
    case .noDestination(let relationship): "it is not said where '\(relationship)' leads"
    case .noCoreDataStore(let name): "'\(name)' is no store of Core Data's"
    case .noModelCache(let name):
      "'\(name)' has no model in it, as stores from before 2015: import the app's .xcdatamodeld"
    case .noRoomSchema: "this is no schema that Room exported: it has no version and entities"
    case .missingMember(let name, let part): "\(part) has no '\(name)'"
    case .wrongMember(let name, let part, let expected):
      "the '\(name)' of \(part) is not \(expected)"
    case .repeatedVersion(let version):
      "another file is version \(version), too: give this one the number that it was exported with"
    case .malformed(let what, let reason): "\(what) cannot be understood: \(reason)"
    case .otherModelCache(let name):
      "the model in '\(name)' is another one than the store's: its version hashes differ from Z_METADATA"
    case .misshapenTable(let table, let store, let reason):
      "the table '\(table.rawValue)' of '\(store)' is not as the platform writes it: it \(reason)"
    }
  }
}
