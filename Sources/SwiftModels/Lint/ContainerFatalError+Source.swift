internal import SchemaLint

extension ContainerFatalError: SourceAnalysis {
  /// A finding for every call that ends the app if a container cannot be opened.
  func findings(in flow: ProgramFlow) -> [Finding] {
    ContainerOpening.all(in: flow).flatMap { opening -> [Finding] in
      guard let handler = opening.handler else {
        return [finding("try!", opening.position, opening, flow)]
      }
      var found: [Finding] = []
      handler.forEachExpression { expression in
        guard let name = Self.deadEnd(expression),
          !opening.lastResort.contains(expression.position)
        else { return }
        found.append(finding(name, expression.position, opening, flow))
      }
      return found
    }
    // An opening within the handler of another one comes later, and has its own handler.
    .grouped(by: \.place).compactMap(\.last)
  }

  /// The name of the function that ends the app, if a call is one of its calls.
  private static func deadEnd(_ expression: Expression) -> String? {
    let names: Set = ["fatalError", "preconditionFailure", "abort", "exit"]
    guard case .call(let callee, _) = expression.kind, case .name(let name, _) = callee.kind,
      names.contains(name)
    else { return nil }
    return name
  }

  private func finding(
    _ name: String, _ position: Position, _ opening: ContainerOpening, _ flow: ProgramFlow
  ) -> Finding {
    Finding(
      Self.id, .ends(name), at: flow.place(position, inFile: opening.function.file),
      notes: [
        position == opening.position
          ? nil : .init(.opened, at: flow.place(opening.position, inFile: opening.function.file)),
        .init(.offer),
      ].compactMap(\.self))
  }
}

extension Finding.Message {
  fileprivate static func ends(_ name: String) -> Self {
    Self(
      "'\(name)' ends the app where its store cannot be opened, at every launch: only deleting the "
        + "app helps then, with all data")
  }

  fileprivate static let opened = Self("the store is opened here")

  fileprivate static let offer = Self(
    "keep the error, show it, and offer to try again or to restore a backup")
}
