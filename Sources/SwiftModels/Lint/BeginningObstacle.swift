internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// The reason why `--fix` cannot begin the next version of a model without leaving something out.
enum BeginningObstacle {
  /// Parts of the model could not be read.
  case isUnread
  /// Released entities are missing from the files, which may not be all files.
  case mayBeElsewhere([String])
  /// A schema file cannot express the model, with the fault that it would have.
  case isRefused(Diagnostic)
  /// The platform takes the version for the previous one, of this number.
  case isSame(Version)
  /// An old name is one that neither the released version nor a later one has, which is a finding itself.
  case isMisspelt
}

extension CurrentModels.Match {
  /// The reason why the next version cannot be begun; nil if the model is known completely.
  func obstacle(elsewhere unseen: Set<String>) -> BeginningObstacle? {
    guard let newest = model.history.newest?.schema else { return nil }
    guard version.unreadList == nil, version.unread.allSatisfy(newest.hasType) else {
      return .isUnread
    }
    let live = version.completed(by: newest, elsewhere: unseen)
    let missing = newest.entities.map(\.name).filter {
      live.document.schema.entity(named: $0) == nil
    }
    if certainty != .listed, !missing.isEmpty { return .mayBeElsewhere(missing) }
    if hasMisspeltName(live) { return .isMisspelt }
    if let fault = live.faults.first(where: { $0.severity == .error }) { return .isRefused(fault) }
    let number = live.document.schema.version
    let isNew = live.declaration != nil && number > newest.version
    return isNew && live.document.schema.checksum.value != nil
      && live.document.schema.checksum == newest.checksum ? .isSame(newest.version) : nil
  }

  /// Whether an old name in the models is unknown to the released version and to every later one.
  private func hasMisspeltName(_ live: SourceVersion) -> Bool {
    let problems = [model.document, model.history.newest].compactMap(\.self).map { base in
      Set(
        ModelStep(base, live).review.renameProblems.filter {
          $0.diagnostic.code == RenameSourceMissing.id.name
        }.map(\.path))
    }
    return !(problems.reduce(problems.first ?? []) { $0.intersection($1) }).isEmpty
  }
}

extension BeginningObstacle {
  /// Notes about what to do instead.
  var notes: [Finding.Note] {
    switch self {
    case .isUnread: [.init(.readFirst)]
    case .mayBeElsewhere(let names): [.init(.giveTheRest(names)), .init(.beginByHand(names[0]))]
    case .isRefused(let fault):
      [.init(.mendFirst(fault), at: fault.location.map { .location($0) })]
    case .isSame(let number): [.init(.differFirst(number))]
    case .isMisspelt: []
    }
  }
}

extension Finding.Message {
  fileprivate static let readFirst = Self(
    "'migrate lint --fix' begins the schema file of the next version once all of the model can be "
      + "read: write or give what is not known; or 'migrate new' begins it, and you write the change there"
  )

  fileprivate static func mendFirst(_ fault: Diagnostic) -> Self {
    Self(
      "'migrate lint --fix' begins no version, as a schema file cannot say that: \(fault.message)")
  }

  fileprivate static func differFirst(_ number: Version) -> Self {
    Self("'migrate lint --fix' begins it once a version hash differs from \(number)")
  }

  fileprivate static func giveTheRest(_ names: [String]) -> Self {
    Self(
      "'migrate lint --fix' begins no version, as \(names.quoted) may be in files that were not given: "
        + "give these, too, or the file whose 'ModelContainer' or 'Schema' lists all models")
  }

  fileprivate static func beginByHand(_ name: String) -> Self {
    Self(
      "where '\(name)' is removed or renamed, 'migrate new' begins the next version: write there "
        + "'entities: [\(name)]' under 'removed:', or, where a custom stage copies its objects, 'renamedFrom: \(name)' at its "
        + "new name")
  }
}
