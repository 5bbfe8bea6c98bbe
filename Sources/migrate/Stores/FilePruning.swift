internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaModel
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate prune STORE --files DIR`: moves the files of an app that no object refers to.
struct FilePruning {
  let store: String
  let files: OwnedFiles

  func run(_ invocation: Invocation, isApplied: Bool) throws -> Outcome {
    let work = Work(invocation)
    if let copy = try StoreUpkeep.copy(of: store, isApplied: isApplied, invocation) {
      let found = try work.run(on: store) {
        try StorePruner.unownedFiles(storeAt: copy.path, files, isCancelled: work.isCancelled)
      }
      var outcome = report(found)
      outcome.add(copy)
      outcome.lastLine = LastLine(PlatformStore.standing(of: store), of: store)
      return outcome
    }
    let history = try StoreUpkeep.history(describing: store, in: invocation)
    guard isApplied else {
      let found = try work.run(on: store) {
        try StorePruner.unownedFiles(
          storeAt: store, files, history: history, isCancelled: work.isCancelled)
      }
      return report(found)
    }
    let move = try work.run(on: store) {
      try StoreLock.whileLocked(store: store) {
        try StorePruner.moveUnownedFiles(
          storeAt: store, files, history: history, isCancelled: work.isCancelled)
      }
    }
    return report(move)
  }

  private func report(_ found: UnownedFiles) -> Outcome {
    let next = "migrate prune \(store.shellWord) --files \(files.folder.shellWord) --apply"
    let standing = StoreStanding(
      "'\(store)' is unchanged", next: found.names.isEmpty ? nil : next)
    return Outcome(
      text: Self.text(found), members: Self.members(found), lastLine: LastLine(standing, of: store))
  }

  private func report(_ move: UnownedFileMove) -> Outcome {
    let left = move.left.map { Diagnostic(code: "unowned-file", severity: .warning, $0) }
    return Outcome(
      status: left.isEmpty ? .done : .findings, findings: left, text: Self.text(move),
      members: Self.members(move),
      lastLine: LastLine(StoreStanding("'\(store)' is unchanged"), of: store))
  }
}

// MARK: - The files in a report

extension FilePruning {
  /// The largest number of files that are named in a text.
  private static let nameLimit = 10

  /// The files that would be moved.
  static func text(_ found: UnownedFiles) -> String {
    text(found, "move \(count(found)) to a folder next to '\(found.folder)'")
  }

  /// The files that were moved.
  static func text(_ move: UnownedFileMove) -> String {
    guard let place = move.place else {
      return move.left.isEmpty ? text(move.files, "") : ""
    }
    return text(move.files, "moved \(count(move.files)) to '\(place)'")
  }

  /// The lines about files that no object refers to any more and that stay; without their folder only their
  /// number.
  static func lines(_ count: Int64, _ files: UnownedFiles?, isDone: Bool) -> [String] {
    guard let files else {
      guard count > 0 else { return [] }
      return [
        "leave \(Quantity.count(count, "file")) of the app that no object names "
          + "\(isDone ? "any more" : "then"): 'migrate prune' with '--files DIR' moves "
          + "\(count == 1 ? "it" : "them") aside"
      ]
    }
    guard !files.names.isEmpty else { return [] }
    return lines(
      files, "leave \(self.count(files)) \(isDone ? "any more" : "then") in '\(files.folder)'")
  }

  private static func count(_ files: UnownedFiles) -> String {
    "\(Quantity.count(files.names.count, "file")) that no object names"
  }

  private static func text(_ files: UnownedFiles, _ act: String) -> String {
    guard !files.names.isEmpty else {
      return "every file in '\(files.folder)' is named by an object\n"
    }
    return lines(files, act).map { $0 + "\n" }.joined()
  }

  private static func lines(_ files: UnownedFiles, _ act: String) -> [String] {
    let rest = files.names.count - nameLimit
    return ["\(act), \(Quantity.bytes(files.bytes))"]
      + files.names.prefix(nameLimit).map { "  \($0)" }
      + (rest > 0
        ? ["  and \(Quantity.grouped(Int64(rest))) more: '--format json' names them all"] : [])
  }

  /// The files that would be moved, as members of a command's JSON.
  static func members(_ found: UnownedFiles) -> [JSONValue.Member] {
    [
      .init("unownedFiles", .list(found.names) { .string($0) }),
      .init("unownedFileBytes", .integer(found.bytes)),
    ]
  }

  /// The files that were moved, as members of a command's JSON.
  static func members(_ move: UnownedFileMove) -> [JSONValue.Member] {
    members(move.files) + [.init("unownedFolder", JSONValue(move.place))]
  }
}
