internal import Diagnostics
internal import SchemaLint

extension InsertBeforeRelate: SourceAnalysis {
  /// A finding for every expression that relates an object which nothing can have inserted.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.results.flatMap { id, result in
      result.events.map { event in
        let words = RelationWords(event, result, flow.program)
        return Finding(
          Self.id, .relatesTooSoon(words), at: flow.place(event.position, in: id),
          notes: [.init(.insertFirst(words))], atMost: result.isForShow(event) ? .note : nil)
      }
    }
  }
}

/// How a relation that comes too soon is spoken of.
struct RelationWords {
  private let event: RelationEvent
  private let result: FlowResult
  private let program: SourceProgram

  /// The words for a relation in a function.
  init(_ event: RelationEvent, _ result: FlowResult, _ program: SourceProgram) {
    self.event = event
    self.result = result
    self.program = program
  }

  /// What is done, to what, as the subject of a sentence.
  var deed: String {
    switch event.way {
    case .initializer(let model, let labels):
      let arguments = labels.map { "'\($0)'" }.joined(separator: " and ")
      return "'\(program[model].facts.name)' is made with \(arguments)"
    case .assignment: return "'\(target(0))' is set"
    case .addition: return "'\(target(0))' gets another object"
    case .helper(let name): return "'\(name)' relates \(related)"
    }
  }

  /// Both ends; one that only the function knows has no name here.
  private var related: String {
    switch (event.owner.isNameless, event.values[0].isNameless) {
    case (false, false): "'\(ownerName)' to '\(valueName(0))'"
    case (true, false): "an object of its own to '\(valueName(0))'"
    case (_, true): "'\(ownerName)' to an object of its own"
    }
  }

  /// The ends that are not inserted yet, as the subject of a clause.
  var tooSoon: String {
    var names: [String] = []
    if event.owner.isFresh { names.append(ownerName) }
    for place in event.values.indices where event.values[place].isFresh {
      names += memberNames(place) ?? [valueName(place)]
    }
    let quoted = names.map { "'\($0)'" }
    let isOne = names.count == 1 && !event.values.contains { $0.isFresh && $0.isList }
    let listed =
      quoted.count < 3
      ? quoted.joined(separator: " and ")
      : quoted.dropLast().joined(separator: ", ") + " and " + quoted[quoted.count - 1]
    return listed + (isOne ? " is" : " are")
  }

  /// The lines to write instead.
  var corrected: [String] {
    var lines: [String] = []
    if case .initializer(let model, _) = event.way {
      lines.append("let \(ownerName) = \(program[model].facts.name)(…)")
    }
    for place in event.values.indices where event.values[place].isFresh {
      if isNamedHere(place) { lines.append("let \(valueName(place)) = …") }
    }
    if event.owner.isFresh { lines.append("\(context).insert(\(ownerName))") }
    for place in event.values.indices where event.values[place].isFresh {
      lines += insertions(place)
    }
    return lines + event.properties.indices.map(relating)
  }

  /// The lines that insert a value, or each of its objects.
  private func insertions(_ place: Int) -> [String] {
    if let names = memberNames(place) { return names.map { "\(context).insert(\($0))" } }
    let (value, name) = (event.values[place], valueName(place))
    let isList = value.isList || value.isCollection && value.text == nil
    return [isList ? "\(name).forEach(\(context).insert)" : "\(context).insert(\(name))"]
  }

  /// The names of the objects in a list that is spelled out, such as `[first, second]`.
  private func memberNames(_ place: Int) -> [String]? {
    let value = event.values[place]
    guard value.isCollection, value.text == nil, !value.objects.isEmpty else { return nil }
    let names = value.objects.sorted { $0.id < $1.id }.compactMap(result.name)
    return names.count == value.objects.count ? names : nil
  }

  /// Whether the corrected lines have to name a value that the source does not name.
  private func isNamedHere(_ place: Int) -> Bool {
    let value = event.values[place]
    guard value.text == nil, memberNames(place) == nil else { return false }
    return value.isCollection || !value.objects.contains { result.name(of: $0) != nil }
  }

  private var context: String { event.context ?? "context" }

  private func relating(_ place: Int) -> String {
    switch event.way {
    case .initializer, .assignment: "\(target(place)) = \(spelled(place))"
    case .addition:
      event.values[place].isCollection
        ? "\(target(place)) += \(spelled(place))"
        : "\(target(place)).append(\(valueName(place)))"
    case .helper(let name): "\(name)(…)"
    }
  }

  /// A value as the corrected lines have it.
  private func spelled(_ place: Int) -> String {
    memberNames(place).map { "[\($0.joined(separator: ", "))]" } ?? valueName(place)
  }

  private func target(_ place: Int) -> String { "\(ownerName).\(event.properties[place])" }

  private var ownerName: String { name(event.owner, "object") }

  private func valueName(_ place: Int) -> String {
    let value = event.values[place]
    if value.isCollection, value.text == nil { return event.properties[place] }
    return name(value, event.properties[place])
  }

  /// How the source calls an object; one without a name after its class.
  private func name(_ end: RelationEvent.End, _ fallback: String) -> String {
    if let text = end.text { return text }
    let objects = end.objects.sorted { $0.id < $1.id }
    if let name = objects.lazy.compactMap(result.name).first { return name }
    guard let model = objects.lazy.compactMap(result.model).first else { return fallback }
    let name = program[model].facts.name
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}

extension RelationEvent.End {
  /// Whether neither the source nor the analysis has a name for it.
  fileprivate var isNameless: Bool { text == nil && objects.isEmpty }
}

extension Finding.Message {
  fileprivate static func relatesTooSoon(_ words: RelationWords) -> Self {
    Self(
      "\(words.deed) before \(words.tooSoon) inserted into a context: the link holds an identifier "
        + "that is only temporary, and is lost or crashes the app on saving")
  }

  fileprivate static func insertFirst(_ words: RelationWords) -> Self {
    Self((["insert first, relate then:"] + words.corrected).joined(separator: "\n"))
  }
}
