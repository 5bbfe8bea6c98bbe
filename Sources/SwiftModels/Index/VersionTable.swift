internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// The versions and migration plans that the files declare, with all models of each version.
struct VersionTable: Sendable {
  /// A version, with all that belongs to it.
  struct Entry: Sendable {
    /// What the source declares.
    var facts: VersionedSchemaFacts
    /// Every model: those that it lists, and those to which relationships lead.
    var members: [String: SourceProgram.TypeID]
    /// What the platform knows the version by, as far as it could be read; nil where that cannot be
    /// computed.
    var readChecksum: String?
    /// What could be read of the models.
    var schema: Schema
    /// What could not be known of the models and bears on what is stored, by place.
    var untold: [Diagnostic]
    /// Whether it belongs to tests.
    var isTest: Bool

    /// The type that declares it.
    var id: SourceProgram.TypeID { facts.id }

    /// Whether all that decides what is stored could be read.
    var isWhole: Bool { facts.isComplete && untold.isEmpty }
    /// What the platform knows the version by; nil where that cannot be known.
    private var checksum: String? { isWhole ? readChecksum : nil }

    /// Whether another version has the same models, or such as the platform takes for the same.
    func isSame(as other: Entry) -> Bool {
      guard !members.isEmpty, id != other.id else { return false }
      return members == other.members || checksum != nil && checksum == other.checksum
    }

    /// Whether another version is the same but for what could not be read of one of the two, or as far
    /// as their hashes are known.
    func mayBeSame(as other: Entry) -> Bool {
      guard !members.isEmpty, id != other.id else { return false }
      guard isWhole, other.isWhole else {
        return readChecksum != nil && readChecksum == other.readChecksum
      }
      return readChecksum == nil && other.readChecksum == nil && hasSameParts(as: other)
    }

    /// Whether nothing that hashes are known to be made of differs from another version.
    private func hasSameParts(as other: Entry) -> Bool {
      let step = HopReview(
        from: SchemaDocument(schema: other.schema), to: SchemaDocument(schema: schema))
      return step.renameProblems.isEmpty && step.mayKeepVersionHashes
    }
  }

  /// The versions, in the order of files and places.
  let entries: [Entry]
  /// The plans, in the order of files and places.
  let plans: [MigrationPlanFacts]

  /// The versions and plans of a program.
  init(_ program: SourceProgram) {
    var reader = VersionReader(program)
    entries = reader.versions().map { facts in
      let assembly = SchemaAssembly(
        program, models: facts.models, owner: program.qualifiedName(of: facts.id))
      let version = facts.version ?? Version(1)
      let schema = assembly.document(name: "", version: version, file: nil).schema
      return Entry(
        facts: facts, members: assembly.members, readChecksum: schema.checksum.value,
        schema: schema, untold: assembly.log.problemsOnStorage,
        isTest: program.isTest(program[facts.id].file) || program.isTest(facts.id))
    }
    plans = reader.plans()
  }

  /// A version by the type that declares it.
  func entry(_ id: SourceProgram.TypeID) -> Entry? { entries.first { $0.id == id } }

  /// Whether two versions describe the same stores, as far as one can tell: plans that have no version in common
  /// are plans of several models.
  func areRelated(_ first: Entry, _ second: Entry) -> Bool {
    let (ones, others) = (Set(plans(listing: first)), Set(plans(listing: second)))
    if !ones.isEmpty, !others.isEmpty { return !ones.isDisjoint(with: others) }
    return first.isTest == second.isTest
      && !Set(first.members.keys).isDisjoint(with: second.members.keys)
  }

  /// The plans that list a version.
  func plans(listing entry: Entry) -> [SourceProgram.TypeID] {
    plans.filter { $0.versions.contains(entry.id) }.map(\.id)
  }

  /// Whether no version of the same app is later.
  func isNewest(_ entry: Entry) -> Bool { later(than: entry).isEmpty }

  /// The models that only versions list which are followed by another: copies of what was released.
  var frozenModels: Set<SourceProgram.TypeID> {
    let newest = entries.filter(isNewest).flatMap(\.members.values)
    return Set(entries.flatMap(\.members.values)).subtracting(newest)
  }

  /// The models of all versions of the same app that are later.
  func models(after entry: Entry) -> Set<SourceProgram.TypeID> {
    Set(later(than: entry).flatMap(\.members.values))
  }

  private func later(than entry: Entry) -> [Entry] {
    guard let version = entry.facts.version else { return [] }
    return entries.filter { other in
      other.id != entry.id && other.facts.version.map { $0 > version } ?? false
        && areRelated(entry, other)
    }
  }
}
