/// The tables and indexes that statements write to, as SQLite lists their programs before they run.
///
/// A table or an index is a tree of pages, identified by the number of its first page. Trees that a statement
/// itself creates belonged to no table before.
///
/// - https://www.sqlite.org/opcode.html
package struct WrittenTrees: Hashable, Sendable {
  private var roots: Set<Int64> = []
  /// Whether a program may write to trees that it does not list.
  private var isIncomplete = false

  /// No trees.
  package init() {}

  /// Adds the trees that a statement writes to, if it is the next one to run.
  package mutating func add(_ sql: String, on connection: Connection) throws(SQLiteError) {
    guard try !connection.prepare(SQL(raw: sql)).isReadOnly else { return }
    let program = try connection.prepare(SQL(raw: "EXPLAIN \(sql)"))
    while try program.step() {
      guard case .text(let operation) = program.value(at: 1) else { continue }
      let (first, second) = (program.integer(at: 2), program.integer(at: 3))
      let (third, flags) = (program.integer(at: 4), program.integer(at: 6))
      switch operation {
      // Database 1 holds temporary objects.
      case "OpenWrite" where third == 0 && flags & Self.isInRegister == 0: roots.insert(second)
      case "Clear" where second == 0: roots.insert(first)
      case "Destroy" where third == 0: roots.insert(first)
      case "SqlExec", "VBegin", "VCreate", "VDestroy", "VRename", "VUpdate", "Vacuum":
        isIncomplete = true
      default: continue
      }
    }
  }

  /// Adds the trees that others write to.
  package mutating func formUnion(_ other: WrittenTrees) {
    roots.formUnion(other.roots)
    isIncomplete = isIncomplete || other.isIncomplete
  }

  /// OPFLAG_P2ISREG: the page number is not known yet, because the program creates the tree.
  private static let isInRegister: Int64 = 0x10

  /// Whether any of some trees was written to, or may be.
  package func mayTouch(_ trees: Set<Int64>) -> Bool {
    isIncomplete || !roots.isDisjoint(with: trees)
  }

  /// The tables, of those that existed before, that were not written to; empty if this cannot be known.
  package func spared(
    of tables: [String: Int64], on connection: Connection
  ) throws(SQLiteError) -> Set<String> {
    guard !isIncomplete, try connection.tellsWrittenTrees else { return [] }
    let now = try connection.tableRoots()
    return Set(
      tables.filter { name, root in !roots.contains(root) && now[name] == root }.map(\.key))
  }
}

extension Connection {
  /// The first page of every table except virtual ones, by name.
  package func tableRoots() throws(SQLiteError) -> [String: Int64] {
    var roots: [String: Int64] = [:]
    let found = try rows(
      "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    for row in found {
      if case .text(let name) = row[0], case .integer(let root) = row[1] { roots[name] = root }
    }
    return roots
  }

  /// The first page of a table; nil if the table does not exist.
  package func root(ofTable name: String) throws(SQLiteError) -> Int64? {
    let rows = try rows(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = \(name)")
    guard case .integer(let root)? = rows.first?.first else { return nil }
    return root
  }

  /// The first pages of every table and its indexes, by the table's name.
  package func treeRoots() throws(SQLiteError) -> [String: Set<Int64>] {
    var roots: [String: Set<Int64>] = [:]
    for row in try rows("SELECT tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0") {
      guard case .text(let table) = row[0], case .integer(let root) = row[1] else { continue }
      roots[table, default: []].insert(root)
    }
    return roots
  }

  /// Whether ``WrittenTrees`` can know everything that statements write to.
  ///
  /// With auto-vacuum, a tree may get another first page when another tree is removed
  /// (https://www.sqlite.org/pragma.html#pragma_auto_vacuum). A virtual table writes as its module decides.
  package var tellsWrittenTrees: Bool {
    get throws(SQLiteError) {
      guard try integer("PRAGMA auto_vacuum") == 0 else { return false }
      return try integer(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND coalesce(rootpage, 0) = 0")
        == 0
    }
  }
}
