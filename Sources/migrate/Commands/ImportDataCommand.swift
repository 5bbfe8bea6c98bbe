internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import StoreImport
internal import StoreLayout
internal import StoreMigration
internal import StoreVerification

/// `migrate import-data`: imports the records of a JSON file into a store.
enum ImportDataCommand: RunnableCommand {
  private static let data = Argument(.file("DATA"), help: "the JSON file")
  private static let mapping = Option(
    "mapping", .file(), help: "the YAML file that says what becomes of its records")
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "import-data"

  static let declaration = Command(
    name: commandName,
    abstract: "Show an import of JSON records; --apply makes it.",
    discussion: """
      Every record becomes an object, with the objects that it leads to, as the mapping says. A \
      record whose key the store has already is passed over, so that a second run brings in \
      nothing. All of the file comes in, or nothing: every record that cannot come in is reported \
      with its place.

      Without --apply nothing is written: the import is tried on a copy. With it, a backup is \
      taken first, and all is done in one transaction. With --files, or 'files' in migrate.yml, \
      paths at which there is no file are reported.
      """,
    examples: [
      .init(
        "migrate import-data recipes.store recipes.json --mapping recipes.yaml",
        "Show what would come in."),
      .init(
        "migrate import-data recipes.store recipes.json --mapping recipes.yaml --apply",
        "Bring the recipes in."),
    ],
    section: "stores", arguments: [CommonOptions.store, data],
    options: [
      mapping, CommonOptions.files, apply, MigrationArguments.documentBackup, CommonOptions.scratch,
      format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    guard let mapping = invocation.arguments[mapping] else {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "missing-option", "'--mapping' has to say what becomes of the records",
            notes: [
              .init("as in: migrate import-data STORE RECORDS --mapping MAPPING.yaml"),
              .init(
                "a mapping for {\"books\": [{\"isbn\": \"1\", \"name\": \"Emma\"}]}: {records: books, entity: Book, "
                  + "key: [isbn], attributes: {isbn: isbn, title: name}}"),
            ])
        ])
    }
    let ownedFiles = try OwnedFiles(named: invocation)
    let files = DataImport.Files(data: invocation.arguments[data], mapping: mapping)
    do {
      guard invocation.arguments[apply] else {
        let outcome = try StoreUpkeep.show(path, in: invocation, isEmpty: \.imported.isEmpty) {
          try DataImport.plan(files, into: path, options: options($0, ownedFiles))
        }
        return report(outcome, path, files, isDone: false)
      }
      let work = Work(invocation)
      let (outcome, warnings) = try StoreUpkeep(of: path, in: invocation).run { backup in
        try DataImport.apply(files, into: path, options: options(work, ownedFiles), backup: backup)
      }
      return report(outcome, path, files, warnings, isDone: true)
    } catch let error as DiagnosticsError {
      throw Failure(ofRecords: error, keptFrom: path)
    }
  }

  private static func options(_ work: Work, _ files: OwnedFiles?) -> DataImport.Options {
    var options = DataImport.Options()
    options.ownedFiles = files
    options.toolVersion = CommandTable.version
    options.isCancelled = work.isCancelled
    options.progress = { try work.report("reading records", $0, of: nil, unit: "records") }
    return options
  }
}

extension Failure {
  /// The failure of invalid records or of an invalid mapping; the store is unchanged.
  fileprivate init(ofRecords error: DiagnosticsError, keptFrom store: String) {
    self.init(.unable, error.diagnostics)
    let place = error.diagnostics.lazy.compactMap(\.location).min()
    lastLine = LastLine(
      StoreStanding(
        "'\(store)' is unchanged", after: place.map { "correct \($0)" }, repeatsCommand: true),
      of: store)
  }
}

// MARK: - The report

extension ImportDataCommand {
  private static func report(
    _ outcome: DataImport.Outcome, _ path: String, _ files: DataImport.Files,
    _ warnings: [Diagnostic] = [], isDone: Bool
  ) -> Outcome {
    let isEmpty = outcome.imported.isEmpty
    let again =
      "migrate import-data \(path.shellWord) \(files.data.shellWord) "
      + "--mapping \(files.mapping.shellWord) --apply"
    let standing =
      isEmpty
      ? StoreStanding(
        outcome.differing.isEmpty
          ? "'\(path)' has all of it already, and is unchanged"
          : "'\(path)' has these records already, not all as they are here, and is unchanged")
      : isDone
        ? StoreStanding(
          "'\(path)' has what was imported"
            + (outcome.altered.isEmpty ? "" : ", not all as it is here"),
          next: "migrate verify \(path.shellWord)")
        : StoreStanding("'\(path)' is unchanged", next: again)
    return Outcome(
      hasChangedStore: outcome.backup != nil,
      findings: warnings + outcome.unmapped + outcome.differing + outcome.altered
        + outcome.missingFiles,
      text: text(outcome, isDone: isDone), members: members(outcome),
      lastLine: LastLine(standing, of: path))
  }

  private static func text(_ outcome: DataImport.Outcome, isDone: Bool) -> String {
    let present = outcome.present > 0 ? ", \(Quantity.grouped(outcome.present)) there already" : ""
    let lines =
      [Quantity.count(outcome.records, "record") + present]
      + outcome.imported.map { "\(isDone ? "imported" : "import") \($0.count) \($0.entity)" }
      + outcome.effects.map(\.message)
      + (outcome.backup.map { ["backup: \($0)"] } ?? [])
    return lines.map { $0 + "\n" }.joined()
  }

  private static func members(_ outcome: DataImport.Outcome) -> [JSONValue.Member] {
    [
      .init("records", .integer(Int64(outcome.records))),
      .init("present", .integer(Int64(outcome.present))),
      .init(
        "imported",
        .list(outcome.imported) { ["entity": .string($0.entity), "count": .integer($0.count)] }),
      .init("backup", JSONValue(outcome.backup)),
      .init("effects", .list(outcome.effects, \.value)),
    ]
  }
}
