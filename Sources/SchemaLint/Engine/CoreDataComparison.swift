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

  /// A comparison of the versions of a model, as an import numbers them, with schema files and their lock.
  ///
  /// `command` imports the model into the folder of the schema files.
  public init(
    _ model: [SchemaDocument], current: Version?, with history: SchemaHistory,
    released: [ReleasedVersion], command: String
  ) {
    (self.model, self.history, self.released) = (model, history, released)
    self.current = current ?? model.last?.schema.version
    self.command = command
  }

  /// A finding for each part that differs from a version, and for a current version without a schema file.
  public var findings: [Finding] {
    model.flatMap { document -> [Finding] in
      let number = number(of: document)
      let pinned = number.flatMap { number in released.first { $0.version == number } }
      let file = number.flatMap { history[$0] }
      guard let base = pinned ?? file.map(ReleasedVersion.init(releasing:)) else {
        return document.schema.version == current ? [withoutFile(document)] : []
      }
      var same = document
      same.schema.version = base.version
      let consequence = base.model.consequence(of: same)
      return base.model.changes(to: same).filter(\.isOfModel).map { change in
        let finding =
          pinned == nil
          ? unversioned(change, in: same) : edited(change, in: same, file, consequence)
        return finding.limited(to: consequence == .unnoticed ? .warning : nil)
      }
    }
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
    _ consequence: ReleasedVersion.Consequence
  ) -> Finding {
    let version = document.schema.version
    return Finding(
      ReleasedVersionEdited.id, .edited(document, change), at: place(of: change, in: document),
      notes: [
        consequence.message(version).map { .init($0) }, .init(.undo(document.file)),
        .init(.repin(version, file?.file)),
      ].compactMap(\.self))
  }

  private func unversioned(_ change: ReleaseChange, in document: SchemaDocument) -> Finding {
    Finding(
      UnversionedModelChange.id, .isNowhere(change, document.schema.version),
      at: place(of: change, in: document), notes: [.init(.describe("\(command) --replace"))])
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
}
