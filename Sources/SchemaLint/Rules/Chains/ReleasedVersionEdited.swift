internal import Diagnostics
internal import SchemaModel

/// Flags a released version whose schema file no longer matches the release.
///
/// ## Why
///
/// Stores of a released version are on devices. They were made from the model of the release, and
/// carry its version hashes. After an edit of the file, the app looks for a version that no store
/// has. The platform refuses to open the stores, and the user sees no data. Some edits keep the
/// version hashes, such as a new index or another delete rule. The platform then opens the stores,
/// but never brings the change to them. If a released migration is edited, some devices have run
/// the old form, and others run the new form.
///
/// `migrate lock` pins the released versions in `schema.lock`. Without this file, the rule reports
/// nothing. You may still change documentation, comments and the order of the declarations.
///
/// If Swift source is checked too, the rule compares each `VersionedSchema` of a pinned version
/// with the version hashes in the lock. In the newest version, it also reports a removed case of an
/// enumeration, which no hash covers. A Core Data model is compared with the lock too, version by
/// version, and must keep the model of each released version.
///
/// ## Example
///
/// Version 1.0.0 was released without the attribute `year`.
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book:
///     attributes:
///       title: string = ""
///       year: int?
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book:
///     attributes:
///       title: string = ""
///
/// # V2.yaml
/// version: 2.0.0
/// extends: V1.yaml
/// entities:
///   Book:
///     attributes:
///       year: int?
/// ```
///
/// ## When it is safe
///
/// The edit is safe if the version never reached a device. `migrate lock --repin 1.0.0` then pins
/// the version in its new form.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/migrating_your_data_model_automatically
public struct ReleasedVersionEdited: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "released-version-edited"

  /// A rule without state.
  public init() {}

  /// Whether the chain has a lock.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.released != nil }

  /// A finding for each part that differs from the release, and for each missing version.
  public func findings(in chain: VersionChain) -> [Finding] {
    let comparison = ReleaseComparison(SchemaHistory(chain.versions), with: chain.released ?? [])
    let unreleased = comparison.unreleased.map(\.schema.version)
    return comparison.missing.map { version in
      Finding(
        Self.id, .gone(version), at: .version(version, SchemaPath(["version"])),
        notes: [.init(.takeBack(version, beside: chain.newest?.file))])
    } + comparison.edits.flatMap { findings(on: $0, unreleased, comparison.settledFiles) }
  }

  private func findings(
    on edit: ReleaseComparison.Edit, _ unreleased: [Version], _ settledFiles: Set<String>
  ) -> [Finding] {
    let version = edit.released.version
    let paths = edit.document.outlinePaths
    if edit.isOnlyOfLock {
      return edit.changes.map { change in
        Finding(
          Self.id, .otherwiseLocked(version, change),
          at: .version(version, SchemaPath(["version"])),
          notes: [.init(.takeLockBack(beside: edit.document.file)), .init(.repin(version))])
      }
    }
    let next = unreleased.first { $0 > version }
    return edit.changes.map { change in
      var path = change.part.map { paths[$0] ?? Self.formerPath(of: $0) }
      // An unchanged file is not the place of the edit.
      let place = path.flatMap(edit.document.sources.location)
      if let place, settledFiles.contains(place.file) { path = nil }
      return Finding(
        Self.id, .edited(version, change),
        at: .version(version, path ?? SchemaPath(["version"])),
        notes: [
          consequence(of: edit).map { .init($0) },
          .init(.moveOn(to: next, from: edit.document.file)), .init(.repin(version)),
        ].compactMap(\.self))
    }
  }

  /// The effect of the edit on the stores in the field; nil if it is unknown.
  private func consequence(of edit: ReleaseComparison.Edit) -> Finding.Message? {
    let version = edit.released.version
    guard edit.document.schema.hasPlatform else { return .unchanged(version) }
    return edit.released.consequence(of: edit.document).message(version)
  }

  /// The path of the owner of a removed part.
  static func formerPath(of part: String) -> SchemaPath {
    let words = part.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return SchemaPath(["version"]) }
    let owner = words[1].prefix { $0 != "." && $0 != " " }
    switch words[0] {
    case "check", "map": return SchemaPath(["migration"])
    case "enum": return SchemaPath(["enums", String(owner)])
    case "composite", "element": return SchemaPath(["composites", String(owner)])
    default: return .entity(String(owner))
    }
  }
}

extension ReleaseComparison.Edit {
  /// Whether lines of the lock were edited, and not the schema file: parts of it differ if its digest does.
  var isOnlyOfLock: Bool { isOfLock || changes.allSatisfy { $0.part == nil } }
}

extension ReleasedVersion.Consequence {
  /// The effect of the edit on the stores of a version; nil if it is unknown.
  func message(_ version: Version) -> Finding.Message? {
    switch self {
    case .unrecognised: .unrecognised(version)
    case .unnoticed: .unnoticed(version)
    case .untold: nil
    }
  }
}

extension Finding.Message {
  fileprivate static func edited(_ version: Version, _ change: ReleaseChange) -> Self {
    Self("version \(version) was released, and is edited: \(change)")
  }

  fileprivate static func otherwiseLocked(_ version: Version, _ change: ReleaseChange) -> Self {
    Self(
      "'\(ReleasedVersion.lockName)' was edited: of version \(version), \(change)")
  }

  fileprivate static func takeLockBack(beside file: String?) -> Self {
    Self(
      "the schema file is as it was released; take the lock back (git checkout -- "
        + "'\(folder(of: file))\(ReleasedVersion.lockName)', where the edit is not committed)")
  }

  private static func folder(of file: String?) -> String {
    file.flatMap { file in file.lastIndex(of: "/").map { String(file[...$0]) } } ?? ""
  }

  fileprivate static func gone(_ version: Version) -> Self {
    Self("version \(version) was released, and has no schema file any more")
  }

  fileprivate static func unrecognised(_ version: Version) -> Self {
    Self(
      "stores of \(version) match no version hash of the edited model: the platform refuses to "
        + "open them")
  }

  fileprivate static func unnoticed(_ version: Version) -> Self {
    Self(
      "the version hashes stay the same: the platform never brings the change to stores of "
        + "\(version)")
  }

  fileprivate static func unchanged(_ version: Version) -> Self {
    Self("databases of \(version) stay as they were released: nothing brings the change to them")
  }

  fileprivate static func moveOn(to next: Version?, from file: String?) -> Self {
    let git = file.map { " (git checkout -- '\($0)', where it is not committed)" } ?? ""
    let undone = "undo it here\(git), and say it in"
    return Self(
      next.map { "\(undone) version \($0), which is not released yet" }
        ?? "\(undone) a new version: 'migrate new' begins one")
  }

  fileprivate static func repin(_ version: Version) -> Self {
    Self("where \(version) never left the team: 'migrate lock --repin \(version)'")
  }

  fileprivate static func takeBack(_ version: Version, beside file: String?) -> Self {
    Self(
      "its stores are in the field: take its file back from version control, as with "
        + "git checkout HEAD -- '\(folder(of: file))\(version.fileName)'")
  }
}
