internal import Diagnostics
internal import SchemaModel

/// Reads the text of a lock, and finds all its problems.
struct LockReader {
  private var problems: [Diagnostic] = []
  private var schema: String?
  private var records: [Version: Record] = [:]
  private let file: String

  /// The content of the lines of one version.
  fileprivate struct Record {
    var line: Int
    var definition: String?
    var migration: String?
    var checksum: String?
    var base: Version?
    var changes: [String: LockLine.Content] = [:]
  }

  private let model: String?

  private init(_ file: String, of model: String?) { (self.file, self.model) = (file, model) }

  /// Reads a lock; `file` is its name in messages.
  ///
  /// If `model` is given, the lock must be of that model.
  ///
  /// - Throws: all problems of the lock.
  static func lock(
    _ text: String, file: String, of model: String?
  ) throws(DiagnosticsError) -> LockFile {
    var reader = LockReader(file, of: model)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    reader.readConflicts(lines)
    // After an unresolved conflict, duplicated lines would only be reported again.
    if reader.problems.isEmpty { reader.read(lines) }
    let entries = reader.problems.isEmpty ? reader.entries() : []
    guard reader.problems.isEmpty else { throw DiagnosticsError(reader.problems) }
    return LockFile(schema: reader.schema ?? "", entries: entries)
  }

  private mutating func report(_ problem: LockProblem, line: Int) {
    problems.append(
      problem.diagnostic(at: SourceLocation(file: file, line: line, column: 1)))
  }
}

// MARK: - Conflicts

extension LockReader {
  private mutating func readConflicts(_ lines: [Substring]) {
    var start: Int?
    var definitions: [Version: Set<String>] = [:]
    func conflict() -> LockProblem {
      .unresolvedConflict(
        definitions.keys.sorted(),
        twice: definitions.filter { $0.value.count > 1 }.keys.sorted())
    }
    for (position, line) in lines.enumerated() {
      if line.hasPrefix("<<<<<<<") {
        if let start { report(conflict(), line: start) }
        (start, definitions) = (position + 1, [:])
      } else if line.hasPrefix(">>>>>>>") {
        report(conflict(), line: start ?? position + 1)
        start = nil
      } else if start != nil, let line = LockLine(line) {
        var known = definitions[line.version] ?? []
        if case .definition(let digest) = line.content { known.insert(digest) }
        definitions[line.version] = known
      }
    }
    if let start { report(conflict(), line: start) }
  }
}

// MARK: - Lines

extension LockReader {
  private mutating func read(_ lines: [Substring]) {
    var twice: Set<Version> = []
    for (position, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      if let header = Self.header(line) {
        read(header, line: position + 1)
      } else if let line = LockLine(line) {
        let isNews = records[line.version, default: Record(line: position + 1)].add(line.content)
        if !isNews, twice.insert(line.version).inserted {
          report(.releasedTwice(line.version), line: position + 1)
        }
      } else {
        report(.notALock(String(line.prefix(60))), line: position + 1)
      }
    }
    if schema == nil, problems.isEmpty { report(.notALock(String(lines[0].prefix(60))), line: 1) }
  }

  private enum Header {
    case schema(String)
    case format(String)
  }

  private static func header(_ line: Substring) -> Header? {
    if line.hasPrefix("schema ") { return .schema(String(line.dropFirst(7))) }
    if line.hasPrefix("format ") { return .format(String(line.dropFirst(7))) }
    return nil
  }

  private mutating func read(_ header: Header, line: Int) {
    switch header {
    case .format(let text) where Int(text).map { $0 <= LockFile.format } ?? false: break
    case .format(let text): report(.newerFormat(text), line: line)
    case .schema(let name):
      let expected = model ?? schema ?? name
      if name != expected { report(.otherSchema(name, expected: expected), line: line) }
      schema = name
    }
  }
}

extension LockReader.Record {
  /// Records the content of a line; returns false if another line contradicts it.
  fileprivate mutating func add(_ content: LockLine.Content) -> Bool {
    switch content {
    case .definition(let digest): Self.set(&definition, digest)
    case .migration(let digest): Self.set(&migration, digest)
    case .checksum(let text): Self.set(&checksum, text)
    case .after(let version): Self.set(&base, version)
    case .part(let name, _, _), .gone(let name): Self.set(&changes[name], content)
    }
  }

  private static func set<Value: Equatable>(_ place: inout Value?, _ value: Value) -> Bool {
    defer { place = place ?? value }
    return place == nil || place == value
  }
}

// MARK: - Versions

extension LockReader {
  /// The versions, each with all its parts, including the parts of its base.
  private mutating func entries() -> [LockFile.Entry] {
    var entries: [Version: LockFile.Entry] = [:]
    for (version, record) in records.sorted(by: { $0.key < $1.key }) {
      guard let definition = record.definition else {
        report(.missingDefinition(version), line: record.line)
        continue
      }
      guard let parts = parts(of: record, version, among: entries) else { continue }
      var released = ReleasedVersion(
        version: version, definitionDigest: definition, migrationDigest: record.migration,
        checksum: record.checksum)
      released.lockedParts = parts
      entries[version] = LockFile.Entry(released, after: record.base)
    }
    return Array(entries.values)
  }

  private mutating func parts(
    of record: Record, _ version: Version, among entries: [Version: LockFile.Entry]
  ) -> SchemaOutline? {
    var parts = SchemaOutline()
    if let base = record.base {
      guard base < version else {
        report(.laterBase(base, of: version), line: record.line)
        return nil
      }
      guard let entry = entries[base] else {
        // A base that is in the lock but invalid is reported already.
        if records[base] == nil { report(.missingBase(base, of: version), line: record.line) }
        return nil
      }
      parts = entry.released.lockedParts.model
    }
    for (name, content) in record.changes {
      switch content {
      case .part(_, let text, _): parts[name] = text
      case .gone: parts[name] = nil
      case .definition, .migration, .checksum, .after: break
      }
    }
    return parts
  }
}
