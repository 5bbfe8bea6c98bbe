internal import Diagnostics
internal import SchemaLint

extension InsertBeforeRelate: SourceAnalysis {
  /// A finding for every object that is related before it is inserted, with all places of its relations.
  ///
  /// The finding is an error if the relation is known to fail, and otherwise a warning or a note.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let found = flow.results.flatMap { id, result in
      let function = flow.functions[id]
      let isStoredNever = function.isTest || function.isForShow
      let relations = result.events.map { event in
        EarlyRelationFinding(event, result, isNote: isStoredNever || result.isForShow(event))
      }
      return relations.grouped(by: \.cause).map {
        (owner: function.owner, finding: finding($0, of: id, result, flow))
      }
    }
    return flow.oncePerClass(found)
  }

  private func finding(
    _ relations: [EarlyRelationFinding], of id: FunctionTable.ID, _ result: FlowResult,
    _ flow: ProgramFlow
  ) -> Finding {
    let words = relations.map { RelationWords($0.event, result, flow.program) }
    let others = zip(relations, words).dropFirst().map { relation, words in
      Finding.Note(.tooSoonToo(words), at: flow.place(relation.event.position, in: id))
    }
    let first = relations[0]
    let evidence = first.cause.failure?.evidence.map { message, position in
      Finding.Note(message, at: flow.place(position, in: id))
    }
    return Finding(
      Self.id, .relatesTooSoon(words[0], first.cause.failure),
      at: flow.place(first.event.position, in: id),
      notes: [evidence, Finding.Note(.insertFirst(words[0], first.cause.failure))].compactMap(
        \.self)
        + others,
      atMost: first.cause.heaviest)
  }
}

/// A relation before the insertion, and the cause that findings are grouped by.
private struct EarlyRelationFinding {
  /// The cause of a finding: an object, and the harm.
  struct Cause: Hashable {
    var objects: Set<FlowObject>
    var failure: RelationFailure?
    var isNote: Bool

    /// The highest severity of the finding; nil without a limit.
    var heaviest: Diagnostic.Severity? {
      if isNote { return .note }
      return failure == nil ? .warning : nil
    }
  }

  var event: RelationEvent
  var cause: Cause

  init(_ event: RelationEvent, _ result: FlowResult, isNote: Bool) {
    self.event = event
    let objects = event.owner.isFresh ? event.owner.objects : event.freshObjects
    cause = Cause(objects: objects, failure: result.failure(of: event), isNote: isNote)
  }
}

extension Sequence {
  /// The elements in groups with equal keys, in the order of the first element of each group.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var places: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let place = places[key(element), default: groups.count]
      if place == groups.count { groups.append([]) }
      places[key(element)] = place
      groups[place].append(element)
    }
    return groups
  }
}

/// The words for a relation before the insertion.
struct RelationWords {
  private let event: RelationEvent
  private let result: FlowResult
  private let program: SourceProgram

  /// Creates the words for a relation in a function.
  init(_ event: RelationEvent, _ result: FlowResult, _ program: SourceProgram) {
    self.event = event
    self.result = result
    self.program = program
  }

  /// The action and its object, as the subject of a sentence.
  var deed: String {
    switch event.way {
    case .initializer(let model, let taken):
      return "'\(program[model].facts.name)' is made with \(taken.map(\.label).quoted)"
    case .assignment: return "'\(target(0))' is set"
    case .addition: return "'\(target(0))' gets another object"
    case .helper(let name): return "'\(name)' relates \(related)"
    }
  }

  /// Both ends of the relation; an end without a name is 'an object of its own'.
  private var related: String {
    switch (event.owner.isNameless, event.values[0].isNameless) {
    case (false, false): "'\(ownerName)' to '\(valueName(0))'"
    case (true, false): "an object of its own to '\(valueName(0))'"
    case (_, true): "'\(ownerName)' to an object of its own"
    }
  }

  /// The names of the ends that are not inserted yet.
  var newEnds: String { freshNames.quoted }

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

  /// The advice for code whose lines are not certain.
  var advice: String {
    switch event.way {
    case .initializer(let model, let taken):
      let others = freshNames.dropFirst(event.owner.isFresh ? 1 : 0)
      let too = others.isEmpty ? "" : " and \(Array(others).quoted)"
      let wanted = taken.filter { !$0.isOmissible }.map(\.label)
      return
        "make '\(program[model].facts.name)' without \(taken.map(\.label).quoted), insert it\(too), "
        + "and set \(event.properties.map { "'\(ownerName).\($0)'" }.joined(separator: " and ")) then"
        + (wanted.isEmpty ? "" : "; its initializer has to do without \(wanted.quoted)") + late
    case .assignment, .addition, .helper:
      return "insert \(freshNames.quoted) above this line" + late
    }
  }

  /// The line that inserts an end too late.
  private var late: String {
    let places = event.freshObjects.flatMap { result.insertions(of: $0) }
    let line = places.filter { $0 > event.position }.min()?.line
    return line.map { "; line \($0) inserts too late" } ?? ""
  }

  /// The names of the objects in a list literal such as `[first, second]`.
  private func memberNames(_ place: Int) -> [String]? {
    let value = event.values[place]
    guard value.isCollection, value.text == nil, !value.objects.isEmpty else { return nil }
    let names = value.objects.sorted { $0.number < $1.number }.compactMap(result.name)
    return names.count == value.objects.count ? names : nil
  }

  private func target(_ place: Int) -> String { "\(ownerName).\(event.properties[place])" }

  private var ownerName: String { name(event.owner, "object") }

  private func valueName(_ place: Int) -> String {
    let value = event.values[place]
    if value.isCollection, value.text == nil { return event.properties[place] }
    return name(value, event.properties[place])
  }

  /// The name of an object in the source; without one, a name after its class.
  private func name(_ end: RelationEvent.End, _ fallback: String) -> String {
    if let text = end.text { return text }
    let objects = end.objects.sorted { $0.number < $1.number }
    if let name = objects.lazy.compactMap(result.name).first { return name }
    guard let model = objects.lazy.compactMap(result.model).first else { return fallback }
    let type = program[model].facts.name
    let name = type.prefix(1).lowercased() + type.dropFirst()
    // Another object may have this name.
    return result.isName(name) ? "\(type)(…)" : name
  }
}

extension RelationEvent.End {
  /// Whether neither the source nor the analysis has a name for the end.
  fileprivate var isNameless: Bool { text == nil && objects.isEmpty }
}

extension Finding.Message {
  fileprivate static func relatesTooSoon(
    _ words: RelationWords, _ failure: RelationFailure?
  ) -> Self {
    let early = "\(words.deed) before \(words.tooSoon) inserted into a context"
    switch failure {
    case nil:
      return Self("\(early): early releases of SwiftData lost such a link, or crashed on saving")
    case .ownerFirst:
      return Self(
        "\(early), and the other end is inserted after its owner: in this order the link is "
          + "reported to be lost or to crash the app")
    case .neverInserted:
      return Self(
        "\(words.deed), and nothing inserts \(words.newEnds) before the save: what is not inserted "
          + "is not stored")
    case .severalContexts:
      return Self(
        "\(early), and its ends go into two contexts: the app crashes where they are linked")
    case .identifierRead:
      return Self(
        "\(early), and its identifier is read before the save and goes elsewhere: the identifier "
          + "is only temporary until then")
    }
  }

  fileprivate static func insertFirst(
    _ words: RelationWords, _ failure: RelationFailure?
  ) -> Self {
    var advice = "insert first, relate then: \(words.advice)"
    if case .identifierRead(let place) = failure {
      advice += "; and save before line \(place.line) reads the identifier"
    }
    return Self(advice)
  }

  fileprivate static func tooSoonToo(_ words: RelationWords) -> Self {
    Self("\(words.deed) here, before \(words.tooSoon) inserted")
  }
}

extension RelationFailure {
  /// The second place that the failure depends on, with a message.
  fileprivate var evidence: (Finding.Message, Position)? {
    switch self {
    case .ownerFirst(let place): (Finding.Message("the other end is inserted here"), place)
    case .neverInserted(let place): (Finding.Message("the save is here"), place)
    case .identifierRead(let place): (Finding.Message("the identifier is read here"), place)
    case .severalContexts: nil
    }
  }
}
