internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// The versions and migration plans that the files declare, with all models of each version.
struct VersionTable: Sendable {
  /// A version with its models.
  struct Entry: Sendable {
    /// The declaration of the version.
    var facts: VersionedSchemaFacts
    /// All models by name: the listed ones, and those that their relationships lead to.
    var members: [String: SourceProgram.TypeID]
    /// The checksum by which the platform knows the version, from what could be read; nil if it cannot be
    /// computed.
    var readChecksum: String?
    /// The schema, as far as the models could be read.
    var schema: Schema
    /// The problems that leave a stored part of the models unknown, by place.
    var untold: [Diagnostic]
    /// Whether the version belongs to tests.
    var isTest: Bool

    /// The type that declares the version.
    var id: SourceProgram.TypeID { facts.id }

    /// Whether everything that decides the stored format could be read.
    var isWhole: Bool { facts.isComplete && untold.isEmpty }
    /// The checksum by which the platform knows the version; nil if the version could not be read completely.
    private var checksum: String? { isWhole ? readChecksum : nil }

    /// Whether another version has the same models, or the same checksum for the platform.
    func isSame(as other: Entry) -> Bool {
      guard !members.isEmpty, id != other.id else { return false }
      return members == other.members || checksum != nil && checksum == other.checksum
    }

    /// Whether another version may be the same.
    ///
    /// If a version could not be read completely, the readable parts are compared. If no checksum can be
    /// computed, the parts with known hashes are compared.
    func mayBeSame(as other: Entry) -> Bool {
      guard !members.isEmpty, id != other.id else { return false }
      guard isWhole, other.isWhole else {
        return readChecksum != nil && readChecksum == other.readChecksum
      }
      return readChecksum == nil && other.readChecksum == nil && hasSameParts(as: other)
    }

    /// Whether another version has the same known parts, from which hashes are computed.
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

  /// Reads the versions and plans of a program.
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
    let numbers = Dictionary(
      entries.compactMap { entry in entry.facts.version.map { (entry.id, $0) } }
    ) { first, _ in first }
    plans = reader.plans().map { plan in
      var plan = plan
      plan.sort(by: numbers)
      return plan
    }
  }

  /// A version by the type that declares it.
  func entry(_ id: SourceProgram.TypeID) -> Entry? { entries.first { $0.id == id } }

  /// Whether two versions describe the same stores, as far as the source shows.
  ///
  /// Plans without a common version belong to different models.
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

  /// Whether the same app has no later version.
  func isNewest(_ entry: Entry) -> Bool { later(than: entry).isEmpty }

  /// The models that only older versions list: copies of released models.
  var frozenModels: Set<SourceProgram.TypeID> {
    let newest = entries.filter(isNewest).flatMap(\.members.values)
    return Set(entries.flatMap(\.members.values)).subtracting(newest)
  }

  /// The models of all later versions of the same app.
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
