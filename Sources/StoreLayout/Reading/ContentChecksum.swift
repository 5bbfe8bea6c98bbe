public import SQLite

/// The number of rows of a query, and the sum of their hashes.
///
/// It is equal for equal content, in any order of the rows.
///
/// It is not cryptographic. It guards against mistakes, not against people: 128 bits over the type and the
/// exact bytes of every value, so that 1, 1.0, '1' and x'31' all differ, and so do 0.0 and -0.0.
public struct ContentChecksum: Hashable, Sendable {
  /// The number of rows.
  public private(set) var rows: Int64 = 0
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// The checksum of no rows.
  public init() {}

  /// The checksum of the union of two sets of rows.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.rows += right.rows
    sum.high &+= right.high
    sum.low &+= right.low
    return sum
  }

  fileprivate mutating func add(_ row: consuming RowHash) {
    let hash = row.finished
    rows += 1
    high &+= hash.high
    low &+= hash.low
  }
}

extension ContentChecksum: CustomStringConvertible {
  /// The number of rows and the sum in hexadecimal digits.
  public var description: String { "\(rows) rows, \(Self.digits(high))\(Self.digits(low))" }

  private static func digits(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Connection {
  /// The checksum of the rows of a query.
  public func checksum(of sql: SQL) throws(SQLiteError) -> ContentChecksum {
    // A sum needs no order, and so no collation that only the app has.
    try withStandIns { () throws(SQLiteError) in
      let statement = try prepare(sql)
      var result = ContentChecksum()
      while try statement.step() {
        var hash = RowHash()
        let row = unsafe statement.lendRow()
        for column in row.indices { unsafe hash.add(row[column]) }
        result.add(hash)
      }
      return result
    }
  }

  /// The checksum of columns of a table, in the given order; of all columns if none are given.
  public func checksum(
    ofTable table: String, columns: [String]? = nil
  ) throws(SQLiteError) -> ContentChecksum {
    let list: SQL = columns.map { "\(names: $0)" } ?? "*"
    return try checksum(of: "SELECT \(list) FROM \(name: table)")
  }

  /// The number of rows in a table.
  public func rowCount(of table: String) throws(SQLiteError) -> Int64 {
    // SQLite counts by an index, or by the key that is the table, whose collation only the app may have. Once a
    // query has missed it, the connection no longer uses that index.
    try withStandIns { () throws(SQLiteError) in
      try integer("SELECT count(*) FROM \(name: table)") ?? 0
    }
  }
}

/// The running hash of one row: two lanes of 64 bits, mixed by full multiplications.
private struct RowHash {
  private var high: UInt64 = 0x9e37_79b9_7f4a_7c15
  private var low: UInt64 = 0xd1b5_4a32_d192_ed03

  @unsafe mutating func add(_ value: LentValue) {
    switch unsafe value {
    case .null: add(tag: 1, 0)
    case .integer(let number): add(tag: 2, UInt64(bitPattern: number))
    case .real(let number): add(tag: 3, number.bitPattern)
    case .text(let bytes): unsafe add(tag: 4, bytes: bytes)
    case .blob(let bytes): unsafe add(tag: 5, bytes: bytes)
    }
  }

  private mutating func add(tag: UInt64, _ word: UInt64) {
    mix(tag)
    mix(word)
  }

  private mutating func add(tag: UInt64, bytes: UnsafeRawBufferPointer) {
    mix(tag | UInt64(bytes.count) << 3)
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
      offset += 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(unsafe bytes[offset])
      offset += 1
    }
    mix(rest)
  }

  private mutating func mix(_ word: UInt64) {
    high = Self.fold(high ^ word, 0xa076_1d64_78bd_642f) &+ low
    low = Self.fold(low ^ word, 0xe703_7ed1_a0b4_28db) ^ high
  }

  /// Folds the two halves of a product into one.
  ///
  /// A zero factor would erase the lane.
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left == 0 ? 0x8ebc_6af0_9c88_c6e3 : left).multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  var finished: (high: UInt64, low: UInt64) {
    var last = self
    last.mix(0x5897_89bd_1d2f_3c4e)
    last.mix(0x1d8e_4e27_c47d_124f)
    return (last.high, last.low)
  }
}
