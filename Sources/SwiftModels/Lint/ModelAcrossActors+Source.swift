internal import Diagnostics
internal import SchemaLint

extension ModelAcrossActors: SourceAnalysis {
  /// A finding for every model object that is passed to another actor, or comes from one.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appResults.flatMap { id, result in
      result.actorCrossings.map { crossing in
        Finding(
          Self.id, .crosses(crossing, flow.program), at: flow.place(crossing.position, in: id),
          notes: [.init(.useIdentifier(crossing, flow.program))])
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
    }
  }

  fileprivate static func useIdentifier(
    _ crossing: ActorCrossing, _ program: SourceProgram
  ) -> Self {
    let model = program[crossing.model].facts.name
    switch crossing.way {
    case .argument, .capture:
      return Self(
        "hand over the 'persistentModelID', and get the object there: 'self[id, as: \(model).self]'"
      )
    case .result:
      return Self("return the 'persistentModelID', or a struct with the values that are wanted")
    }
  }
}
