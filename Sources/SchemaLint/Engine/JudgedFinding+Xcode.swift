internal import Diagnostics
internal import SchemaModel

extension SourceFindings {
  /// A finding on a schema file of a Core Data model, with advice for the model in Xcode, which decides what the
  /// platform does.
  func inXcode(_ judged: JudgedFinding) -> JudgedFinding {
    guard judged.diagnostic.severity > .note,
      let command = imports[judged.diagnostic.location?.file ?? ""]
    else { return judged }
    return judged.inXcode(then: command)
  }
}

extension JudgedFinding {
  /// The finding with advice for the model in Xcode, if there is any, and with the command that brings the
  /// model to its schema file.
  package func inXcode(then command: String?) -> JudgedFinding {
    guard case .part(let path) = finding.place, path.components.first == "entities",
      let name = path.components.last
    else { return self }
    let bring = command.map { Diagnostic.Note("bring it to the schema file: \($0) --replace") }
    var judged = self
    // An edit of the schema file alone leaves the model as it is.
    judged.finding.fix = nil
    func says(_ notes: [String], besides others: [Diagnostic.Note] = []) {
      judged.diagnostic.notes = notes.map { .init($0) } + [bring].compactMap(\.self) + others
    }
    let notes = diagnostic.notes
    switch finding.rule {
    case ProbableRename.id:
      let renames = notes.compactMap(\.message.renamingInXcode)
      says(renames, besides: notes.filter { $0.message.renamingInXcode == nil })
    case RequiredAddedWithoutDefault.id, OptionalMadeRequired.id:
      let isLink = path.components.dropLast().last == "relationships"
      says([
        isLink
          ? "make '\(name)' optional in Xcode"
          : "give '\(name)' a default in Xcode, or make it optional there"
      ])
    case MissingInverse.id, AmbiguousInverse.id:
      let names = notes.flatMap { $0.message.matches(of: #/write 'inverse: (\w+)'/#).map(\.1) }
      let ends = names.map { "'\($0)'" }.joined(separator: " or ")
      says([
        names.isEmpty
          ? "give its destination a relationship that leads back in Xcode, and set it as the inverse of '\(name)'"
          : "set the inverse of '\(name)' to \(ends) in Xcode"
      ])
    default:
      guard isOnModel, let command else { return judged }
      judged.diagnostic.notes.append(
        .init("the model in Xcode decides: correct it there, then: \(command) --replace"))
    }
    return judged
  }
}

extension String {
  /// The advice on a rename in Xcode's words; nil if it is about something else.
  fileprivate var renamingInXcode: String? {
    firstMatch(of: #/^if it is '(.+?)' now, .*renamedFrom: (\w+)/#).map {
      "if it is '\($0.1)' now, set its Renaming ID to '\($0.2)' in Xcode"
    }
  }
}
