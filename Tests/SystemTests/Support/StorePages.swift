import Foundation
import SQLite

/// The pages of a store's file, and the table or index that each one belongs to.
struct StorePages {
  private let bytes: Data
  private let size: Int
  /// The table or index of each page, the first page being 1.
  private let owners: [Int: String]

  /// Whether this SQLite lists pages (https://www.sqlite.org/dbstat.html).
  static let areKnown: Bool = {
    do {
      return try Connection.inMemory().value(
        "SELECT sqlite_compileoption_used('ENABLE_DBSTAT_VTAB')")
        == .integer(1)
    } catch {
      return false
    }
  }()

  /// Reads a store that no other connection has open.
  init(ofStoreAt path: String) throws {
    let connection = try Connection(path: path, mode: .readOnly)
    size = Int(try connection.integer("PRAGMA page_size") ?? 0)
    var owners: [Int: String] = [:]
    for row in try connection.rows("SELECT pageno, name FROM dbstat") {
      guard case .integer(let page) = row[0], case .text(let name) = row[1] else { continue }
      owners[Int(page)] = name
    }
    self.owners = owners
    bytes = try Data(contentsOf: URL(filePath: path))
  }

  /// How many pages there are.
  var count: Int { bytes.count / size }

  /// How many pages each table and index has.
  var counts: [String: Int] { Dictionary(owners.values.map { ($0, 1) }, uniquingKeysWith: +) }

  /// The number of pages that differ from an older state of the store, by the table or index that
  /// they belonged to then.
  func changed(since old: StorePages) -> [String: Int] {
    var result: [String: Int] = [:]
    for page in 1...min(count, old.count) where self[page] != old[page] {
      result[old.owners[page] ?? "free", default: 0] += 1
    }
    return result
  }

  /// How many pages there are beyond the end of an older state, by the table or index that they
  /// belong to.
  func added(since old: StorePages) -> [String: Int] {
    var result: [String: Int] = [:]
    for page in (old.count + 1)..<(count + 1) { result[owners[page] ?? "free", default: 0] += 1 }
    return result
  }

  private subscript(page: Int) -> Data { bytes[(page - 1) * size..<page * size] }
}
