internal import SchemaLint

extension ForcedSave: SourceAnalysis {
  /// A finding for every `try!` before a method of a context.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appResults.flatMap { id, result in
      result.contextUse.attempts.distinct.filter(\.isForced).map { attempt in
        Finding(
          Self.id, .crashes(attempt), at: flow.place(attempt.position, in: id),
          notes: [.init(.throwIt(attempt))])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func crashes(_ attempt: ContextUse.Attempt) -> Self {
    Self(
      "'try!' ends the app where '\(attempt.call)' fails, and what was not saved is lost with it")
  }

  fileprivate static func throwIt(_ attempt: ContextUse.Attempt) -> Self {
    Self("write 'try \(attempt.call)' in a function that throws, or in a 'do' with a 'catch'")
  }
}
