internal import Diagnostics
internal import SchemaLint

extension StoreDeletedOnFailure: SourceAnalysis {
  /// A finding for every deletion of files where a container cannot be opened.
  func findings(in flow: ProgramFlow) -> [Finding] {
    ContainerOpening.all(in: flow).flatMap { Self.findings(of: $0, flow) }.distinct
  }

  private static func findings(of opening: ContainerOpening, _ flow: ProgramFlow) -> [Finding] {
    let scope = Scope(file: opening.function.file, type: opening.function.owner)
    let bodies = flow.index.bodies(reachedFrom: opening.handler ?? [], in: scope, depth: 2)
    // What is opened may itself be a copy that was made just before.
    let around = opening.function.facts.statements
    guard
      !([around] + bodies.map(\.body)).contains(where: { body in
        body.containsExpression(where: keepsACopy)
      })
    else { return [] }
    let addresses = StoreAddresses(around: opening, flow)
    return bodies.enumerated().flatMap { place, reached in
      let (body, scope) = reached
      // The first is what is done where it fails, and the others are functions of their own.
      let paths = StorePaths(
        in: body, of: place == 0 ? around : body, scope, flow.program,
        taking: place == 0 ? opening.function.facts.parameters : [])
      var found: [Finding] = []
      body.forEachExpression { expression in
        guard let name = expression.calledName, deletions.contains(name) else { return }
        let isOpened = expression.callArguments.first.flatMap {
          addresses.contains($0.value, inFile: scope.file)
        }
        let isStore = isOpened ?? paths.isOfStore(deletedBy: expression)
        guard isStore != false else { return }
        found.append(
          Finding(
            id, isStore == nil ? .mayDelete(name) : .deletes(name),
            at: flow.place(expression.position, inFile: scope.file),
            notes: [
              .init(.opened, at: flow.place(opening.position, inFile: opening.function.file)),
              .init(.moveAside),
            ], atMost: isStore == nil ? .warning : nil))
      }
      return found
    }
  }

  private static let deletions: Set = [
    "removeItem", "destroyPersistentStore", "deleteAllData", "erase", "unlink",
  ]

  /// Whether a call puts what is there to another place first.
  private static func keepsACopy(_ expression: Expression) -> Bool {
    guard let name = expression.calledName else { return false }
    let words = ["moveItem", "copyItem", "replaceItem", "replacePersistentStore", "migratePersist"]
    return words.contains(where: name.hasPrefix) || name.lowercased().contains("backup")
  }
}

extension Finding.Message {
  fileprivate static func deletes(_ name: String) -> Self {
    Self(
      "'\(name)' deletes the store that cannot be opened: it is the only copy, and most reasons "
        + "for that pass")
  }

  fileprivate static func mayDelete(_ name: String) -> Self {
    Self(
      "'\(name)' deletes files where the store cannot be opened: if they are the store's, it is "
        + "the only copy, and most reasons for that pass")
  }

  fileprivate static let opened = Self("the store is opened here")

  fileprivate static let moveAside = Self(
    "move the files to another place, keep them, and tell the user where they are")
}
