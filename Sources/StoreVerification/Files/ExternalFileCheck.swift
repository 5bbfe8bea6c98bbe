internal import Files
internal import SQLText
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Compares the values in external storage with the files next to the store.
struct ExternalFileCheck {
  let connection: Connection
  let layout: StoreLayout
  let evidence: Evidence
  let isCancelled: () -> Bool

  /// The evidence that the content of a file matches its name.
  enum Evidence {
    /// The content itself, which takes as long as reading it.
    case content
    /// The names of the altered files, found by an earlier reading of all files.
    case altered(Set<String>)
  }

  /// The known state of a file.
  private enum State { case unread, intact, altered, unreadable }

  /// The problems of the values and their files.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also if the check was cancelled.
  func findings() throws -> [Finding] {
    let survey = try survey()
    let strays = survey.strays.first.map {
      Finding(.strayFile(name: $0), count: Int64(survey.strays.count))
    }
    return survey.findings + [strays].compactMap(\.self) + survey.entries
  }

  /// The problems of the files that objects name, the names of all other files, and a finding for other
  /// entries.
  ///
  /// The names are sorted. Another entry is one that no object names and that is not a regular file.
  ///
  /// If the model has no attribute in external storage, files of a former one may still be in the folder.
  /// Then only entries with such a file name count, because the folder may belong to another program.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also if the survey was cancelled.
  func survey() throws -> (findings: [Finding], strays: [String], entries: [Finding]) {
    let folder = ExternalFolder(ofStoreAt: connection.path)
    let isOurs = !layout.externalAttributes.isEmpty
    let names: [String]
    do {
      names = try folder.names().filter { isOurs || ExternalFolder.isFileName($0) }
    } catch {
      guard isOurs else { return ([], [], []) }
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      return ([Finding(.unreadableFolder(reason: reason))], [], [])
    }
    var states = Dictionary(
      names.map { ($0, State.unread) }, uniquingKeysWith: { first, _ in first })
    var used: Set<String> = []
    var findings: [Finding] = []
    for attribute in layout.externalAttributes {
      findings += try self.findings(of: attribute, in: folder, &states, &used)
    }
    let others = Set(names).subtracting(used).sorted()
    let entries = others.filter { !folder.isRegularFile($0) }
    return (
      findings, others.filter(folder.isRegularFile),
      entries.first.map { [Finding(.strayEntry(name: $0), count: Int64(entries.count))] } ?? []
    )
  }

  private func findings(
    of attribute: StoreLayout.ExternalAttribute, in folder: ExternalFolder,
    _ states: inout [String: State], _ used: inout Set<String>
  ) throws -> [Finding] {
    let property = PropertyName(attribute.entity, attribute.attribute)
    let isMember = layout.rowCondition(of: attribute.entity, includingDescendants: true)
    var (missing, altered, unreadable, malformed) = (Tally(), Tally(), Tally(), Tally())
    let statement = try connection.prepare(
      """
      SELECT \(raw: layout.identity(ofRowsIn: attribute.table)), \(name: attribute.column) \
      FROM \(name: attribute.table) \
      WHERE \(name: attribute.column) IS NOT NULL AND \(raw: isMember ?? "1") \
      ORDER BY 1
      """)
    while try statement.step() {
      let identity = statement.integer(at: 0)
      guard case .text(let name) = statement.value(at: 1), ExternalFolder.isFileName(name) else {
        malformed.add(identity)
        // The name may be the same as a file's but for upper and lower case.
        if case .text(let name) = statement.value(at: 1) { used.insert(name.asciiLowercased) }
        continue
      }
      guard let state = states[name] else {
        missing.add(identity)
        continue
      }
      used.insert(name)
      if state == .unread { states[name] = try look(at: name, in: folder) }
      switch states[name] {
      case .altered: altered.add(identity)
      case .unreadable: unreadable.add(identity)
      case .unread, .intact, nil: break
      }
    }
    return missing.finding(.missingFile(property)) + altered.finding(.alteredFile(property))
      + unreadable.finding(.unreadableFile(property))
      + malformed.finding(.malformedFileName(property))
  }

  private func look(at name: String, in folder: ExternalFolder) throws(SQLiteError) -> State {
    if isCancelled() { throw SQLiteError(.interrupted, "interrupted") }
    guard folder.isRegularFile(name) else { return .unreadable }
    if case .altered(let names) = evidence { return names.contains(name) ? .altered : .intact }
    do {
      return try folder.digest(of: name) == name ? .intact : .altered
    } catch {
      return .unreadable
    }
  }
}
