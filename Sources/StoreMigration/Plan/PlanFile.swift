internal import Files
internal import JSON
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
  /// The losses that were approved when the plan was saved, as they are approved.
  public var approvals: Set<String>
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
  public struct Changes: Hashable, Sendable {
    /// The version.
    public var to: String
    /// The changes, as they are printed.
    public var changes: [String]
  }

  /// What one change loses, counted in the store.
  public struct Loss: Hashable, Sendable {
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
  public struct Merge: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// How many go.
    public var count: Int64
    /// Which object goes into which, summed up.
    public var objects: String
  }

  /// The objects or links that are picked out.
  public struct Choice: Hashable, Sendable {
    /// What picks them out, and of what: `where:Book`, `keep:Book.author`.
    public var choice: String
    /// Which they are, summed up.
    public var objects: String
  }

  /// What happens to one table.
  public struct Step: Hashable, Sendable {
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
    // Nobody writes such a file by hand: which member is missing helps no one.
    guard let document = try? JSONReader.value(of: Array(text.utf8), file: path),
      let format = document["formatVersion"]?.integer
    else { throw .notAPlan(path: path, line: 1, expected: "the members of a saved plan") }
    guard format == Self.formatVersion else { throw .newerFormat(path: path, version: format) }
    guard let plan = PlanFile(document) else {
      throw .notAPlan(path: path, line: 1, expected: "the members of a saved plan")
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

  private init?(_ document: JSONValue) {
    guard let schema = document["schema"]?.text, let source = Version(document["from"]),
      let target = Version(document["to"]), let store = document["store"]?.text,
      let plan = document["plan"]?.text,
      let definitions = document.list("definitions", Definition.init),
      let changes = document.list("changes", Changes.init),
      let losses = document.list("losses", Loss.init),
      let steps = document.list("steps", Step.init)
    else { return nil }
    self.schema = schema
    (self.source, self.target) = (source, target)
    (storeFingerprint, planDigest) = (store, plan)
    (self.definitions, self.changes, self.losses, self.steps) = (
      definitions, changes, losses, steps
    )
    // Plans that were saved before there were any have none.
    approvals = Set(document.list("approvals", \.text) ?? [])
    merges = document.list("merges", Merge.init) ?? []
    choices = document.list("choices", Choice.init)
  }
}

extension JSONValue {
  /// The elements of a member, if it has only such elements.
  fileprivate func list<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element]? {
    guard case .array(let nodes)? = self[name]?.content else { return nil }
    let elements = nodes.compactMap(read)
    return elements.count == nodes.count ? elements : nil
  }
}

extension Version {
  fileprivate init?(_ node: JSONValue?) {
    guard let text = node?.text else { return nil }
    self.init(text)
  }
}

extension PlanFile.Definition {
  fileprivate init?(_ node: JSONValue) {
    guard let version = Version(node["version"]), let digest = node["digest"]?.text else {
      return nil
    }
    self.init(version: version, digest: digest, migration: node["migration"]?.text)
  }
}

extension PlanFile.Changes {
  fileprivate init?(_ node: JSONValue) {
    guard let version = node["to"]?.text, let changes = node.list("changes", \.text) else {
      return nil
    }
    self.init(to: version, changes: changes)
  }
}

extension PlanFile.Loss {
  fileprivate init?(_ node: JSONValue) {
    guard let change = node["change"]?.text, let count = node["count"]?.integer,
      let unit = node["unit"]?.text
    else { return nil }
    self.init(
      change: change, property: node["property"]?.text, count: Int64(count), unit: unit,
      objects: node["objects"]?.text)
  }
}

extension PlanFile.Merge {
  fileprivate init?(_ node: JSONValue) {
    guard let entity = node["entity"]?.text, let count = node["count"]?.integer,
      let objects = node["objects"]?.text
    else { return nil }
    self.init(entity: entity, count: Int64(count), objects: objects)
  }
}

extension PlanFile.Choice {
  fileprivate init?(_ node: JSONValue) {
    guard let choice = node["choice"]?.text, let objects = node["objects"]?.text else { return nil }
    self.init(choice: choice, objects: objects)
  }
}

extension PlanFile.Step {
  fileprivate init?(_ node: JSONValue) {
    guard let table = node["table"]?.text, let way = node["way"]?.text,
      let statements = node.list("statements", \.text)
    else { return nil }
    self.init(table: table, way: way, statements: statements)
  }
}
