internal import Diagnostics
internal import SchemaLint

extension FactoryWithoutContext: SourceAnalysis {
  /// A finding for every function that returns a related object without having a context.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.results.compactMap { id, result in
      let function = flow.functions[id]
      guard !function.isInitializer, !result.hasContext,
        let event = result.returnedRelations.first, let model = model(event, result)
      else { return nil }
      let name = flow.program[model].facts.name
      return Finding(
        Self.id, .makesRelated(name, by: function.facts.name),
        at: flow.place(function.facts.position, in: id),
        notes: [
          .init(.relatedHere, at: flow.place(event.position, in: id)),
          .init(.takeContext(for: name)),
        ], atMost: function.isTest || function.isForShow ? .note : nil)
    }
  }

  private func model(_ event: RelationEvent, _ result: FlowResult) -> SourceProgram.TypeID? {
    event.objects.sorted { $0.number < $1.number }.lazy.compactMap(result.model).first
  }
}

extension Finding.Message {
  fileprivate static func makesRelated(_ model: String, by function: String) -> Self {
    Self(
      "'\(function)' makes \(withArticle(model)), relates it and returns it, and has no context to insert it "
        + "into: whoever calls it gets links that hold temporary identifiers")
  }

  fileprivate static let relatedHere = Self("it is related here")

  fileprivate static func takeContext(for model: String) -> Self {
    Self(
      "take a 'ModelContext' as a parameter, insert the '\(model)' into it, and relate it then")
  }
}
