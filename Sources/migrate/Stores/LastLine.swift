internal import ArgumentParsing
internal import Files
internal import JSON
internal import SchemaModel
internal import StoreMigration

/// The last line of a command's output: the state of a store, and the next command.
struct LastLine {
  let store: String
  var standing: StoreStanding

  /// The last line for a store.
  init(_ standing: StoreStanding, of store: String) {
    (self.standing, self.store) = (standing, store)
  }

  /// The line: `'library.store' is version 2.0.0; next: migrate verify library.store`.
  var text: String {
    let steps = [standing.preparation, standing.nextCommand].compactMap(\.self)
    return standing.sentence
      + (steps.isEmpty ? "" : "; next: " + steps.joined(separator: ", then ")) + "\n"
  }

  /// The line as a member of a command's JSON.
  var member: JSONValue.Member {
    let preparation = standing.preparation.map { ("preparation", JSONValue.string($0)) }
    let members: [(String, JSONValue)?] = [
      ("path", .string(store)), ("standing", .string(standing.sentence)), preparation,
      ("next", JSONValue(standing.nextCommand)),
    ]
    return .init(
      "store", .object(members.compactMap(\.self).map { JSONValue.Member($0.0, $0.1) }))
  }
}

// MARK: - The next command

extension LastLine {
  /// The line with a complete next command.
  ///
  /// Options of this command that the next command also needs are added. If this command must be repeated,
  /// the next command is the command as typed.
  func completed(from arguments: ParsedArguments, typed: String) -> LastLine {
    if standing.repeatsCommand { return leading(to: repeated(typed, from: arguments)) }
    guard let next = standing.nextCommand else { return self }
    let words = next.split(separator: " ").map(String.init)
    guard words.count > 1, words[0] == "migrate" else { return self }
    // A saved plan contains the approvals.
    let isApproved = words.contains("--plan")
    let options = GivenOption.options(of: words[1], from: arguments).filter {
      !isWithheld($0) && !(isApproved && $0.name == "--allow")
    }
    let missing = options.filter { !words.contains($0.name) || $0.isRepeatable }
      .map(\.text).filter { !next.contains($0) }
    return leading(to: ([next] + missing).joined(separator: " "))
  }

  /// The command as typed, without the path of a backup that exists already.
  private func repeated(_ typed: String, from arguments: ParsedArguments) -> String {
    guard standing.isBackupMade, let place = arguments[MigrationArguments.backup] else {
      return typed
    }
    let spellings = ["--backup \(place.shellWord)", "--backup=\(place)".shellWord]
    return spellings.reduce(typed) { $0.replacing(" " + $1, with: "") }
  }

  private func leading(to command: String) -> LastLine {
    LastLine(
      StoreStanding(standing.sentence, after: standing.preparation, next: command), of: store)
  }

  private func isWithheld(_ option: GivenOption) -> Bool {
    switch option.name {
    case "--allow": standing.withheldApprovals.contains(option.value ?? "")
    case "--backup": standing.isBackupMade
    default: false
    }
  }
}

/// An option of this command that the next command also needs.
private struct GivenOption {
  var name: String
  var value: String?
  var isRepeatable = false

  /// The option as typed.
  var text: String { ([name] + [value?.shellWord].compactMap(\.self)).joined(separator: " ") }

  /// The given options that another command accepts.
  static func options(of command: String, from arguments: ParsedArguments) -> [GivenOption] {
    let schemas = option("--schemas", arguments[CommonOptions.schemas])
    let config = option("--config", arguments[CommonOptions.config])
    let files = option("--files", arguments[CommonOptions.files])
    return switch command {
    case "plan", "rehearse": migration(arguments) + schemas + config
    case "apply":
      migration(arguments) + option("--plan", arguments[MigrationArguments.plan])
        + schemas + config
    case "recover", "repair", "prune", "import-data":
      option("--backup", arguments[MigrationArguments.backup]) + files + schemas + config
    case "verify": files + schemas + config
    case "status", "create": schemas + config
    default: config
    }
  }

  private static func migration(_ arguments: ParsedArguments) -> [GivenOption] {
    let losses = arguments[MigrationArguments.allow].map {
      GivenOption(name: "--allow", value: $0, isRepeatable: true)
    }
    return option("--to", arguments[CommonOptions.to].map { "\($0)" })
      + option("--from", arguments[MigrationArguments.from].map { "\($0)" }) + losses
      + option("--backup", arguments[MigrationArguments.backup])
      + flag("--no-backup", arguments[MigrationArguments.noBackup])
      + flag("--carry-broken-references", arguments[MigrationArguments.carry])
  }

  private static func option(_ name: String, _ value: String?) -> [GivenOption] {
    value.map { [GivenOption(name: name, value: $0)] } ?? []
  }

  private static func flag(_ name: String, _ isGiven: Bool) -> [GivenOption] {
    isGiven ? [GivenOption(name: name)] : []
  }
}
