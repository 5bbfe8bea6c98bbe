import Foundation
import SQLite
import StoreArchive
import TestSupport

/// A folder for one test, which is deleted with it.
struct Workbench {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  subscript(name: String) -> String { folder.path(name) }

  /// The names of everything in the folder, sorted.
  var names: [String] { get throws { try folder.names } }

  /// Makes a store with a script and closes it.
  func makeStore(_ name: String, _ script: String) throws -> String {
    let connection = try Connection(path: self[name], mode: .create)
    connection.allowDoubleQuotedStrings()
    try connection.executeScript(script)
    return self[name]
  }

  /// Writes a backup of a store, and returns its path.
  func backUp(_ store: String, as name: String) throws -> String {
    try BackupWriter.write(
      StoreFile.open(path: store, for: .reading), to: self[name],
      externalFolder: store + ".external")
    return self[name]
  }

  func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try folder.write(Array(bytes), to: name)
  }
}

/// All that a store holds, read with plain SQL: its settings, its schema and every value.
func content(of path: String) throws -> [String] {
  let connection = try StoreFile.open(path: path, for: .reading)
  var lines: [String] = []
  for pragma in ["application_id", "user_version", "encoding", "page_size", "auto_vacuum"] {
    lines.append("\(pragma) \(try connection.rows("PRAGMA \(raw: pragma)"))")
  }
  let objects = try connection.rows(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
  lines += objects.map { "\($0)" }
  for table in try connection.texts(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage <> 0 ORDER BY name")
  {
    lines += try rows(of: table, in: connection)
  }
  return lines
}

private func rows(of table: String, in connection: Connection) throws -> [String] {
  let info = try connection.rows("SELECT name FROM pragma_table_xinfo(\(table)) ORDER BY cid")
  let columns = info.map { if case .text(let name) = $0[0] { name } else { "" } }
  let rowID = ["rowid", "_rowid_", "oid"].first { name in
    !columns.contains { $0.lowercased() == name }
      && (try? connection.prepare("SELECT \(raw: name) FROM \(name: table)")) != nil
  }
  let values = columns.map { "typeof(\($0.quotedName)), hex(\($0.quotedName)), \($0.quotedName)" }
  let list = ([rowID].compactMap { $0 } + values).joined(separator: ", ")
  // A value of its own in every line, so that two rows cannot be taken for one.
  return try connection.rows("SELECT \(raw: list) FROM \(name: table) NOT INDEXED")
    .map { row in "\(table.debugDescription) \(row)" }
}
