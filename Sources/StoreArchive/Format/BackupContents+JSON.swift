// The spelling of the header's lines, with which the reader compares them.

internal import SQLite

extension StoreFacts {
  /// The members of the `store` object, on its one line.
  var json: String {
    let model = identity.map {
      #""schema":\#($0.schema.jsonText),"version":\#($0.version.jsonText),"#
        + #""checksum":\#($0.checksum.jsonText),"#
    }
    return #"{\#(model ?? "")"applicationID":\#(applicationID),"userVersion":\#(userVersion),"#
      + #""encoding":"\#(encoding.rawValue)","journalMode":\#(isWAL ? #""wal""# : #""delete""#),"#
      + #""pageSize":\#(pageSize),"autoVacuum":\#(autoVacuum)}"#
  }
}

extension SchemaObject {
  var json: String {
    #"{"type":"\#(id.kind.rawValue)","name":\#(id.name.jsonText),"table":\#(table.jsonText),"#
      + #""sql":\#(sql.jsonText)}"#
  }
}

extension ArchivedTable {
  var json: String {
    let names = columns.map(\.jsonText).joined(separator: ",")
    return #"{"table":\#(name.jsonText),"columns":[\#(names)],"#
      + (rowID.map { #""rowid":"\#($0)","# } ?? "") + #""rows":\#(rows)}"#
  }

  /// The text with which every record of the table starts.
  var recordPrefix: String {
    #"{"table":\#(name.jsonText),"# + (rowID == nil ? #""row":{"# : #""rowid":"#)
  }
}
