internal import SchemaModel

/// The versions and migration plans that the files declare, with all models of each version.
struct VersionTable: Sendable {
  /// A version, with all that belongs to it.
  struct Entry: Sendable {
    /// What the source declares.
    var facts: VersionedSchemaFacts
    /// Every model: those that it lists, and those to which relationships lead.
    var members: [String: SourceProgram.TypeID]
    /// What the platform knows the version by; nil where that cannot be computed.
    var checksum: String?
    /// Whether it belongs to tests.
    var isTest: Bool

    /// The type that declares it.
    var id: SourceProgram.TypeID { facts.id }

    /// Whether another version has the same models, or such as the platform takes for the same.
    func isSame(as other: Entry) -> Bool {
      guard !members.isEmpty, id != other.id else { return false }
      return members == other.members || checksum != nil && checksum == other.checksum
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
      let isWhole = facts.isComplete && assembly.log.isStorageKnown
      return Entry(
        facts: facts, members: assembly.members, checksum: isWhole ? schema.checksum.value : nil,
        isTest: program.isTest(program[facts.id].file) || program.isTest(facts.id))
    }
    plans = reader.plans()
  }

  /// A version by the type that declares it.
  func entry(_ id: SourceProgram.TypeID) -> Entry? { entries.first { $0.id == id } }

  /// Whether two versions describe stores of the same app, as far as one can tell.
  func areRelated(_ first: Entry, _ second: Entry) -> Bool {
    if plans.contains(where: { $0.versions.contains(first.id) && $0.versions.contains(second.id) })
    {
      return true
    }
    return first.isTest == second.isTest
      && !Set(first.members.keys).isDisjoint(with: second.members.keys)
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
