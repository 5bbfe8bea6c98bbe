internal import Diagnostics

/// A problem with reading a model from source code: its facts, and its message.
enum ImportProblem: Hashable {
  /// A type that none of the files declares.
  case unseenType(String, property: String)
  /// A model class that no file declares, but that a relationship leads to.
  case unseenClass(String, property: String)
  /// A type that no model can store.
  case unstorableType(String, property: String)
  /// A type alias that refers to itself.
  case circularAlias(String, property: String)
  /// A property without a written type, whose value does not show its type.
  case untypedProperty(String)
  /// A type whose stored form is not known.
  case unknownStorage(String, property: String)
  /// A list in a struct whose elements contain the struct itself.
  case opaqueList(String, of: String)
  /// An inverse that is not a property of the destination.
  case unknownInverse(String, property: String)
  /// A version whose number cannot be read.
  case unreadableVersion(String)
  /// An element of a list of models or versions that is not the name of a type.
  case unreadableList(String, of: String)
  /// A listed model that no file declares.
  case unseenModel(String, version: String)
  /// Two model classes with the same name in one version.
  case sameName(String, version: String?)
  /// Versions that the plans of a model do not list.
  case unlistedVersions([String], plans: [String])
  /// A part of a model that only some builds have.
  case conditional(String, condition: String)
  /// A struct declared as a model.
  case modelIsNoClass(String)
  /// A default whose value the source does not show, with the attribute as a schema file writes it.
  case unreadDefault(property: String, written: String)
  /// A default that the platform stores as bytes of an unknown form.
  ///
  /// `isSaid` is true if the schema file states that the default exists.
  case opaqueDefault(property: String, isSaid: Bool)
  /// An argument of a property's macro whose value the source does not show.
  case unreadArgument(String, of: String)
  /// An index whose properties the source does not show.
  case unreadIndex(of: String)
  /// An argument that a property's macro does not take.
  case unknownOption(String, macro: String, property: String)
  /// A macro in a model that the platform does not have.
  case unknownMacro(String, in: String)
  /// A declared option of a property that a schema file cannot express.
  case leftOut(String, property: String)
  /// A spatial index, which a schema file cannot express.
  case spatialIndex([String], of: String)
  /// A migration stage that runs code of the app.
  case stageCode(from: String, to: String)
  /// An element in the stages of a plan that is neither a stage nor leads to stages.
  case unreadStages(of: String)

  /// A model, or a part of a model, in an inactive clause of an `#if`.
  case otherClause(String, OtherClause)

  /// The stable code of the kind of problem.
  var code: String {
    switch self {
    case .unseenType, .unseenClass, .unseenModel: "unseen-type"
    case .unstorableType, .circularAlias: "unstorable-type"
    case .untypedProperty: "untyped-property"
    case .unknownStorage, .opaqueList: "unknown-storage"
    case .unknownInverse: "unknown-inverse"
    case .unreadableVersion, .unreadableList: "unreadable-version"
    case .sameName: "duplicate-name"
    case .unlistedVersions: "left-out-version"
    case .conditional, .otherClause: "conditional-model"
    case .modelIsNoClass: "model-is-no-class"
    case .unreadDefault, .opaqueDefault: "unread-default"
    case .unreadArgument, .unreadIndex: "unread-argument"
    case .unknownOption: "unknown-argument"
    case .unknownMacro: "unknown-macro"
    case .leftOut, .spatialIndex, .stageCode, .unreadStages: "left-out"
    }
  }

  /// The severity: an error, or a warning if the model may only differ from the intended one.
  var severity: Diagnostic.Severity {
    switch self {
    case .unknownStorage, .opaqueList, .conditional, .otherClause, .unreadDefault, .opaqueDefault,
      .unknownMacro, .leftOut, .spatialIndex, .stageCode, .unreadStages, .unlistedVersions:
      .warning
    case .unseenType, .unseenClass, .unstorableType, .circularAlias, .untypedProperty,
      .unknownInverse, .unreadableVersion,
      .unreadableList, .unseenModel, .sameName, .modelIsNoClass, .unreadArgument, .unreadIndex,
      .unknownOption:
      .error
    }
  }

  /// Whether the stored form may differ from the model that was read.
  var bearsOnStorage: Bool {
    switch self {
    case .opaqueList, .unreadDefault, .opaqueDefault, .unreadIndex, .leftOut, .spatialIndex,
      .stageCode, .unreadStages, .unlistedVersions:
      false
    case .otherClause(_, let clause): clause.counted != nil
    case .unseenType, .unseenClass, .unstorableType, .circularAlias, .untypedProperty,
      .unknownStorage, .unknownInverse,
      .unreadableVersion, .unreadableList, .unseenModel, .sameName, .conditional, .modelIsNoClass,
      .unreadArgument, .unknownOption, .unknownMacro:
      true
    }
  }

  /// The message.
  var message: String {
    switch self {
    case .unseenType(let type, let property):
      "'\(property)' is \(withArticle(type)), which none of the files declares: how it is stored is not "
        + "known"
    case .unseenClass(let name, let property):
      "'\(property)' leads to '\(name)', a model that none of the files declares: what it stores is not "
        + "known"
    case .unstorableType(let type, let property):
      "'\(property)' is \(withArticle(type)), which a model cannot store"
    case .circularAlias(let alias, let property):
      "the type of '\(property)' leads to the alias '\(alias)', which stands for itself"
    case .untypedProperty(let property):
      "the type of '\(property)' is not written, and its value does not show it"
    case .unknownStorage(let what, let property):
      "'\(property)' is \(what): how that is stored is not known, and a store may have another version "
        + "hash"
    case .opaqueList(let property, let type):
      "'\(property)' is a list that leads back to '\(type)': the platform stores it as data, and so "
        + "does the schema file"
    case .unknownInverse(let inverse, let property):
      "the inverse of '\(property)' is '\(inverse)', which is no relationship of its destination"
    case .unreadableVersion(let version):
      "the version identifier of '\(version)' is not spelt out as numbers"
    case .unreadableList(let element, let owner):
      "'\(element)' in '\(owner)' is not the name of a type"
    case .unseenModel(let model, let version):
      "'\(version)' lists '\(model)', which none of the files declares as a model"
    case .sameName(let name, let version?):
      "'\(version)' has two models named '\(name)', and entities are named without what is "
        + "around them"
    case .sameName(let name, nil): "there are two models named '\(name)'"
    case .unlistedVersions(let versions, let plans):
      "the migration \(plans.count == 1 ? "plan" : "plans") \(plans.quoted) "
        + "\(plans.count == 1 ? "does" : "do") not list \(versions.quoted): "
        + "\(versions.count == 1 ? "it is" : "they are") not imported"
    case .conditional(let part, let condition):
      "'\(part)' is there only if '\(condition)': the model depends on the build"
    case .otherClause(let part, let clause):
      clause.counted.map {
        "'\(part)' stands under '\(clause.head)', which is left out: the clause '\($0)' is read"
      } ?? "'\(part)' stands under '\(clause.head)', which no release has, and is left out"
    case .modelIsNoClass(let name): "'\(name)' is no class, and only a class can be a model"
    case .unreadDefault(let property, _):
      "the default of '\(property)' is computed, and the source does not show its value: the schema "
        + "file has 'computed()' in its place"
    case .opaqueDefault(let property, let isSaid):
      "the default of '\(property)' is kept as bytes whose form is not known: "
        + (isSaid ? "the schema file has '\"\"' in its place" : "the schema file has none")
    case .unreadIndex(let entity):
      "what '#Index' is given of '\(entity)' is not spelt out, and what is stored depends on it"
    case .unreadArgument(let what, let owner):
      "\(what) of '\(owner)' is not spelt out, and what is stored depends on it"
    case .unknownOption(let option, let macro, let property):
      "'\(option)' of '\(property)' is nothing that '@\(macro)' is known to take"
    case .unknownMacro(let macro, let model):
      "'#\(macro)' in '\(model)' is not a macro of the platform: what it declares is not seen"
    case .leftOut(let what, let property):
      "'\(property)' is marked '\(what)', which a schema file does not say"
    case .spatialIndex(let names, let entity):
      "the index of '\(entity)' on \(names.map { "'\($0)'" }.joined(separator: ", ")) is an R-tree, which "
        + "a schema file does not say: it is left out"
    case .stageCode(let source, let target):
      "the stage from '\(source)' to '\(target)' runs code, which is not carried over: the schema file "
        + "says 'kind: custom', and nothing of what it does"
    case .unreadStages(let plan):
      "not all stages of '\(plan)' can be read: a schema file says of none of these how a store comes to "
        + "its version, nor that code runs in the migration"
    }
  }

  /// Hints on how to repair the problem.
  var notes: [String] {
    switch self {
    case .unseenType, .unseenClass: ["give the file that declares it too"]
    case .untypedProperty: ["write the type, as in 'var name: String'"]
    case .unreadableVersion: ["write 'Schema.Version(1, 0, 0)'"]
    case .sameName(_, nil): ["give the files of one target only"]
    case .unlistedVersions(let versions, let plans):
      [
        "if \(versions.count == 1 ? "it is a version" : "they are versions") of the same model, add "
          + "\(versions.map { "\($0).self" }.quoted) to the 'schemas' of \(plans.quoted), and import again"
      ]
    case .unreadDefault(_, let written):
      [
        "the platform has the right one; for a store of 'migrate' itself write it in the schema file: "
          + "'\(written)'"
      ]
    case .opaqueDefault(_, true):
      [
        "the platform has the right one; a store of 'migrate' itself would get no bytes where a version "
          + "adds the property"
      ]
    case .unreadArgument, .unreadIndex:
      ["write it where it stands, or as a constant that one of the files declares"]
    case .unknownOption: ["correct its name, or take it out"]
    case .unknownMacro: ["write in the schema file what the macro declares and objects store"]
    case .leftOut, .spatialIndex: ["the source goes on saying it; what is exported again does not"]
    case .unreadStages:
      [
        "spell them out as a list, or in constants that one of the files declares; or write "
          + "'migration: {kind: custom}' where code runs"
      ]
    case .stageCode: ["write what it does under 'migration:', as values, maps and checks"]
    case .unstorableType, .circularAlias, .unknownStorage, .opaqueList, .unknownInverse,
      .opaqueDefault(_, false), .unreadableList, .unseenModel,
      .sameName, .conditional, .otherClause, .modelIsNoClass:
      []
    }
  }
}

/// The problems found so far, without duplicates.
struct ImportLog {
  private var found: Set<Diagnostic> = []
  private var foundOnStorage: Set<Diagnostic> = []

  /// The problems, by place.
  var diagnostics: [Diagnostic] { found.sorted() }
  /// The problems that concern the stored form, by place.
  var problemsOnStorage: [Diagnostic] { foundOnStorage.sorted() }

  /// Adds the problems of another log.
  mutating func add(_ other: ImportLog) {
    found.formUnion(other.found)
    foundOnStorage.formUnion(other.foundOnStorage)
  }

  /// Adds a problem.
  mutating func report(
    _ problem: ImportProblem, at location: SourceLocation?, notes: [Diagnostic.Note] = []
  ) {
    let diagnostic = Diagnostic(
      code: problem.code, severity: problem.severity, problem.message, at: location,
      notes: problem.notes.map { .init($0) } + notes)
    if problem.bearsOnStorage { foundOnStorage.insert(diagnostic) }
    found.insert(diagnostic)
  }
}
