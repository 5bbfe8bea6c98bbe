public import SQLite
internal import SchemaModel

/// The reason why a mapping cannot be carried out on a store.
public enum StoreScriptError: Error, Hashable, Sendable {
  /// There is no exact conversion between the types.
  case impossibleConversion(place: String, from: String, to: String)
  /// Existing objects need a default that only the app computes.
  case computedDefault(place: String)
  /// A value comes from a property that the previous step does not have.
  case unknownProperty(String, place: String)
  /// A statement was tried on an empty copy of the store's definition, and failed.
  case failingStatement(ScriptStatement, SQLiteError)
  /// These objects, which the model does not know, would be lost with a table.
  case loses([SchemaObject.ID])
  /// This object, which the model does not know, would no longer work.
  case breaks(SchemaObject.ID, message: String)
  /// The foreign key of a table leads to columns that are no longer a key, so that SQLite would refuse every
  /// write to the table.
  case mismatchedKey(table: String, parent: String)
  /// An existing table cannot get its new definition; the reason follows the table's name in a sentence.
  case existingTable(String, reason: String)
  /// A column has a default, as SQL, that the new version does not declare although it could: this value.
  case unsaidDefault(String, of: String, in: String, value: String)
  /// This object, which the model does not know, keeps a table from being changed.
  case blocks(SchemaObject.ID, reason: String)
  /// The resulting definition differs from the new version's. This is a bug in 'migrate'.
  case differs([DefinitionDifference])
  /// Several of these at once.
  case several([StoreScriptError])
}

extension StoreScriptError {
  /// One error for all of these; nil if there are no errors.
  package init?(_ errors: [StoreScriptError]) {
    // A repeated error is reported once.
    var told: Set<StoreScriptError> = []
    let all = errors.flatMap(\.parts).filter { told.insert($0).inserted }
    guard let first = all.first else { return nil }
    self = all.count == 1 ? first : .several(all)
  }

  /// The error for a table that needs a collation or a function that only the app has.
  package static func needing(
    _ part: String, _ table: String, for purpose: String
  ) -> StoreScriptError {
    .existingTable(
      table,
      reason: "needs \(part), which only the app has, for \(purpose): "
        + "leave the table as it is, or change it in the app")
  }

  /// The single errors: itself, unless it is several.
  public var parts: [StoreScriptError] {
    if case .several(let errors) = self { errors.flatMap(\.parts) } else { [self] }
  }

  /// The blocking objects that the model does not know.
  public var objectsInTheWay: Set<SchemaObject.ID> {
    switch self {
    case .loses(let objects): Set(objects)
    case .breaks(let object, _), .blocks(let object, _): [object]
    case .mismatchedKey(let table, _): [SchemaObject.ID(.table, table)]
    case .several(let errors): errors.reduce(into: []) { $0.formUnion($1.objectsInTheWay) }
    case .impossibleConversion, .computedDefault, .unknownProperty, .failingStatement,
      .existingTable, .unsaidDefault, .differs:
      []
    }
  }
}

extension StoreScriptError {
  /// The problem, in the form of a message.
  public var message: String {
    switch self {
    case .impossibleConversion(let place, let from, let to):
      "there is no exact conversion of '\(place)' from \(from) to \(to)"
    case .computedDefault(let place):
      "the default of '\(place)' is computed by the app, so that existing objects have no value for it: "
        + "write the value in the place of 'computed()', or 'using' in the 'map' of the migration"
    case .unknownProperty(let property, let place):
      "'\(place)' comes from '\(property)', which the previous version does not have"
    case .failingStatement(let statement, let error):
      "\(statement.reason) fails: \(error.knownWords) in: \(statement.sql.statementExcerpt)"
    case .loses(let objects):
      "these would be lost with their table: "
        + objects.map { "\($0.kind.rawValue) '\($0.name)'" }.joined(separator: ", ")
    case .breaks(let object, let message):
      "\(object.kind.rawValue) '\(object.name)' would no longer work: \(message)"
    case .mismatchedKey(let table, let parent):
      "table '\(table)' could not be written to any longer: its foreign key leads to columns of "
        + "'\(parent)' that are no key then"
    case .existingTable(let table, let reason): "the table '\(table)' \(reason)"
    case .unsaidDefault(let sql, let property, let entity, _):
      "the column of '\(entity).\(property)' has the default \(sql), of which the new version says "
        + "nothing"
    case .blocks(let object, let reason):
      "\(object.kind.rawValue) '\(object.name)' is in the way: \(reason)"
    case .differs(let differences):
      "the statements do not lead to the definition that is meant: "
        + differences.map(\.message).joined(separator: "; ")
    case .several(let errors): errors.map(\.message).joined(separator: "; ")
    }
  }
}

extension StoreScriptError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension String {
  private static let longestStatement = 300

  /// A statement as shown in a message: only the beginning and the end of a long one.
  fileprivate var statementExcerpt: String {
    guard utf8.count > Self.longestStatement, count > Self.longestStatement else { return self }
    let half = Self.longestStatement / 2
    return "\(prefix(half)) … \(suffix(half)) (\(utf8.count) bytes)"
  }
}
