internal import SchemaLint

extension RelateAcrossContexts: SourceAnalysis {
  /// A finding for every link between objects whose contexts are two for certain.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.results.flatMap { id, result in
      result.contextUse.certainCrossings.distinct.map { crossing in
        Finding(
          Self.id, .crosses(crossing), at: flow.place(crossing.position, in: id),
          notes: [.init(.fetchAgain(crossing))])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func crosses(_ crossing: ContextUse.Crossing) -> Self {
    Self(
      "'\(crossing.property)' links objects of two contexts, which ends the app here or on saving")
  }

  fileprivate static func fetchAgain(_ crossing: ContextUse.Crossing) -> Self {
    Self(
      "insert both into one context, or get the other object there by its 'persistentModelID': "
        + "'context.model(for: id)'")
  }
}
