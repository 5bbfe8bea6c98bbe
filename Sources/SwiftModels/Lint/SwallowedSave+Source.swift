internal import SchemaLint

extension SwallowedSave: SourceAnalysis {
  /// A finding for every `try?` before a save, or before a look-up that an insertion depends on.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let lookUps = DecidingLookUps(flow)
    return flow.appResults.flatMap { id, result in
      let file = flow.functions[id].file
      return result.contextUse.attempts.distinct.filter { attempt in
        !attempt.isForced
          && (attempt.isSave || lookUps.contains(attempt.position, inFile: file))
      }.map { attempt in
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
      attempt.isSave
      ? "what was not stored is lost at the next launch"
      : "a look-up that fails looks like one that finds nothing, and the object is inserted again"
    return Self("'try?' hides why '\(attempt.call)' fails: \(harm)")
  }

  fileprivate static func catchIt(_ attempt: ContextUse.Attempt) -> Self {
    Self("write 'try \(attempt.call)', and tell the user in the 'catch'")
  }
}

extension ContextUse.Attempt {
  /// The call as in the source, without its arguments.
  var call: String {
    (context.map { "\($0)." } ?? "") + name + (name == "save" ? "()" : "(…)")
  }
}
