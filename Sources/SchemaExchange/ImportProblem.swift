internal import Diagnostics
internal import SQLite

/// Why a source cannot be imported: facts, and the sentence that they make.
enum ImportProblem: Hashable {
  /// There is nothing at the path.
  case missing(String)
  /// The file cannot be read.
  case unreadable(String, String)
  /// The file is larger than anything of its kind.
  case tooLarge(String, bytes: Int64)
  /// The source is of no kind that is known.
  case unknownSource(String)
  /// A package without a version in it.
  case noVersions(String)
  /// A model from before Xcode 4, whose form is Apple's own.
  case oldBinaryModel(String)
  /// A model without its contents.
  case noContents(String)
  /// The current version is none of the versions.
  case unknownCurrentVersion(String, package: String)
  /// An XML document of something else.
  case notAModel(String)
  /// An element without an attribute that it needs.
  case missingAttribute(String, element: String)
  /// A value that the attribute cannot have.
  case invalidValue(String, attribute: String, expected: String)
  /// A type that is not known.
  case unknownType(String, attribute: String)
  /// An attribute without a type that is stored.
  case untyped(attribute: String)
  /// A composite that is not said, or not declared.
  case unknownComposite(attribute: String)
  /// A to-one with a count of its own.
  case contradictoryCount(Int, relationship: String)
  /// A relationship of which it is not said where it leads.
  case noDestination(relationship: String)
  /// A database that Core Data did not write.
  case noCoreDataStore(String)
  /// A store of Core Data's without the model in it.
  case noModelCache(String)
  /// A JSON document that Room did not export.
  case noRoomSchema
  /// A part of such a document without a member that it needs.
  case missingMember(String, of: String)
  /// A member of such a document that is not what Room writes there.
  case wrongMember(String, of: String, expected: String)
  /// Two files that are the same version.
  case repeatedVersion(Int)
  /// A property list or an archive that is not what it should be.
  case malformed(String, String)
  /// A table of Core Data's that is not as Core Data writes it, and why.
  case misshapenTable(PlatformTable, of: String, String)

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
    case .misshapenTable(let table, let store, let reason):
      "the table '\(table.rawValue)' of '\(store)' is not as the platform writes it: it \(reason)"
    }
  }
}
