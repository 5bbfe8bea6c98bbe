/// A fact about the tables of Core Data that does not hold in a store.
///
/// None of the stores that are known breaks one, but for ``unevenLinks(_:inverse:)``.
public enum PlatformFault: Hashable, Sendable {
  /// Rows whose `Z_ENT` is the number of no entity that the table holds; they are left out, unless it holds
  /// one entity only.
  case foreignRow(table: String, isLeftOut: Bool)
  /// Entities whose numbers are in another order than their names, so that objects may be read as the wrong
  /// entity.
  case interchanged(String, String)
  /// Rows that have no number of their own in `Z_PK`.
  case sharedNumber(table: String)
  /// Rows whose `Z_PK` or `Z_OPT` is below 1.
  case rowNumber(table: String)
  /// A table with a `Z_PK` above the highest that `Z_PRIMARYKEY` knows, so that the next object gets a
  /// number that is taken.
  case counter(table: String)
  /// Links whose second column has the number of another entity than the object that they lead to, or a number
  /// where they lead to none.
  case companion(PropertyName)
  /// Links of a one-to-one that the other side does not have.
  case unevenLinks(PropertyName, inverse: PropertyName)
  /// Objects at the end of a one-to-one to which several objects lead.
  case sharedPartner(PropertyName, inverse: PropertyName)
  /// Links to objects that do not exist, or whose rows are left out.
  case doubtfulLink(PropertyName, destination: String)
  /// Links that have something else than the number of an object at an end.
  case halfLink(PropertyName)
  /// Links that are in the join table several times.
  case repeatedLink(PropertyName)
  /// Values that their type cannot hold, and that the views leave out.
  case value(PropertyName, type: String)
  /// Objects in an ordered relationship whose position is no number.
  case position(PropertyName)
  /// Objects in an ordered relationship whose position another object has, too, or that have no owner.
  case sharedPosition(PropertyName)
  /// Data in external storage that says neither that it is in the row nor in which file.
  case marker(PropertyName)
  /// Objects whose file of external storage is larger than a value may be.
  case oversizedFile(PropertyName)
  /// A model in the cache that has other version hashes than the metadata.
  case otherModel
  /// Rows of a table, or values of a column, that hold nothing of the model.
  case unread(table: String, column: String?)
  /// Objects with something in the column of a property that another entity of their table has.
  case foreignValue(PropertyName)
  /// A row of the platform's own tables that is otherwise than the platform writes it.
  case record(table: String, reason: String)
}

extension PlatformFault {
  /// The property that it is about; nil where it is about something else.
  var property: PropertyName? {
    switch self {
    case .companion(let name), .unevenLinks(let name, _), .sharedPartner(let name, _),
      .doubtfulLink(let name, _), .halfLink(let name), .repeatedLink(let name), .position(let name),
      .sharedPosition(let name), .marker(let name),
      .oversizedFile(let name), .value(let name, _), .foreignValue(let name):
      name
    case .foreignRow, .interchanged, .sharedNumber, .rowNumber, .counter, .otherModel, .unread,
      .record:
      nil
    }
  }

  /// Its identity in reports.
  var code: String {
    switch self {
    case .foreignRow, .interchanged, .sharedNumber, .rowNumber, .record, .foreignValue:
      "platform-row"
    case .value: "malformed-value"
    case .counter: "platform-counter"
    case .companion, .unevenLinks, .sharedPartner, .doubtfulLink, .halfLink, .repeatedLink,
      .position, .sharedPosition:
      "platform-link"
    case .marker, .oversizedFile: "platform-data"
    case .unread: "unread-data"
    case .otherModel: "platform-model"
    }
  }
}
