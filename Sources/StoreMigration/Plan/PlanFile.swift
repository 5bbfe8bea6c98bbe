internal import Files
internal import JSON
public import SchemaModel

/// A saved plan, to be read by people and carried out later.
///
/// The migration is planned again from the schema files, and must be the same as in the saved plan. So
/// nothing is done that was not reviewed, and nothing that was written into the plan later.
public struct PlanFile: Hashable, Sendable {
  /// The format that this version writes.
  public static let formatVersion = 1

  /// The name of the schema.
  public var schema: String
  /// The version of the store.
  public var source: Version
  /// The version to migrate to.
  public var target: Version
  /// The digest of each version's definition and of the migration to it.
  public var definitions: [Definition]
  /// The digest of the store's recorded identity, including the migrations that it went through, and of its
  /// definitions.
  public var storeFingerprint: String
  /// The digest of everything that the plan would carry out.
  public var planDigest: String
  /// The effects for which the migration is approved, as far as the plan could count them.
  public var effects: [PinnedEffect]
  /// Whether the migration was tried on a copy, so that the effects are complete.
  public var isTried: Bool
  /// The approvals given when the plan was saved.
  public var approvals: Set<String>
  /// The readable parts: every change, and everything that happens to the tables.
  public var passages: [Passage]

  /// A readable part of a plan.
  public struct Passage: Hashable, Sendable {
    /// The passage in words: `the steps for 'Book'`.
    public var name: String
    /// The changes of a version, or the method and the statements of a step.
    public var lines: [String]
  }

  /// An effect at the time when the plan was saved.
  public struct PinnedEffect: Hashable, Sendable {
    /// The kind by its name.
    public var kind: String
    /// The unit of the count.
    public var unit: String
    /// The entity or property.
    public var subject: String
    /// The approval that allows it; nil if it needs no approval.
    public var approval: String?
    /// The number of objects, values or links; nil if it was unknown.
    public var count: Int64?
    /// The checksum of the data concerned, if known.
    public var digest: String?
    /// The effect in a sentence.
    public var message: String
  }

  /// The definition of a version when the plan was saved.
  public struct Definition: Hashable, Sendable {
    /// The version.
    public var version: Version
    /// The digest of its definition.
    public var digest: String
    /// The digest of the migration to it, if one is declared.
    public var migration: String?
  }
}

extension PlanFile {
  /// Reads a saved plan.
  ///
  /// - Throws: a problem with its place, unless the plan is complete and unchanged.
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
    // Such a file is not written by hand, so the name of a missing member would not help.
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

  /// A plan from its document; nil if a member is missing.
  init?(_ document: JSONValue) {
    guard let schema = document["schema"]?.text, let source = Version(document["from"]),
      let target = Version(document["to"]), let store = document["store"]?.text,
      let plan = document["plan"]?.text,
      let definitions = document.list("definitions", Definition.init),
      let changes = document.list("changes", Passage.init(changes:)),
      let effects = document.list("effects", PinnedEffect.init),
      let isTried = document["isTried"]?.isTrue,
      let approvals = document.list("approvals", \.text),
      let steps = document.list("steps", Passage.init(step:))
    else { return nil }
    self.schema = schema
    (self.source, self.target) = (source, target)
    (storeFingerprint, planDigest) = (store, plan)
    (self.definitions, passages) = (definitions, changes + steps)
    (self.effects, self.isTried, self.approvals) = (effects, isTried, Set(approvals))
  }
}

extension JSONValue {
  /// The elements of a member, if all of them can be read.
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

extension PlanFile.Passage {
  fileprivate init?(changes node: JSONValue) {
    guard let version = node["to"]?.text, let changes = node.list("changes", \.text) else {
      return nil
    }
    self.init(name: "the changes", lines: [version] + changes)
  }

  fileprivate init?(step node: JSONValue) {
    guard let table = node["table"]?.text, let way = node["way"]?.text,
      let statements = node.list("statements", \.text)
    else { return nil }
    self.init(name: "the steps for '\(table)'", lines: [way] + statements)
  }
}

extension PlanFile.PinnedEffect {
  fileprivate init?(_ node: JSONValue) {
    guard let kind = node["kind"]?.text, let unit = node["unit"]?.text,
      let subject = node["subject"]?.text, let message = node["message"]?.text
    else { return nil }
    self.init(
      kind: kind, unit: unit, subject: subject, approval: node["approval"]?.text,
      count: node["count"]?.integer.map(Int64.init), digest: node["digest"]?.text, message: message)
  }
}
