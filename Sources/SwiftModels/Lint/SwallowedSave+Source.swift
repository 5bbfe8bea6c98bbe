internal import SchemaLint

extension SwallowedSave: SourceAnalysis {
  /// A finding for every `try?` before what a context does.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appResults.flatMap { id, result in
      result.contextUse.attempts.distinct.filter { !$0.isForced }.map { attempt in
        Finding(
          Self.id, .hides(attempt), at: flow.place(attempt.position, in: id),
          notes: [.init(.catchIt(attempt))])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func hides(_ attempt: ContextUse.Attempt) -> Self {
    let harm =
      switch attempt.name {
      case "save", "transaction": "what was not stored is gone at the next launch"
      default: "a store that cannot be read looks like an empty one"
      }
    return Self("'try?' hides why '\(attempt.call)' fails: \(harm)")
  }

  fileprivate static func catchIt(_ attempt: ContextUse.Attempt) -> Self {
    Self("write 'try \(attempt.call)', and tell the user in the 'catch'")
  }
}

extension ContextUse.Attempt {
  /// The call as the source has it, without its arguments.
  var call: String {
    (context.map { "\($0)." } ?? "") + name + (name == "save" ? "()" : "(…)")
  }
}
