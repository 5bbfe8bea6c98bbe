#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Files
public import SchemaModel

/// A plan that was saved, to be read by people and carried out later.
///
/// What is carried out is made anew from the schema files, and must be the same as what stands in
/// the plan: so nothing is done that nobody has read, and nothing that somebody wrote into it.
public struct PlanFile: Hashable, Sendable {
  /// The form of file that this version writes.
  public static let formatVersion = 1

  /// The name of the schema.
  public var schema: String
  /// The version of the store.
  public var source: Version
  /// The version to come to.
  public var target: Version
  /// The digest of each version's definition and of the migration to it.
  public var definitions: [Definition]
  /// The digest of what the store said about itself, the migrations that it went through among it, and
  /// of its definitions.
  public var storeFingerprint: String
  /// The digest of everything that the plan would carry out.
  public var planDigest: String
  /// What the migration loses of the store, as the plan says it.
  public var losses: [Loss]
  /// The objects that the migration merges, as far as the plan could tell.
  public var merges: [Merge]
  /// Which objects conditions leave behind, and which links stay of several; nil in a plan that was
  /// saved before that was told.
  public var choices: [Choice]?
  /// What people read in it: every change, by the version that brings it.
  public var changes: [Changes]
  /// What people read in it: everything that happens to the tables.
  public var steps: [Step]

  /// The changes of one version.
  public struct Changes: Hashable, Sendable, Decodable {
    /// The version.
    public var to: String
    /// The changes, as they are printed.
    public var changes: [String]
  }

  /// What one change loses, counted in the store.
  public struct Loss: Hashable, Sendable, Decodable {
    /// The change, as it is approved.
    public var change: String
    /// The property whose values or links are lost, where the change is about more.
    public var property: String? = nil
    /// How many are lost.
    public var count: Int64
    /// What is counted.
    public var unit: String
    /// What is lost and of which objects, summed up, where the plan could tell.
    public var objects: String? = nil
  }

  /// The objects of one entity that are merged.
  public struct Merge: Hashable, Sendable, Decodable {
    /// The entity.
    public var entity: String
    /// How many go.
    public var count: Int64
    /// Which object goes into which, summed up.
    public var objects: String
  }

  /// The objects or links that are picked out.
  public struct Choice: Hashable, Sendable, Decodable {
    /// What picks them out, and of what: `where:Book`, `keep:Book.author`.
    public var choice: String
    /// Which they are, summed up.
    public var objects: String
  }

  /// What happens to one table.
  public struct Step: Hashable, Sendable, Decodable {
    /// The table.
    public var table: String
    /// How it is done.
    public var way: String
    /// The statements.
    public var statements: [String]
  }

  /// What a version was when the plan was saved.
  public struct Definition: Hashable, Sendable {
    /// The version.
    public var version: Version
    /// The digest of its definition.
    public var digest: String
    /// The digest of the migration to it, where one is declared.
    public var migration: String?
  }
}

extension PlanFile {
  /// Reads a plan that was saved.
  ///
  /// - Throws: a problem with its place, for anything but a whole plan that nobody has changed.
  public init(contentsOf path: String) throws(PlanFileProblem) {
    let text = try Self.text(at: path)
    do throws(SealedText.Flaw) {
      try SealedText.check(text)
    } catch {
      switch error {
      case .unsealed(let line):
        throw .notAPlan(path: path, line: line, expected: "the digest that ends a saved plan")
      case .changed(let line): throw .edited(path: path, line: line)
      }
    }
    // The decoder's own reason names no place, and nobody writes such a file by hand.
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)) else {
      throw .notAPlan(path: path, line: 1, expected: "the members of a saved plan")
    }
    guard content.formatVersion == Self.formatVersion else {
      throw .newerFormat(path: path, version: content.formatVersion)
    }
    guard let plan = PlanFile(content) else {
      throw .notAPlan(path: path, line: 1, expected: "versions such as '2.0.0'")
    }
    self = plan
  }

  private static func text(at path: String) throws(PlanFileProblem) -> String {
    guard FileSystem.exists(path) else {
      throw .unreadable(path: path, reason: "there is no such file")
    }
    guard !FileSystem.isFolder(path) else {
      throw .unreadable(path: path, reason: "it is a folder")
    }
    do throws(SystemError) {
      let bytes = try FileSystem.contents(of: path, upTo: FileSystem.textLimit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private init?(_ content: Content) {
    guard let source = Version(content.from), let target = Version(content.to) else { return nil }
    schema = content.schema
    (self.source, self.target) = (source, target)
    definitions = content.definitions.compactMap { definition in
      Version(definition.version).map {
        Definition(version: $0, digest: definition.digest, migration: definition.migration)
      }
    }
    (storeFingerprint, planDigest) = (content.store, content.plan)
    (changes, losses, steps) = (content.changes, content.losses, content.steps)
    merges = content.merges ?? []
    choices = content.choices
  }

  /// The members that are read back.
  private struct Content: Decodable {
    var formatVersion: Int
    var schema: String
    var from: String
    var to: String
    var store: String
    var plan: String
    var definitions: [Definition]
    var changes: [Changes]
    var losses: [Loss]
    /// Plans that were saved before there were any have none.
    var merges: [Merge]?
    var choices: [Choice]?
    var steps: [Step]

    struct Definition: Decodable {
      var version: String
      var digest: String
      var migration: String?
    }
  }
}
