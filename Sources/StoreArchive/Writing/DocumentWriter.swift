internal import Files
internal import SQLite

/// An error for a table whose count of rows differs from the rows that were read.
///
/// Within one transaction, only a damaged index can cause the difference.
struct MiscountedTable: Error {
  /// The name of the table.
  var name: String
}

/// Writes the parts of a backup in their order.
struct DocumentWriter: ~Copyable {
  private let survey: StoreSurvey
  private var rows: RowWriter
  private var sums: [UInt64] = []
  private var externalFiles: Int64 = 0
  private var appFiles: Int64 = 0
  private var alteredFiles: [String] = []

  init(
    _ survey: StoreSurvey, to output: consuming DocumentOutput,
    _ progress: @escaping (ArchiveProgress) throws -> Void
  ) {
    self.survey = survey
    var progress = RowProgress(progress)
    progress.begin(survey.tables)
    rows = RowWriter(to: output, progress)
  }

  mutating func writeHeader() throws(SystemError) {
    rows.output.append("\(BackupFormat.firstLine)\(BackupFormat.version),\n")
    rows.output.append("\(BackupFormat.storePrefix)\(survey.store.json),\n")
    writeSection(.objects, survey.objects.map(\.json))
    writeSection(.tables, survey.tables.map(\.json))
    try rows.output.check()
  }

  mutating func writeRecords(of connection: Connection, _ objects: ObjectViews?) throws {
    open(.records)
    for table in survey.tables {
      let before = rows.progress.rows
      rows.begin(table)
      do {
        if let objects, objects.has(table.name) {
          try objects.scan(table.name, into: &rows)
        } else {
          try TableScan(table: table, encoding: survey.store.encoding)
            .run(on: connection, into: &rows)
        }
      } catch let error as SQLiteError where error.primaryCode == .tooBig {
        throw ArchiveError.longRow(table: table.name)
      }
      guard rows.progress.rows - before == table.rows else {
        throw MiscountedTable(name: table.name)
      }
      sums.append(rows.sum.value)
    }
    close()
    try rows.output.check()
  }

  mutating func writeExternalFiles(in folder: String?, and app: AppFiles?) throws {
    open(.external)
    if let folder {
      for name in try ExternalFiles.names(in: folder) {
        try writeFile(name, in: folder, isOfApp: false)
        externalFiles += 1
      }
    }
    if let app {
      for name in app.names {
        try writeFile(name, in: app.folder, isOfApp: true)
        appFiles += 1
      }
    }
    close()
    try rows.output.check()
  }

  private mutating func writeFile(_ name: String, in folder: String, isOfApp: Bool) throws {
    let path = folder + "/" + name
    let file = try SystemFile.reading(path)
    let size = try file.size()
    var offset = 0
    var contentName = ContentName()
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: BackupFormat.externalPiece, alignment: 16)
    defer { unsafe buffer.deallocate() }
    repeat {
      let count = try unsafe file.fill(buffer)
      guard count == min(size - offset, buffer.count) else {
        throw ArchiveError.externalFileChanged(path: path)
      }
      unsafe contentName.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      rows.output.append(externalFiles + appFiles == 0 && offset == 0 ? "\n" : ",\n")
      rows.output.append(
        (isOfApp ? BackupFormat.appFilePrefix : BackupFormat.externalFilePrefix)
          + #"\#(name.jsonText),"bytes":\#(size),"#
          + (offset == 0 ? "" : #""offset":\#(offset),"#) + #""base64":""#)
      unsafe rows.output.writeBase64(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      rows.output.append("\"}")
      offset += count
      try rows.output.check()
      try rows.progress.tell()
    } while offset < size
    if !isOfApp, contentName.contradicts(name) { alteredFiles.append(name) }
  }

  /// Writes the proofs, flushes all bytes to the disk, and returns the contents of the backup.
  mutating func finish() throws(SystemError) -> BackupContents {
    let records = rows.progress.rows
    writeSection(.checks, rows.output.flushed().finishBlocks().map { "\"\($0.checkText)\"" })
    writeSection(
      .sums,
      zip(survey.tables, sums).map { #"{"table":\#($0.name.jsonText),"sum":"\#($1.checkText)"}"# })
    rows.output.append(BackupFormat.footerPrefix + "\(records)")
    rows.output.append(
      BackupFormat.footerExternal + "\(externalFiles + appFiles)" + BackupFormat.footerDigest)
    let digest = rows.output.flushed().finishDigest()
    rows.output.append(digest + BackupFormat.end + "\n")
    try rows.output.flushed().finish()
    return BackupContents(
      store: survey.store, objects: survey.objects, tables: survey.tables, sums: sums,
      records: records, externalFiles: externalFiles, appFiles: appFiles,
      alteredFiles: alteredFiles,
      digest: digest)
  }

  // MARK: Lists: one element a line, with commas between

  private mutating func writeSection(_ section: BackupFormat.Section, _ elements: [String]) {
    open(section)
    for (index, element) in elements.enumerated() {
      rows.output.append((index == 0 ? "\n" : ",\n") + element)
    }
    close()
  }

  private mutating func open(_ section: BackupFormat.Section) {
    rows.output.append(section.opening)
  }

  private mutating func close() { rows.output.append("\n\(BackupFormat.sectionEnd)\n") }
}
