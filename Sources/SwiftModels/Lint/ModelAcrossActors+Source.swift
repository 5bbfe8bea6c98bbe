internal import Diagnostics
internal import SchemaLint

extension ModelAcrossActors: SourceAnalysis {
  /// A finding for every model object that goes to another actor, or comes from one.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appResults.flatMap { id, result in
      result.actorCrossings.map { crossing in
        Finding(
          Self.id, .crosses(crossing, flow.program), at: flow.place(crossing.position, in: id),
          notes: [
            crossing.sending.map { .init(.handedOver, at: flow.place($0, in: id)) },
            .init(.useIdentifier(crossing, flow.program)),
          ].compactMap(\.self))
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func crosses(_ crossing: ActorCrossing, _ program: SourceProgram) -> Self {
    let model = withArticle(program[crossing.model].facts.name)
    switch crossing.way {
    case .argument(let method, let actor):
      return Self(
        "\(model) is handed to '\(method)' of the actor '\(program[actor].facts.name)', where its "
          + "context does not live: two threads then use one object")
    case .result(let method, let actor):
      return Self(
        "'\(method)' of the actor '\(program[actor].facts.name)' hands out \(model), whose context "
          + "stays behind: two threads then use one object")
    case .capture(let name):
      return Self(
        "'\(name)' is \(model), and the closure uses it on another thread than its context does")
    case .use(let name, _):
      return Self(
        "'\(name)' is \(model) that went to another actor, and is used here again: two threads then "
          + "use one object")
    case .eachTurn(let name):
      return Self(
        "'\(name)' is \(model) that goes to another actor in each turn of a loop, though it is there "
          + "by then: two threads then use one object")
    }
  }

  fileprivate static let handedOver = Self("it is handed over here")

  fileprivate static func useIdentifier(
    _ crossing: ActorCrossing, _ program: SourceProgram
  ) -> Self {
    let model = program[crossing.model].facts.name
    switch crossing.way {
    case .argument, .capture:
      return Self(
        "hand over the 'persistentModelID', and get the object there: 'self[id, as: \(model).self]'"
      )
    case .use, .eachTurn:
      return Self(
        "hand over the values that \(withArticle(model)) is made with, and make the object there")
    case .result:
      return Self("return the 'persistentModelID', or a struct with the values that are wanted")
    }
  }
}

extension ActorCrossing {
  /// Where the object went to another actor before it is used again.
  fileprivate var sending: Position? {
    if case .use(_, let place) = way { place } else { nil }
  }
}
