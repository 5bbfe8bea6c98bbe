internal import Diagnostics
internal import Files
internal import SchemaModel

/// Reads one case.
struct CaseReading {
  private let history: SchemaHistory
  private let file: String
  private let log: ProblemLog

  init(_ history: SchemaHistory, file: String, log: ProblemLog) {
    (self.history, self.file, self.log) = (history, file, log)
  }

  /// The keys of a case, in the order of its documentation.
  static let keys = [
    "name", "doc", "from", "rows", "fixture", "sample", "seed", "to", "allow", "expect", "fails",
  ]
  private static let starts = ["rows", "fixture", "sample"]

  /// Reads a case; nil if it cannot be understood, which is reported.
  func migrationCase(_ node: YAMLNode) -> MigrationCase? {
    guard
      let fields = Fields(node, of: "a case", key: "cases", allowed: Self.keys, log: log),
      fields.require("name"), let name = fields.text("name"),
      let start = start(fields), let target = target(fields)
    else { return nil }
    let source = version(fields, "from")
    if source == nil, fields["from"] == nil, fields["fixture"] == nil {
      log.report(.missingSource, at: fields.location)
    }
    checkOrder(source, target, fields)
    let contents = CaseContents(source, target, log: log)
    let (rows, names) = contents.rows(fields)
    let expectations = contents.expectations(fields, rows: names)
    if fields["expect"] != nil, let place = fields.keyLocation("fails") {
      log.report(.expectedBoth, at: place)
    }
    return MigrationCase(
      name: name, source: source?.schema.version, start: start ?? .rows(rows),
      target: target.schema.version, allowedLosses: fields.names("allow") ?? [],
      expectations: expectations, failure: failure(fields), location: fields.location)
  }

  // MARK: - Versions

  private func version(_ fields: Fields, _ key: String) -> SchemaDocument? {
    guard let node = fields[key], let text = fields.text(key) else { return nil }
    if let version = Version(text), let document = history[version] { return document }
    let known = history.versions.map { "\($0.schema.version)" }
    log.report(.unknownVersion(text, known: known), at: node.location)
    return nil
  }

  private func target(_ fields: Fields) -> SchemaDocument? {
    fields["to"] == nil ? history.newest : version(fields, "to")
  }

  private func checkOrder(_ source: SchemaDocument?, _ target: SchemaDocument, _ fields: Fields) {
    guard let source = source?.schema.version, source > target.schema.version else { return }
    log.report(
      .olderTarget("\(target.schema.version)", source: "\(source)"),
      at: fields.keyLocation("to") ?? fields.location)
  }

  // MARK: - Starts

  /// The content of the initial store; the inner nil stands for rows.
  ///
  /// The outer nil, which is reported, means that the content is not given exactly once.
  private func start(_ fields: Fields) -> MigrationCase.Start?? {
    let given = Self.starts.filter { fields[$0] != nil }
    guard given.count == 1 else {
      log.report(given.isEmpty ? .noStart : .severalStarts(Self.starts), at: fields.location)
      return nil
    }
    switch given[0] {
    case "fixture":
      return fields.text("fixture").map {
        .some(.fixture(path: FilePath.join(FilePath.folder(of: file), $0)))
      }
    case "sample":
      return fields.count("sample").map {
        .some(.sample(objects: $0, seed: fields.count("seed") ?? 1))
      }
    default: return .some(nil)
    }
  }

  // MARK: - Failures

  private func failure(_ fields: Fields) -> MigrationCase.ExpectedFailure? {
    guard let node = fields["fails"],
      let failure = Fields(
        node, of: "'fails'", key: "fails", allowed: ["code", "mentions"], log: log),
      failure.require("code"), let kind = failure.text("code")
    else { return nil }
    return MigrationCase.ExpectedFailure(
      kind, mentions: failure.names("mentions") ?? [], at: node.location)
  }
}
