internal import Diagnostics
public import SchemaModel

/// A comparison of a Core Data model in Xcode with the schema files of the same model.
///
/// Migrations are not compared, because a mapping model says nothing that a schema file repeats. Neither are
/// parts that only a schema file can have, such as a rule.
public struct CoreDataComparison {
  private let model: [SchemaDocument]
  private let current: Version?
  private let history: SchemaHistory
  private let released: [ReleasedVersion]
  private let command: String
  private let labels: [String]?
  private let oldest: Version?

  /// A comparison of the versions of a model, as an import numbers them, with schema files and their lock.
  ///
  /// `command` imports the model into the folder of the schema files. `labels` are the names of all versions
  /// in the package, also of versions that cannot be read; nil if the model is in no package. Versions older than
  /// `oldest` may be missing.
  public init(
    _ model: [SchemaDocument], current: Version?, with history: SchemaHistory,
    released: [ReleasedVersion], command: String, labels: [String]? = nil, oldest: Version? = nil
  ) {
    (self.model, self.history, self.released) = (model, history, released)
    (self.labels, self.oldest) = (labels, oldest)
    self.current = current ?? model.last?.schema.version
    self.command = command
  }

  /// A finding for each part that differs from a version, and for a current version without a schema file.
  public var findings: [Finding] {
    let suspect = Set(
      ReleaseComparison(history, with: released).edits.filter(\.isOnlyOfLock)
        .map(\.released.version))
    let differences = model.enumerated().flatMap { position, document -> [Finding] in
      let number = number(of: document)
      let pinned = number.flatMap { number in released.first { $0.version == number } }
      let file = number.flatMap { history[$0] }
      let isLockEdited = number.map(suspect.contains) ?? false
      guard
        let base = (isLockEdited ? nil : pinned) ?? file.map(ReleasedVersion.init(releasing:))
      else {
        return document.schema.version == current ? [withoutFile(document)] : []
      }
      var same = document
      same.schema.version = base.version
      let consequence = base.model.consequence(of: same)
      let before = position > 0 ? model[position - 1] : nil
      let shortfalls = file.map { ModelShortfall.all(of: $0, in: same, after: before) } ?? [:]
      return base.model.changes(to: same).filter(\.isOfModel).map { change in
        let shortfall = change.part.flatMap { shortfalls[$0] }
        let finding =
          pinned == nil
          ? unversioned(change, in: same, shortfall)
          : edited(change, in: same, file, consequence, shortfall)
        return finding.limited(
          to: consequence == .unnoticed && shortfall == nil ? .warning : nil)
      }
    }
    return differences + lost
  }

  /// A finding for each released version that the package no longer has, under whatever name.
  ///
  /// The platform looks for the version hashes of a store, and not for the name of a version.
  private var lost: [Finding] {
    guard let labels, let place = model.last else { return [] }
    return released.compactMap { pinned in
      guard pinned.version >= oldest ?? pinned.version,
        let label = history[pinned.version]?.schema.documentation, !labels.contains(label),
        !model.contains(where: { document in
          number(of: document) == pinned.version
            || pinned.consequence(of: document) != .unrecognised
        })
      else { return nil }
      return Finding(
        ReleasedVersionEdited.id, .isDeleted(label, pinned.version),
        at: self.place(of: nil, in: place),
        notes: [
          .init(.takeBack(label, beside: place.file)),
          .init(.isUnsupported(history.newest?.schema.name, pinned.version)),
        ])
    }
  }

  /// Whether a version of the model is locked.
  package func isReleased(_ document: SchemaDocument) -> Bool {
    number(of: document).map { number in released.contains { $0.version == number } } ?? false
  }

  /// The schema files of the model's versions that are not locked.
  package var openFiles: [String] {
    model.filter { !isReleased($0) }.compactMap { number(of: $0).flatMap { history[$0]?.file } }
  }

  /// The version of the schema files with the same name; otherwise the number of the import, unless that
  /// version has the name of another one.
  private func number(of document: SchemaDocument) -> Version? {
    func label(_ document: SchemaDocument) -> String { document.schema.documentation ?? "" }
    if let named = history.versions.first(where: { label($0) == label(document) }) {
      return named.schema.version
    }
    let version = document.schema.version
    let isOther = history[version].map { file in model.contains { label($0) == label(file) } }
    return isOther == true ? nil : version
  }

  private func edited(
    _ change: ReleaseChange, in document: SchemaDocument, _ file: SchemaDocument?,
    _ consequence: ReleasedVersion.Consequence, _ shortfall: ModelShortfall?
  ) -> Finding {
    let version = document.schema.version
    return Finding(
      ReleasedVersionEdited.id, .edited(document, change), at: place(of: change, in: document),
      notes: [
        shortfall.map { .init($0.message(version)) }, shortfall.map { .init($0.advice) },
        consequence.message(version).map { .init($0) }, .init(.undo(document.file)),
        .init(.repin(version, file?.file)),
      ].compactMap(\.self))
  }

  private func unversioned(
    _ change: ReleaseChange, in document: SchemaDocument, _ shortfall: ModelShortfall?
  ) -> Finding {
    let version = document.schema.version
    return Finding(
      UnversionedModelChange.id, shortfall?.message(version) ?? .isNowhere(change, version),
      at: place(of: change, in: document),
      notes: shortfall.map { [.init($0.advice), .init(.isRight("\(command) --replace"))] }
        ?? [.init(.describe("\(command) --replace")), .init(.correctModel)])
  }

  private func withoutFile(_ document: SchemaDocument) -> Finding {
    Finding(
      UnversionedModelChange.id, .hasNoFile(document),
      at: place(of: nil, in: document), notes: [.init(.describe(command))], atMost: .warning)
  }

  private func place(of change: ReleaseChange?, in document: SchemaDocument) -> Finding.Place {
    let path = change?.part.map {
      document.outlinePaths[$0] ?? ReleasedVersionEdited.formerPath(of: $0)
    }
    return document.sources.location(of: path ?? SchemaPath()).map { .location($0) }
      ?? .part(path ?? SchemaPath())
  }
}

extension ReleasedVersion {
  /// The version without the migration that leads to it.
  fileprivate var model: ReleasedVersion {
    var version = self
    version.migrationDigest = nil
    version.outline = outline.model
    return version
  }
}

extension ReleaseChange {
  /// Whether a Core Data model has parts of this kind.
  fileprivate var isOfModel: Bool {
    guard let kind = part?.split(separator: " ").first else { return true }
    return [
      "entity", "attribute", "relationship", "unique", "index", "composite", "element", "hash",
    ].contains(kind)
  }
}

extension Finding.Message {
  private static func name(of document: SchemaDocument) -> String {
    "'\(document.schema.documentation ?? document.schema.name)'"
  }

  fileprivate static func edited(_ document: SchemaDocument, _ change: ReleaseChange) -> Self {
    Self(
      "\(name(of: document)) is version \(document.schema.version), which was released, and is "
        + "edited: \(change)")
  }

  fileprivate static func undo(_ file: String?) -> Self {
    let git = file.map { " (git checkout -- '\($0)', where it is not committed)" } ?? ""
    return Self("undo it here\(git), and say it in a model version of its own")
  }

  fileprivate static func repin(_ version: Version, _ file: String?) -> Self {
    Self(
      "where \(version) never left the team, say it in "
        + "\(file.map { "'\($0)'" } ?? "its schema file") too, then: migrate lock --repin "
        + "\(version)")
  }

  fileprivate static func isNowhere(_ change: ReleaseChange, _ version: Version) -> Self {
    Self(
      "\(change), and version \(version), which is not released yet, does not describe it")
  }

  fileprivate static func hasNoFile(_ document: SchemaDocument) -> Self {
    Self(
      "\(name(of: document)) is the current version, and no schema file describes it: what becomes of "
        + "data in the migration to it is not checked")
  }

  fileprivate static func describe(_ command: String) -> Self { Self("describe it: \(command)") }

  fileprivate static var correctModel: Self {
    Self("where the schema file is right, change the model in Xcode: the platform reads only that")
  }

  fileprivate static func isRight(_ command: String) -> Self {
    Self("where the model is right: \(command)")
  }

  fileprivate static func isDeleted(_ label: String, _ version: Version) -> Self {
    Self(
      "'\(label)' is version \(version), which was released, and the model no longer has it: the "
        + "platform cannot migrate its stores")
  }

  fileprivate static func takeBack(_ label: String, beside contents: String?) -> Self {
    let folders = (contents ?? "").split(separator: "/", omittingEmptySubsequences: false)
    let package = folders.dropLast(2).joined(separator: "/")
    return Self("take it back: git checkout HEAD -- '\(package)/\(label).xcdatamodel'")
  }

  fileprivate static func isUnsupported(_ model: String?, _ version: Version) -> Self {
    Self(
      "where no store of \(version) is left, write the oldest version that is left under "
        + "'oldest-supported' in migrate.yml: '\(model ?? ""): …'")
  }
}
