/// A fact about the tables of Core Data that does not hold in a store.
///
/// All known stores satisfy these facts, except for ``unevenLinks(_:inverse:)``.
public enum PlatformFault: Hashable, Sendable {
  /// Rows whose `Z_ENT` is not the number of an entity of the table. They are left out, unless the table
  /// holds only one entity.
  case foreignRow(table: String, isLeftOut: Bool)
  /// Entities whose numbers are in another order than their names, so that objects may be read as the wrong
  /// entity.
  case interchanged(String, String)
  /// Rows that have no number of their own in `Z_PK`.
  case sharedNumber(table: String)
  /// Rows whose `Z_PK` or `Z_OPT` is below 1.
  case rowNumber(table: String)
  /// A table with a `Z_PK` above the highest number in `Z_PRIMARYKEY`, so that the next object gets a number
  /// that is taken.
  case counter(table: String)
  /// Links whose second column has the number of another entity than their destination's, or a number
  /// although the destination does not exist.
  case companion(PropertyName)
  /// Links of a one-to-one that the other side does not have.
  case unevenLinks(PropertyName, inverse: PropertyName)
  /// Objects at the end of a one-to-one to which several objects lead.
  case sharedPartner(PropertyName, inverse: PropertyName)
  /// Links to objects that do not exist, or whose rows are left out.
  case doubtfulLink(PropertyName, destination: String)
  /// Links that have something other than the number of an object at one end.
  case halfLink(PropertyName)
  /// Links that are in the join table several times.
  case repeatedLink(PropertyName)
  /// Values that their type cannot hold, and that the views leave out.
  case value(PropertyName, type: String)
  /// Objects in an ordered relationship whose position is no number.
  case position(PropertyName)
  /// Objects in an ordered relationship whose position another object has, too, or that have no owner.
  case sharedPosition(PropertyName)
  /// Data in external storage without a marker that says whether it is in the row or in a file.
  case marker(PropertyName)
  /// Objects whose file of external storage is larger than a value may be.
  case oversizedFile(PropertyName)
  /// A model in the cache that has other version hashes than the metadata.
  case otherModel(isUsed: Bool)
  /// Rows of a table, or values of a column, that hold nothing of the model.
  case unread(table: String, column: String?)
  /// Objects with something in the column of a property that another entity of their table has.
  case foreignValue(PropertyName)
  /// A row of the platform's own tables that differs from what the platform writes.
  case record(table: String, reason: String)
}

extension PlatformFault {
  /// The property with the fault; nil for any other subject.
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

  /// The code of the fault in reports.
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
