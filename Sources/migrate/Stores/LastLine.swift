internal import ArgumentParsing
internal import Files
internal import Reports
internal import SchemaModel
internal import StoreMigration

/// What a store is now, and what to do next: the last line that a command prints.
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

  /// The same as a member of a command's JSON.
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

// MARK: - The next command, to be pasted

extension LastLine {
  /// The line with those options in the next command that this one had and that one needs too.
  func completed(from arguments: ParsedArguments) -> LastLine {
    guard let next = standing.nextCommand else { return self }
    let words = next.split(separator: " ").map(String.init)
    guard words.count > 1 else { return self }
    let options = Self.options(of: words[1], from: arguments).filter {
      $0.name != "--allow" || !standing.withheldApprovals.contains($0.value)
    }
    let missing = options.filter { !words.contains($0.name) || $0.isRepeatable }
      .map { "\($0.name) \($0.value.shellWord)" }.filter { !next.contains($0) }
    let command = ([next] + missing).joined(separator: " ")
    return LastLine(
      StoreStanding(standing.sentence, after: standing.preparation, next: command), of: store)
  }

  private struct GivenOption {
    var name: String
    var value: String
    var isRepeatable = false
  }

  private static func options(
    of command: String, from arguments: ParsedArguments
  ) -> [GivenOption] {
    let schemas = arguments[CommonOptions.schemas].map {
      GivenOption(name: "--schemas", value: $0)
    }
    let target = arguments[CommonOptions.to].map { GivenOption(name: "--to", value: "\($0)") }
    let losses = arguments[MigrationArguments.allow].map {
      GivenOption(name: "--allow", value: $0, isRepeatable: true)
    }
    return switch command {
    case "plan", "apply": [target].compactMap(\.self) + losses + [schemas].compactMap(\.self)
    case "status", "verify", "diff", "create": [schemas].compactMap(\.self)
    default: []
    }
  }
}
