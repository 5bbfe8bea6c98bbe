internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// Flags two versions that the platform cannot distinguish.
///
/// ## Why
///
/// The platform distinguishes versions by hashes. The hashes leave out much: defaults, delete
/// rules, indexes, validation rules, transformers. Two versions that differ in nothing else have
/// the same checksum. SwiftData then crashes at launch ("Duplicate version checksums across stages
/// detected"). Core Data also crashes if the app uses an `NSStagedMigrationManager`. Without a
/// staged migration, Core Data runs no migration at all: the change of the second version, such as
/// a new index, never reaches the existing stores.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
///     indexes: [[title]]
/// ```
///
/// ## Use instead
///
/// Make the versions differ with a hash modifier, which is any new text. Or release the change with
/// the next version that differs by itself.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: {type: string, hashModifier: with index}}
///     indexes: [[title]]
/// ```
///
/// ## When it is safe
///
/// With `platform: coredata`, the finding is a warning: only an app with a staged migration
/// crashes.
///
/// With `platform: none`, two versions differ if their tables differ. A new index or another
/// default is enough. Only two versions without any difference are flagged, as a warning.
///
/// If the hash of an entity cannot be computed, the rule cannot prove that two versions are
/// identical. It then compares only neighbouring versions. The finding is a warning if the hashes
/// cover none of their differences.
///
/// The newest version is only a note while it has no changes and no lock pins it: `migrate new`
/// creates such a version.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsentitydescription/versionhash
public struct IdenticalVersions: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "identical-versions"

  /// A rule without state.
  public init() {}

  /// A finding for every version that has the checksum of an earlier version.
  public func findings(in chain: VersionChain) -> [Finding] {
    chain.hasPlatform
      ? findingsOnHashes(in: chain) : chain.steps.compactMap { findingOnTables($0, in: chain) }
  }

  private func findingsOnHashes(in chain: VersionChain) -> [Finding] {
    var first: [String: SchemaDocument] = [:]
    return chain.versions.compactMap { document in
      let step = chain.step(to: document.schema.version)
      // Invalid renames hide the real differences.
      guard step?.review.renameProblems.isEmpty ?? true else { return nil }
      guard let checksum = document.schema.checksum.value else {
        return step.flatMap { neighbourFinding($0, in: chain) }
      }
      guard let other = first[checksum] else {
        first[checksum] = document
        return nil
      }
      let isNext = step?.source.schema.version == other.schema.version
      let way = isNext ? step : nil
      return finding(way ?? VersionStep(from: other, to: document), in: chain)
    }
  }

  /// The finding for a step without any change, in a model without a platform.
  private func findingOnTables(_ step: VersionStep, in chain: VersionChain) -> Finding? {
    guard step.review.renameProblems.isEmpty, step.changes.isEmpty, step.target.migration == nil
    else { return nil }
    let isNew = isBegun(step, in: chain)
    return Finding(
      Self.id, isNew ? .nothingYet(step) : .haveSameTables(step),
      at: .version(step.target.schema.version, Self.place),
      notes: isNew ? [] : [.init(.noDifference)], atMost: isNew ? .note : .warning)
  }

  /// The finding for a step to a version whose checksum is unknown.
  private func neighbourFinding(_ step: VersionStep, in chain: VersionChain) -> Finding? {
    switch step.review.keepsVersionHashes {
    case true?: finding(step, in: chain)
    case false?: nil
    case nil: step.review.mayKeepVersionHashes ? finding(step, in: chain, areCertain: false) : nil
    }
  }

  private func finding(
    _ step: VersionStep, in chain: VersionChain, areCertain: Bool = true
  ) -> Finding {
    if isBegun(step, in: chain) {
      return Finding(
        Self.id, .nothingYet(step), at: .version(step.target.schema.version, Self.place),
        notes: [.init(.writeSomething)], atMost: .note)
    }
    let changes = step.changes.map(\.change)
    let indexes = changes.filter { if case .addIndex = $0 { true } else { false } }
    let isStaged = step.target.schema.platform == .swiftData
    var notes: [Finding.Message] =
      isStaged ? [areCertain ? .crash : .possibleCrash] : [.noMigration, .stagedCrash]
    notes.append(changes.isEmpty ? .noDifference : .leftOut(changes))
    if areCertain, !indexes.isEmpty { notes.append(.stranded(indexes)) }
    notes.append(.makeDiffer)
    return Finding(
      Self.id, areCertain ? .areOne(step) : .mayBeOne(step),
      at: .version(step.target.schema.version, Self.place),
      notes: notes.map { Finding.Note($0) }, atMost: areCertain && isStaged ? nil : .warning)
  }

  private static let place = SchemaPath(["version"])

  /// Whether a step leads to a new version that has no changes yet.
  private func isBegun(_ step: VersionStep, in chain: VersionChain) -> Bool {
    let version = step.target.schema.version
    return version == chain.newest?.schema.version && step.changes.isEmpty
      && step.source.schema.version == chain.versions.dropLast().last?.schema.version
      && step.target.migration == nil
      && !(chain.released ?? []).contains { $0.version == version }
  }
}

extension Finding.Message {
  fileprivate static func areOne(_ step: VersionStep) -> Self {
    Self(
      "\(step.source.schema.version.words) and \(step.target.schema.version.words) are one version to the "
        + "platform: every entity has the same version hash in both")
  }

  fileprivate static func haveSameTables(_ step: VersionStep) -> Self {
    Self(
      "\(step.source.schema.version) and \(step.target.schema.version) have the same tables, and "
        + "nothing distinguishes their databases")
  }

  fileprivate static func mayBeOne(_ step: VersionStep) -> Self {
    let versions = "\(step.source.schema.version.words) and \(step.target.schema.version.words)"
    let hashes = [step.source, step.target].flatMap { Array($0.schema.versionHashes()) }
    let unknown = Set(hashes.filter { $0.value.obstacle != nil }.map(\.key))
    let names = unknown.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      "\(versions) may be one version to the platform: version hashes cover none of what differs, as "
        + "far as they are known, and the hash of \(names) is not known")
  }

  fileprivate static func nothingYet(_ step: VersionStep) -> Self {
    Self(
      "nothing is different yet in \(step.target.schema.version.words) from "
        + "\(step.source.schema.version.words)")
  }

  fileprivate static var writeSomething: Self {
    Self("write what changes before it is released: the platform takes two such versions for one")
  }

  fileprivate static var crash: Self {
    Self(
      "an app with both in its migration plan crashes at launch: 'Duplicate version checksums "
        + "across stages detected'")
  }

  fileprivate static var noMigration: Self {
    Self("Core Data opens a store of either as the other, and migrates nothing")
  }

  fileprivate static var stagedCrash: Self {
    Self(
      "only an app with both in an 'NSStagedMigrationManager' crashes at launch: 'Duplicate version "
        + "checksums across stages detected'")
  }

  fileprivate static var possibleCrash: Self {
    Self(
      "if they are, an app with both in its migration plan crashes at launch: 'Duplicate version "
        + "checksums across stages detected'")
  }

  fileprivate static var noDifference: Self { Self("they do not differ at all: take one out") }

  fileprivate static func leftOut(_ changes: [SchemaChange]) -> Self {
    Self("version hashes leave out what differs: \(changes.map(\.summary).joined(separator: "; "))")
  }

  fileprivate static func stranded(_ indexes: [SchemaChange]) -> Self {
    let list = indexes.map { "'\($0.subject)'" }.joined(separator: ", ")
    return Self("existing stores never get the index \(list) from the platform")
  }

  fileprivate static var makeDiffer: Self {
    Self(
      "write a 'hashModifier', any new text, on an attribute or a relationship, or release the "
        + "change with the next version that differs")
  }
}
