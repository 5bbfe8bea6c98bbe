internal import Diagnostics
internal import SchemaLint

extension StoreDeletedOnFailure: SourceAnalysis {
  /// A finding for every deletion of files in the failure handler of an opening.
  func findings(in flow: ProgramFlow) -> [Finding] {
    var found: [Finding] = []
    for opening in ContainerOpening.all(in: flow) {
      guard let finding = Self.finding(of: opening, flow) else { continue }
      // Several openings may lead to the same deletion.
      if let known = found.firstIndex(where: { $0.place == finding.place }) {
        let isHeavier = finding.heaviest == nil && found[known].heaviest != nil
        let (kept, other) = isHeavier ? (finding, found[known]) : (found[known], finding)
        found[known] = kept
        found[known].notes = (other.notes.prefix(1) + kept.notes).distinct
      } else {
        found.append(finding)
      }
    }
    return found
  }

  /// A call that deletes files.
  private struct Deletion {
    var call: Expression
    var name: String
    var place: Finding.Place
    /// Whether the files certainly belong to the store.
    var isOfStore: Bool
  }

  private static func finding(of opening: ContainerOpening, _ flow: ProgramFlow) -> Finding? {
    let all = deletions(after: opening, flow).grouped(by: \.place).map { calls in
      calls.first(where: \.isOfStore) ?? calls[0]
    }
    let certain = all.filter(\.isOfStore)
    let meant = certain.isEmpty ? all : certain
    guard let first = meant.first else { return nil }
    let isOfCache = opening.isOfCache(deletedBy: meant.map(\.call), flow)
    let message: Finding.Message =
      isOfCache
      ? .deletesCache(first.name) : first.isOfStore ? .deletes(first.name) : .mayDelete(first.name)
    return Finding(
      id, message, at: first.place,
      notes: [.init(.opened, at: flow.place(opening.position, inFile: opening.function.file))]
        + meant.dropFirst().map { .init(.deletesToo($0.name), at: $0.place) }
        + [.init(.moveAside)],
      atMost: first.isOfStore && !isOfCache ? nil : .warning)
  }

  private static func deletions(
    after opening: ContainerOpening, _ flow: ProgramFlow
  ) -> [Deletion] {
    let function = opening.function
    let scope = Scope(file: function.file, type: function.owner)
    let bodies = flow.index.bodies(reachedFrom: opening.handler ?? [], in: scope, depth: 2)
    // The opened store may be a copy that was made just before.
    let around = function.facts.statements
    guard
      !([around] + bodies.map(\.body)).contains(where: { body in
        body.containsExpression(where: keepsACopy)
      })
    else { return [] }
    let addresses = StoreAddresses(around: opening, flow)
    return bodies.enumerated().flatMap { place, reached in
      let (body, scope) = reached
      // The first body is the failure handler; the others are called functions.
      let paths = StorePaths(
        in: body, of: place == 0 ? around : body, scope, flow.program,
        taking: place == 0 ? function.facts.parameters : [])
      var found: [Deletion] = []
      body.forEachExpression { expression in
        guard let name = expression.calledName, deletions.contains(name) else { return }
        let isOpened = expression.callArguments.first.flatMap {
          addresses.contains($0.value, inFile: scope.file)
        }
        let isStore = isOpened ?? paths.isOfStore(deletedBy: expression)
        guard isStore != false else { return }
        found.append(
          Deletion(
            call: expression, name: name,
            place: flow.place(expression.position, inFile: scope.file),
            isOfStore: isStore ?? false))
      }
      return found
    }
  }

  private static let deletions: Set = [
    "removeItem", "destroyPersistentStore", "deleteAllData", "erase", "unlink",
  ]

  /// Whether a call moves or copies files to another place.
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

  fileprivate static func deletesCache(_ name: String) -> Self {
    Self(
      "'\(name)' deletes the store that cannot be opened, which is called a cache: what cannot be "
        + "fetched again is lost")
  }

  fileprivate static func mayDelete(_ name: String) -> Self {
    Self(
      "'\(name)' deletes files where the store cannot be opened: if they are the store's, it is "
        + "the only copy, and most reasons for that pass")
  }

  fileprivate static func deletesToo(_ name: String) -> Self {
    Self("'\(name)' deletes here, too")
  }

  fileprivate static let opened = Self("the store is opened here")

  fileprivate static let moveAside = Self(
    "move the files to another place, keep them, and tell the user where they are")
}
