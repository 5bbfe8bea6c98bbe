internal import SQLite
internal import Diagnostics
internal import StoreLayout
internal import StoreArchive

extension BackupContents {
  /// The number of rows: those of objects and links, and those of the store's own tables.
  ///
  /// `4,202 rows (2 about the store itself)`, where 4,200 are in the model's tables.
  var rows: String {
    let own = Set(StoreCatalog.definition.tables.map(\.name))
    let count = tables.filter { own.contains($0.name) }.reduce(0) { $0 + $1.rows }
    let all = Quantity.count(records, "row")
    return count == 0 ? all : "\(all) (\(Quantity.grouped(count)) about the store itself)"
  }
}
