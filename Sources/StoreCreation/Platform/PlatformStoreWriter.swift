internal import Files
internal import SQLite
internal import SchemaExchange
internal import SchemaModel
internal import StoreLayout

/// Writes a store as Core Data does, in the same order.
struct PlatformStoreWriter {
  let connection: Connection
  let definitions: CoreDataDefinitions
  let metadata: CoreDataMetadata
  /// The model, as stored in `Z_MODELCACHE`.
  let cache: [UInt8]
  let path: String
  let seed: UInt64

  /// Sets the header of the file, which must be done before the first table is created.
  func prepare() throws(SQLiteError) {
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    _ = try connection.value("PRAGMA journal_mode = WAL")
  }

  /// Creates the tables of objects and links.
  func createTables() throws(SQLiteError) { try execute(definitions.tables) }

  /// Creates the rest of the store, in the order of the platform.
  ///
  /// Triggers are created after the rows, because they call functions that only the platform has.
  func complete() throws {
    try execute(
      definitions.indexes + definitions.triggers + CoreDataDefinitions.systemTables
        + definitions.history)
    let rows = CoreDataRows(definitions, from: StoreLayout(of: definitions.schema))
    for entity in definitions.entities {
      let highest = try rows.highestNumber(of: entity).flatMap { try connection.integer($0) }
      try connection.execute(
        """
        INSERT INTO Z_PRIMARYKEY VALUES (\(definitions.number(of: entity.name)), \(entity.name), \
        \(entity.parent.map(definitions.number) ?? 0), \(highest ?? 0))
        """)
    }
    let identifier = UUIDText.derived(
      from: ["store", metadata.modelChecksum ?? "", "\(seed)"])
    try connection.execute(
      "INSERT INTO Z_METADATA VALUES (1, \(identifier), \(.blob(metadata.propertyList)))")
    try connection.execute("INSERT INTO Z_MODELCACHE VALUES (\(.blob(cache)))")
  }

  private func execute(_ statements: [String]) throws(SQLiteError) {
    for statement in statements { try connection.execute(SQL(raw: statement)) }
  }
}

// MARK: - Sample data

extension PlatformStoreWriter {
  /// Fills the tables with the objects of a sample store in our own layout.
  func fill(
    _ document: SchemaDocument, objects: Int,
    _ progress: (SampleStore.Progress) throws -> Void
  ) throws -> [String: Int] {
    var document = document
    document.schema = document.schema.withDataInRows
    let sample = try Connection.temporary(namedIn: path)
    let counts = try SampleStore.fill(
      sample, of: document, objects: objects, seed: seed, progress: progress)
    let rows = CoreDataRows(definitions, from: StoreLayout(of: document.schema))
    let files = PlatformFileWriter(path: path, seed: seed)
    let surroundings = CoreDataConversion.Surroundings(opaque: Self.opaque, keep: files.keep)
    for transfer in rows.transfers { try run(transfer, from: sample, surroundings) }
    try execute(rows.completions)
    return counts
  }

  private func run(
    _ transfer: CoreDataRows.Transfer, from sample: Connection,
    _ surroundings: CoreDataConversion.Surroundings
  ) throws {
    let query = try sample.prepare(SQL(raw: transfer.query))
    var statement = try connection.prepare(SQL(raw: transfer.statement))
    while try query.step() {
      statement.reset()
      let values = try transfer.conversions.enumerated().map { position, conversion in
        try conversion.converted(query.value(at: position), surroundings)
      }
      try statement.bind(values)
      _ = try statement.step()
    }
  }

  /// An archive of an empty text, for required attributes whose values only the app can make.
  private static let opaque = KeyedArchiveWriter.archive(ofText: "")
}

/// Writes data to the files of external storage.
private final class PlatformFileWriter {
  private let folder: String
  private let seed: UInt64
  private var count = 0

  init(path: String, seed: UInt64) {
    folder = CoreDataFiles.folder(ofStoreAt: path)
    self.seed = seed
  }

  /// Writes a file, and returns its name.
  func keep(_ bytes: [UInt8]) throws -> String {
    if count == 0 { try FileSystem.makeFolders(folder) }
    count += 1
    let name = UUIDText.derived(from: ["file", "\(seed)", "\(count)"])
    let file = try SystemFile.exclusive("\(folder)/\(name)")
    try file.write(bytes)
    return name
  }
}
