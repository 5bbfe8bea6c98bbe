internal import Files
internal import Diagnostics
internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import StoreMigration

/// The report on the version of a store, and on what the platform would do with it.
struct IdentityReport {
  private let store: IdentifiedStore
  private let histories: [SchemaHistory]
  private let identification: VersionIdentification
  private let platform: [PlatformVerdict.Statement]
  /// The differences between the store's own model and the nearest version.
  private let changes: [PlannedChange]

  init(_ store: IdentifiedStore, _ histories: [SchemaHistory]) {
    let histories = histories.filter { history in
      store.schema == nil || history.versions.first?.schema.name == store.schema
    }
    (self.store, self.histories) = (store, histories)
    identification = store.identification(among: histories)
    switch store.writer {
    case .tool: platform = []
    case .platform: platform = PlatformVerdict(identification, histories).statements
    }
    changes = Self.changes(of: store, identification.nearest, histories)
  }

  private static func changes(
    of store: IdentifiedStore, _ nearest: VersionIdentification.Candidate?,
    _ histories: [SchemaHistory]
  ) -> [PlannedChange] {
    guard let nearest, let model = store.model,
      let history = histories.first(where: { $0.versions.first?.schema.name == nearest.schema }),
      let document = history[nearest.version]
    else { return [] }
    return HopReview(from: document, to: SchemaDocument(schema: model)).changes
      .filter { $0.isHashNeutral != true }
  }

  /// Whether the version that made the store is known.
  var isIdentified: Bool { !identification.made.isEmpty }

  /// Whether the store was compared with versions: schema files exist, or the store names its model.
  var isCompared: Bool { !histories.isEmpty || store.schema != nil }

  /// Whether there is a model for reading the objects.
  var hasModel: Bool { isIdentified || store.model != nil }

  /// The number of versions that the store is behind, and the next command.
  var standing: StoreStanding {
    guard isCompared else {
      return StoreStanding(
        "'\(store.path)' was written by \(store.kind)",
        next: store.model == nil ? nil : "migrate import \(store.path.shellWord)")
    }
    guard let made = identification.made.last,
      let history = histories.first(where: { $0.versions.first?.schema.name == made.schema })
    else {
      return StoreStanding(
        identification.possible.isEmpty
          ? "'\(store.path)' was made by no version of the schema files"
          : "'\(store.path)' may have been made by \(names(identification.possible))")
    }
    let ahead = history.versions.count { $0.schema.version > made.version }
    return ahead == 0
      ? StoreStanding("'\(store.path)' is up to date")
      : StoreStanding(
        "'\(store.path)' is \(Quantity.count(ahead, "version")) behind",
        next: "migrate rehearse \(store.path.shellWord)")
  }

  var findings: [Diagnostic] { store.warnings + identityFindings }

  private var identityFindings: [Diagnostic] {
    guard !isIdentified, isCompared else { return [] }
    let known = histories.flatMap(\.versions).map { "\($0.schema.name) \($0.schema.version.words)" }
    guard identification.possible.isEmpty else {
      return [
        Diagnostic(
          code: "unidentified-store", severity: .warning,
          "'\(store.path)' may have been made by \(names(identification.possible)): not every "
            + "version hash can be computed")
      ]
    }
    let notes: [Diagnostic.Note] =
      known.isEmpty
      ? [
        .init("there are no schema files of its model '\(store.schema ?? "")'"),
        .init(
          "name their folder with '--schemas', or make some: migrate import \(store.path.shellWord)"
        ),
      ]
      : [.init("the schema files have \(known.joined(separator: ", "))")] + strangerNotes
    return [
      Diagnostic(
        code: "unidentified-store", "'\(store.path)' was made by no version of the schema files",
        notes: notes)
    ]
  }

  /// Notes with the entities of both sides, if no version shares one with the store: it may belong to another
  /// app.
  private var strangerNotes: [Diagnostic.Note] {
    guard identification.nearest == nil else { return [] }
    let known = Set(histories.compactMap(\.newest).flatMap(\.schema.entities).map(\.name))
    return [
      .init(
        "the store has the entities \(store.entities.sorted().quotedExcerpt), the schema files "
          + known.sorted().quotedExcerpt),
      .init(
        "where it is the store of another app, name the folder of its schema files with '--schemas', or "
          + "make some: migrate import \(store.path.shellWord)"),
    ]
  }

  private func names(_ candidates: [VersionIdentification.Candidate]) -> String {
    candidates.map(\.name).joined(separator: ", ")
  }
}

// MARK: - Text

extension IdentityReport {
  var text: String {
    let labels = store.labels.isEmpty ? nil : "label     \(store.labels.joined(separator: ", "))"
    let lines = [
      "store     \(store.path)", "written   by \(store.kind)", labels,
      identification.made.isEmpty ? nil : "version   \(names(identification.made))",
      identification.possible.isEmpty ? nil : "perhaps   \(names(identification.possible))",
    ]
    return (lines.compactMap { $0 } + nearestLines + platformLines).map { $0 + "\n" }.joined()
  }

  private var nearestLines: [String] {
    guard let nearest = identification.nearest ?? identification.possible.first else {
      let isUnlike = identification.made.isEmpty && !histories.isEmpty
      return isUnlike ? ["nearest   none, for no version has an entity that the store has"] : []
    }
    let head =
      "\(nearest.name), \(nearest.distance) of \(nearest.matches.count) entities differ"
      + (identification.closeness?.words(nearest) ?? "")
    return (identification.nearest == nil ? [] : ["nearest   \(head)"])
      + nearest.differences.map { "    \($0.match.sign) \($0.entity): \($0.match.words)" }
      + (changes.isEmpty ? [] : ["from it to the store's own model"])
      + changes.map { "    \($0.change.description)" }
  }

  private var platformLines: [String] {
    platform.enumerated().map { position, statement in
      (position == 0 ? "platform  " : "          ") + statement.line
    }
  }
}

// MARK: - JSON

extension IdentityReport {
  var members: [JSONValue.Member] {
    [
      .init("path", .string(store.path)),
      .init("writer", .string(store.writer.name)),
      .init("framework", store.writer.framework.map { .integer(Int64($0)) } ?? .null),
      .init("labels", .list(store.labels) { .string($0) }),
      .init("versions", .list(identification.made, \.value)),
      .init("possible", .list(identification.possible, \.value)),
      .init("nearest", identification.nearest?.value ?? .null),
      .init("nearestBy", identification.closeness.map { .string($0.name) } ?? .null),
      .init("changes", .list(changes) { .string($0.change.description) }),
      .init("platform", .list(platform, \.value)),
    ]
  }
}

extension IdentifiedStore.Writer {
  fileprivate var name: String {
    switch self {
    case .platform: "core-data"
    case .tool: "migrate"
    }
  }

  fileprivate var framework: Int? {
    switch self {
    case .platform(let version): version
    case .tool: nil
    }
  }
}

extension VersionIdentification.Candidate {
  /// The model and the version: `Library 2.0.0`.
  fileprivate var name: String { "\(schema) \(version.words)" }

  fileprivate var value: JSONValue {
    [
      "schema": .string(schema), "version": .string("\(version)"),
      "differences": .list(differences) {
        ["entity": .string($0.entity), "difference": .string($0.match.words)]
      },
    ]
  }
}

extension VersionIdentification.Closeness {
  fileprivate var name: String {
    switch self {
    case .entities: "entities"
    case .properties: "properties"
    case .label: "label"
    case .newest: "newest"
    }
  }

  /// The reason why a version is the nearest, if the number of equal entities does not show it; begins with a
  /// comma.
  fileprivate func words(_ candidate: VersionIdentification.Candidate) -> String {
    switch self {
    case .entities: ""
    case .properties(let count):
      ", in the fewest properties of \(count) versions with as many equal entities: "
        + "\(candidate.differingProperties ?? 0)"
    case .label(let count): ", and of \(count) versions as near as this the store names it"
    case .newest(let count): ", and of \(count) versions as near as this it is the newest"
    }
  }
}

extension CoreDataMetadata.EntityMatch {
  fileprivate var sign: String {
    switch self {
    case .same: "="
    case .different: "~"
    case .unknown: "?"
    case .missingInStore: "-"
    case .missingInSchema: "+"
    }
  }

  fileprivate var words: String {
    switch self {
    case .same: "the same"
    case .different: "another version hash"
    case .unknown(let obstacle): "its version hash cannot be computed: \(obstacle)"
    case .missingInStore: "only the version has it"
    case .missingInSchema: "only the store has it"
    }
  }
}
