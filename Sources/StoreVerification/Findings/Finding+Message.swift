internal import SQLite
public import Diagnostics
internal import Files
internal import StoreLayout
public import SchemaModel

extension Finding {
  /// The finding in its printed form: the sentence, the rows to look at, and the way out.
  ///
  /// Its commands name the store at the path, and the folder of schema files if there is one. If a repair
  /// left the problem, no command suggests the same repair again. The model is nil for a store of ours.
  /// Otherwise it is the model of a store that only its app may write.
  public func diagnostic(
    of store: String, schemas: String? = nil, leftByRepair isLeft: Bool = false,
    ofPlatform model: Schema? = nil
  ) -> Diagnostic {
    let option = schemas.map { " --schemas \($0.shellWord)" } ?? ""
    let wayOut = (isLeft ? problem.choice : nil) ?? problem.wayOut(for: store.shellWord, option)
    let notes = [
      Self.identities(examples),
      model.map { problem.wayOutOfPlatform(ofStoreAt: store, option, $0) } ?? wayOut,
    ]
    return Diagnostic(
      code: problem.code, severity: severity, message, at: location,
      notes: notes.compactMap(\.self).map { .init($0) })
  }

  /// Objects by their identities, as a note; nil for none.
  package static func identities(_ examples: [Int64]) -> String? {
    guard let first = examples.first else { return nil }
    let list = examples.map(String.init).joined(separator: ", ")
    return examples.count == 1 ? "its _id is \(first)" : "the first _ids are \(list)"
  }

  /// The finding as a message: lower case, no full stop, names in single quotes.
  ///
  /// ```swift
  /// Finding(.missingValue(.init("Note", "text")), count: 2).message
  /// // 2 objects have no value for 'Note.text', which is required
  /// ```
  public var message: String { problem.message(count) }
}

extension Problem {
  fileprivate func message(_ count: Int64) -> String {
    switch self {
    // Values
    case .unknownEntity(let table):
      "\(rows(count)) of the table '\(table)' are of no entity that it holds"
    case .missingValue(let name):
      "\(objects(count)) \(have(count)) no value for '\(name)', which is required"
    case .unknownCase(let name):
      "\(objects(count)) \(have(count)) a value for '\(name)' that is not one of its cases"
    case .malformedValue(let name, let type):
      message(.value(name, type: type), count)
    case .outOfBounds(let name, let bounds):
      "\(objects(count)) \(have(count)) a value for '\(name)' that is not \(bounds)"
    case .patternMismatch(let name, let pattern):
      "\(objects(count)) \(have(count)) a value for '\(name)' that does not match '\(pattern)'"
    case .endlessPattern(let name, let pattern):
      "\(objects(count)) \(have(count)) a value for '\(name)' that takes too long to match against "
        + "'\(pattern)'"
    case .unusablePattern(let name, let reason):
      "the pattern of '\(name)' cannot be checked: \(reason)"
    case .brokenRule(let entity, let rule):
      "\(objects(count)) of '\(entity)' \(count == 1 ? "breaks" : "break") the rule '\(rule)'"
    case .unusableRule(let entity, let rule, let reason):
      "the rule '\(rule)' of '\(entity)' cannot be checked: \(reason)"
    case .failingRule(let entity, let rule, let reason):
      "the rule '\(rule)' of '\(entity)' cannot be evaluated for \(objects(count)): \(reason)"
    case .duplicate(let entity, let key, let isDeclared):
      "\(count) \(count == 1 ? "value" : "values") of the \(isDeclared ? "unique " : "")key "
        + "'\(key.joined(separator: ", "))' \(count == 1 ? "is" : "are") shared by several objects "
        + "of '\(entity)'"
    // Links
    case .missingLink(let name):
      "\(objects(count)) \(have(count)) nothing at '\(name)', which is required"
    case .danglingLink(let name, let destination, _):
      "\(links(count)) of '\(name)' \(lead(count)) to \(withArticle(destination)) that does not exist"
    case .ownerlessLink(let name, let destination):
      "\(objects(count)) of '\(destination)' \(count == 1 ? "is" : "are") at '\(name)' of "
        + "\(withArticle(name.entity)) that does not exist"
    case .strayLink(let name, let destination):
      "\(links(count)) of '\(name)' \(lead(count)) to an object that is no '\(destination)'"
    case .missingPosition(let name):
      "\(objects(count)) in the ordered relationship '\(name)' \(have(count)) no position"
    case .tooFewLinks(let name, let minimum):
      "\(objects(count)) \(have(count)) fewer than \(minimum) at '\(name)'"
    case .tooManyLinks(let name, let maximum):
      "\(objects(count)) \(have(count)) more than \(maximum) at '\(name)'"
    case .brokenForeignKey(let table, let parent):
      "\(rows(count)) of the table '\(table)', which is not part of the model, "
        + "\(count == 1 ? "refers" : "refer") to rows of '\(parent)' that do not exist"
    // Files
    case .missingFile(let name):
      "\(objects(count)) \(have(count)) a file for '\(name)' that is not there"
    case .irregularFile(let name):
      "\(objects(count)) \(have(count)) no file for '\(name)' but a link, a folder, a pipe or a device, which "
        + "is not read"
    case .alteredFile(let name):
      "\(objects(count)) \(have(count)) a file for '\(name)' whose content has changed"
    case .malformedFileName(let name):
      "\(objects(count)) \(have(count)) a value for '\(name)' that is no name of a file"
    case .strayFile(let name):
      count == 1
        ? "no object names the file '\(name)' next to the store"
        : "no object names \(count) files next to the store, the first of them '\(name)'"
    case .strayEntry(let name):
      count == 1
        ? "no object names '\(name)' next to the store, which is no file"
        : "no object names \(count) entries next to the store that are no files, the first of "
          + "them '\(name)'"
    case .unreadableFile(let name):
      "\(objects(count)) \(have(count)) a file for '\(name)' that cannot be read"
    case .missingOwnedFile(let name):
      "\(objects(count)) \(have(count)) a path in '\(name)' at which there is no file"
    case .unownedFile(let name):
      count == 1
        ? "no object names the file '\(name)' of the app's folder"
        : "no object names \(count) files of the app's folder, the first of them '\(name)'"
    case .unreadableFolder(let reason): "a folder of files cannot be read: \(reason)"
    // The store itself
    case .damagedStore(let detail):
      "the file is damaged: \(detail)"
        + (count > 1 ? ", and it has \(Quantity.count(count - 1, "more defect"))" : "")
    case .unreadableTable(let table, let reason):
      "the table '\(table)' cannot be read to its end: \(reason)"
    case .missingParentTable(let table, let parent):
      "a foreign key of '\(table)' leads to '\(parent)', which does not exist: with foreign keys on, "
        + "SQLite writes no row that has it"
    case .mismatchedKey(let table):
      "the table '\(table)' was checked only in part: a foreign key of it leads to columns that are neither "
        + "a primary key nor unique, and with foreign keys on, SQLite writes no row that has it"
    case .brokenConstraint(let table?, let constraint):
      "\(rows(count)) of the table '\(table)' \(count == 1 ? "breaks" : "break") its own constraint: "
        + constraint
    case .brokenConstraint(nil, let detail):
      "\(rows(count)) \(have(count)) a value that does not fit its column: \(detail)"
    case .uncheckableTable(let table, let reason):
      "the table '\(table)' cannot be checked in every respect: \(reason)"
    case .needsApp(let table, let reason):
      (table.map { "the table '\($0)'" } ?? "the file")
        + " was checked only in part, as the rest needs what only the app has: \(reason)"
    case .unreadableCatalog(let reason):
      "what the store says about itself makes no sense: \(reason)"
    case .unreadableModel(let reason): "the model in the store cannot be read: \(reason)"
    case .alteredModel:
      "the model in the store is not the one that its digest and its checksum were taken of"
    case .unknownVersion(let version):
      "the store is at version \(version), and there is no schema file of it"
    case .editedVersion(let version):
      "the schema file of version \(version) is not the model that this store of \(version) holds"
    case .easedVersion(let version):
      "the model in the store demands less than version \(version), as objects of the app's store did not "
        + "meet it"
    case .drift(let difference): "the store is not as its version says: \(difference.message)"
    case .room(let refusal): refusal.message
    // Stores of the platform
    case .unreadableProperty(let reason): reason
    case .platform(let fault): message(fault, count)
    }
  }

  private func message(_ fault: PlatformFault, _ count: Int64) -> String {
    switch fault {
    case .value(let name, let type):
      "\(objects(count)) \(have(count)) a value for '\(name)' that is no \(type)"
    case .foreignRow(let table, _):
      "\(rows(count)) of '\(table)' \(have(count)) a number in Z_ENT that no entity of the table has"
    case .interchanged(let first, let second):
      "Z_PRIMARYKEY gives '\(first)' a higher number than '\(second)', against the order of names: where "
        + "the names of entities are interchanged, objects are read as the wrong entity"
    case .sharedNumber(let table):
      "\(rows(count)) of '\(table)' \(have(count)) no number in Z_PK, or the number of another row"
    case .rowNumber(let table):
      "\(rows(count)) of '\(table)' \(have(count)) a Z_PK or Z_OPT that is missing or below 1"
    case .counter(let table):
      "Z_PRIMARYKEY counts fewer objects of '\(table)' than exist, so that the next object gets a Z_PK "
        + "that is taken"
    case .companion(let name):
      "\(links(count)) of '\(name)' \(have(count)) the number of another entity than the object has, or of "
        + "one where there is no object"
    case .unevenLinks(let name, let inverse):
      "\(links(count)) of '\(name)' \(lead(count)) to objects whose '\(inverse)' does not lead back"
    case .sharedPartner(let name, let inverse):
      "\(objects(count)) \(count == 1 ? "is" : "are") the '\(name)' of several objects, and "
        + "'\(inverse)' leads to at most one of these"
    case .doubtfulLink(let name, let destination):
      "\(links(count)) of '\(name)' \(lead(count)) to \(withArticle(destination)) that does not exist, or "
        + "whose row is left out"
    case .halfLink(let name):
      "\(links(count)) of '\(name)' \(have(count)) no number of an object at one of the ends"
    case .repeatedLink(let name):
      "\(rows(count)) of the join table \(have(count)) a link of '\(name)' that another one has too"
    case .position(let name):
      "\(objects(count)) in the ordered relationship '\(name)' \(have(count)) a position that is no "
        + "whole number"
    case .sharedPosition(let name):
      "\(objects(count)) in the ordered relationship '\(name)' \(have(count)) the position of another, "
        + "or one and no owner"
    case .marker(let name):
      "\(objects(count)) \(have(count)) data for '\(name)' that begins with neither 1 nor 2"
    case .oversizedFile(let name):
      "\(objects(count)) \(have(count)) a file for '\(name)' of more than 512 MiB, which is not read"
    case .unread(let table, let column?):
      "nothing of the model is read from the column '\(table).\(column)', in which \(rows(count)) "
        + "\(have(count)) a value"
    case .unread(let table, nil):
      "nothing of the model is read from the table '\(table)', which has \(rows(count))"
    case .foreignValue(let name):
      "\(objects(count)) of another entity \(have(count)) something in the column of '\(name)'"
    case .record(let table, let reason): "\(table) \(reason)"
    case .otherModel: "the model in Z_MODELCACHE has other version hashes than Z_METADATA"
    }
  }

  /// The options that a repair needs for a problem that it does not repair by itself.
  fileprivate var choice: String? {
    guard case .danglingLink(let name, _, _) = self else { return nil }
    return
      "'--orphans \(name)=delete' removes what holds such a link, and '\(name)=nullify' empties "
      + "the link, where it may be empty"
  }

  /// The way out for a store that only the app may write.
  fileprivate func wayOutOfPlatform(
    ofStoreAt path: String, _ option: String, _ model: Schema
  ) -> String? {
    let store = path.shellWord
    let support = "'\(FilePath.name(of: CoreDataFiles.support(ofStoreAt: path)))'"
    return switch self {
    case .danglingLink(let name, _, _):
      lostLink(
        model.relationship(named: name.property, of: name.entity)?.relationship, name, store, option
      )
    case .ownerlessLink:
      "no app can remove such a link: leave it, or put back a copy of the store from before"
    case .duplicate(let entity, let key, _):
      model.allAttributes(of: entity).first { $0.type == .date }.map {
        "merge them in the app, by the source that this writes: migrate repair \(store) --merge "
          + "'\(UniqueKey(entity: entity, properties: key))' --keep 'newest(\($0.name))' "
          + "--format swift\(option)"
      } ?? "in the app, leave one of the objects that have the same values, and delete the others"
    case .platform(.sharedPartner(let name, _)):
      "a backup keeps all of these links; in the app, leave the link of one object, and set '\(name.property)' "
        + "of the others to nil"
    case .missingValue(let name):
      "in the app, give these objects a value for '\(name.property)'; this writes the source for it: migrate "
        + "repair \(store) --format swift\(option)"
    case .malformedValue(let name, _):
      "in the app, set '\(name.property)' of these objects anew; this shows them: migrate rows \(store) "
        + "\(name.entity.shellWord)\(option)"
    case .platform(.value(let name, _)):
      "no copy or backup has these values; set them in the app, or put back a copy of the store from "
        + "before; this shows them: migrate rows \(store) \(name.entity.shellWord)\(option)"
    case .strayFile: "it takes up room, and no copy or backup has it; only the app may remove it"
    case .platform(.unread):
      "no copy or backup has it; where the app needs it, copy the store itself"
    case .platform(.oversizedFile):
      "no copy or backup has it: copy the folder \(support) with the store"
    case .platform(.halfLink), .platform(.position):
      "no copy or backup has it; put back a copy of the store from before"
    case .platform(.sharedNumber), .platform(.foreignRow(_, isLeftOut: true)):
      "no copy or backup has these rows; do not save to this store: put back a copy of it from before"
    case .platform(.foreignRow):
      "a copy or backup has these rows; do not save to this store: put back a copy of it from before"
    case .unreadableFile:
      "permit it to be read: no copy or backup has it otherwise"
    case .platform(.repeatedLink):
      "a copy or backup has each of these links once; put back a copy of the store from before"
    case .missingFile, .irregularFile:
      "copy the folder \(support) with the store; if it has no such file, the data is lost"
    case .damagedStore, .unreadableTable, .platform(.counter), .platform(.doubtfulLink),
      .platform(.rowNumber):
      "do not save to this store: put back a copy of it from before"
    case .missingLink(let name), .strayLink(let name, _):
      "in the app, set '\(name.property)' of these objects anew, or delete them"
    case .tooFewLinks(let name, _), .tooManyLinks(let name, _), .missingPosition(let name),
      .platform(.unevenLinks(let name, _)), .platform(.sharedPosition(let name)):
      "in the app, set '\(name.property)' of these objects anew"
    case .outOfBounds(let name, _), .patternMismatch(let name, _), .unknownCase(let name):
      "in the app, set '\(name.property)' of these objects to a value that the model allows"
    case .unownedFile: "no object needs it: remove it in the app"
    case .brokenRule: "correct these objects in the app"
    case .unreadableModel, .platform(.otherModel), .platform(.companion), .platform(.marker),
      .platform(.record), .platform(.interchanged), .platform(.foreignValue):
      "another program changed the store: put back a copy of it from before"
    case .unreadableProperty:
      "the rest is read; where another program changed the store, put back a copy of it from before"
    default: wayOut(for: store, option)
    }
  }

  /// The way out in the app for links to objects that do not exist.
  private func lostLink(
    _ relationship: Relationship?, _ name: PropertyName, _ store: String, _ option: String
  ) -> String {
    guard relationship?.cardinality != .toMany else {
      return
        "no app can remove it from the join table: leave it, or put back a copy of the store from "
        + "before"
    }
    guard relationship?.isOptional != false else {
      return
        "in the app, delete these objects, or set '\(name.property)' anew; this writes the source "
        + "that deletes them: migrate repair \(store) --orphans \("\(name)=delete".shellWord) "
        + "--format swift\(option)"
    }
    return
      "in the app, set '\(name.property)' of these objects to nil; this writes the source for it: "
      + "migrate repair \(store) --format swift\(option)"
  }

  /// The way out; nil if nothing can be done.
  fileprivate func wayOut(for store: String, _ option: String) -> String? {
    switch self {
    case .damagedStore(let detail) where detail.contains(" index "):
      "only an index is wrong: where the rows are known to be right, SQLite's shell makes it anew: sqlite3 "
        + "\(store) REINDEX; otherwise restore the last backup: migrate restore BACKUP \(store) --replace"
    case .damagedStore, .unreadableTable, .unreadableCatalog, .unreadableModel:
      "restore the last backup: migrate restore BACKUP \(store) --replace"
    case .alteredModel: "restore the last backup, or find out who edited '_migrate_schema'"
    case .editedVersion:
      "a released version never changes: undo the edit, and put it into a new version"
    case .easedVersion:
      "nothing is lost; for a store of the version, repair the app's store and back it up again"
    case .unknownVersion: "add the file of this version to the schemas"
    case .drift:
      "undo what was done to the store by hand, or restore the last backup: migrate restore BACKUP "
        + "\(store) --replace"
    case .room(let refusal): refusal.advice
    case .danglingLink, .ownerlessLink: "see how to repair it: migrate repair \(store)\(option)"
    case .duplicate(let entity, let key, _):
      "merge them; '--keep' says which one stays: migrate repair \(store) --merge "
        + "'\(UniqueKey(entity: entity, properties: key))'\(option)"
    case .missingFile, .irregularFile, .alteredFile:
      "take the file from a backup: migrate recover \(store) --from BACKUP\(option)"
    case .unreadableFile: "copy the file back from a backup"
    case .missingOwnedFile:
      "restore the files from a backup taken '--with-files', or from one of the device, or empty the "
        + "values in the app"
    case .unownedFile:
      "'migrate prune \(store) --files FOLDER\(option)' moves what no object names aside"
    case .uncheckableTable: "put the table back as its version says, and verify again"
    case .failingRule:
      "correct what they hold, or write the rule so that it can be evaluated for every value, "
        + "in a new version"
    case .endlessPattern:
      "write it without looking around, referring back and repeating what repeats, in a new version"
    case .unusableRule, .unusablePattern: "correct it in the schema file, in a new version"
    case .strayFile:
      "it takes up room and harms nothing; 'migrate repair \(store)\(option)' moves it out of the "
        + "way"
    case .strayEntry(let name):
      ExternalFolder.isFileName(name)
        ? "it has the name of a value, and no backup can be taken while it lies there: move it "
          + "elsewhere" : "it harms nothing, and is not in a backup"
    case .missingValue(let name), .unknownCase(let name), .malformedValue(let name, _),
      .outOfBounds(let name, _), .patternMismatch(let name, _), .missingLink(let name),
      .strayLink(let name, _), .missingPosition(let name), .tooFewLinks(let name, _),
      .tooManyLinks(let name, _), .malformedFileName(let name):
      Self.correction(of: "'\(name.property)' of these objects", name.entity, store, option)
    case .brokenConstraint:
      "correct these rows with SQLite's shell, or in the app, and verify again; the file is not damaged"
    case .brokenRule(let entity, _): Self.correction(of: "these objects", entity, store, option)
    case .brokenForeignKey, .missingParentTable, .mismatchedKey, .unknownEntity, .unreadableFolder,
      .platform,
      .unreadableProperty, .needsApp:
      nil
    }
  }

  private static func correction(
    of part: String, _ entity: String, _ store: String, _ option: String
  ) -> String {
    "correct \(part) in the app or with SQLite's shell, and verify again; this shows "
      + "them: migrate rows \(store) \(entity.shellWord)\(option)"
  }

  private func objects(_ count: Int64) -> String { Quantity.count(count, "object") }
  private func rows(_ count: Int64) -> String { Quantity.count(count, "row") }
  private func links(_ count: Int64) -> String { Quantity.count(count, "link") }
  private func have(_ count: Int64) -> String { count == 1 ? "has" : "have" }
  private func lead(_ count: Int64) -> String { count == 1 ? "leads" : "lead" }
}
