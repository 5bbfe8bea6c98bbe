internal import SQLite
internal import Diagnostics
internal import StoreLayout
internal import StoreArchive

extension BackupContents {
  /// The number of rows: those of objects and links, and those of the store's own tables.
  ///
  /// `4,202 rows (2 about the store itself)`, where 4,200 are in the model's tables.
  var rows: String {
    let own = tables.filter { StoreCatalog.has(table: $0.name) }.reduce(0) { $0 + $1.rows }
    let all = Quantity.count(records, "row")
    return own == 0 ? all : "\(all) (\(Quantity.grouped(own)) about the store itself)"
  }
}
