internal import Diagnostics
internal import SchemaLint

extension InsertBeforeRelate: SourceAnalysis {
  /// A finding for every expression that relates an object which nothing can have inserted.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let found = flow.results.filter { !$0.result.events.isEmpty }
    let files = Dictionary(grouping: found) { flow.functions[$0.id].file }
    let bodies = flow.functions.bodies
    // A file is parsed once more for the lines to write in it, and let go before the next one.
    return files.sorted { $0.key < $1.key }.deepMap { file, results in
      let needed = results.compactMap { flow.functions[$0.id].facts.body?.range }
      let others = Set(bodies[file] ?? []).subtracting(needed)
      let tree = flow.program.files[file].text?.bytes.map {
        SourceTree($0, leavingOut: Array(others))
      }
      let events = results.flatMap { id, result in result.events.map { (id, result, $0) } }
      let corrections = events.map { _, result, event in
        tree.map { tree in
          RelationCorrection(event: event, result: result, tree: tree, program: flow.program)
        }
      }
      let lines = SourceTree.parsing(corrections.map { $0?.lines })
      return events.indices.map { place in
        let (id, result, event) = events[place]
        return finding(
          event, of: id, result, lines[place],
          makesOthers: corrections[place]?.makesOthers ?? false, flow)
      }
    }.flatMap(\.self)
  }

  private func finding(
    _ event: RelationEvent, of id: FunctionTable.ID, _ result: FlowResult, _ lines: [String]?,
    makesOthers: Bool, _ flow: ProgramFlow
  ) -> Finding {
    let words = RelationWords(event, result, flow.program)
    let others: [Finding.Note] = makesOthers ? [.init(.insertOthers)] : []
    return Finding(
      Self.id, .relatesTooSoon(words), at: flow.place(event.position, in: id),
      notes: [.init(.insertFirst(lines, words))] + others,
      atMost: result.isForShow(event) ? .note : nil)
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
    case .initializer(let model, let taken):
      return "'\(program[model].facts.name)' is made with \(taken.map(\.label).quoted)"
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
    let isOne = freshNames.count == 1 && !event.values.contains { $0.isFresh && $0.isList }
    return freshNames.quoted + (isOne ? " is" : " are")
  }

  private var freshNames: [String] {
    var names: [String] = []
    if event.owner.isFresh { names.append(ownerName) }
    for place in event.values.indices where event.values[place].isFresh {
      names += memberNames(place) ?? [valueName(place)]
    }
    return names
  }

  /// What to write instead, where the lines are not known for certain.
  var advice: String {
    switch event.way {
    case .initializer(let model, let taken):
      let others = freshNames.dropFirst(event.owner.isFresh ? 1 : 0)
      let too = others.isEmpty ? "" : " and \(Array(others).quoted)"
      let wanted = taken.filter { $0.omission == .none }.map(\.label)
      return
        "make '\(program[model].facts.name)' without \(taken.map(\.label).quoted), insert it\(too), "
        + "and set \(event.properties.map { "'\(ownerName).\($0)'" }.joined(separator: " and ")) then"
        + (wanted.isEmpty ? "" : "; its initializer has to do without \(wanted.quoted)") + late
    case .assignment, .addition, .helper:
      return "insert \(freshNames.quoted) above this line" + late
    }
  }

  /// The line that inserts something of it now.
  private var late: String {
    let lines = event.freshObjects.flatMap(result.places.insertions).map(\.position)
      .filter { $0 > event.position }.map(\.line)
    return lines.min().map { "; line \($0) inserts too late" } ?? ""
  }

  /// The names of the objects in a list that is spelled out, such as `[first, second]`.
  private func memberNames(_ place: Int) -> [String]? {
    let value = event.values[place]
    guard value.isCollection, value.text == nil, !value.objects.isEmpty else { return nil }
    let names = value.objects.sorted { $0.id < $1.id }.compactMap(result.name)
    return names.count == value.objects.count ? names : nil
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
    let type = program[model].facts.name
    let name = type.prefix(1).lowercased() + type.dropFirst()
    // Another object may be called like that.
    return result.isName(name) ? "\(type)(…)" : name
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

  fileprivate static func insertFirst(_ lines: [String]?, _ words: RelationWords) -> Self {
    guard let lines else { return Self("insert first, relate then: \(words.advice)") }
    return Self((["insert first, relate then:"] + lines).joined(separator: "\n"))
  }

  fileprivate static let insertOthers = Self(
    "another object is made on this line and lost sight of: where it is related, too, insert it first"
  )
}
