internal import Diagnostics
internal import SchemaModel

/// The content of one schema file, not yet merged with the version that it extends.
struct SchemaFile: Sendable {
  /// A text with its place.
  struct Reference {
    var text: String
    var location: SourceLocation
  }

  /// Whether the file gives the name of the schema and the version; otherwise the draft has placeholders.
  let isIdentified: Bool
  /// The parts that the file declares.
  var draft: SchemaDraft
  /// The name of the schema, with its place.
  var name: Reference
  /// The file of the extended version, as written.
  var base: Reference?
  /// The parts of the extended version that this version removes.
  var removals: Removals?
  /// The migration of a store from the previous version to this version.
  var migration: MigrationDraft?

  /// The keys of a schema file, in the order of its documentation.
  static let keys = [
    "schema", "platform", "version", "doc", "profile", "extends", "enums", "composites", "entities",
    "queries", "removed", "migration",
  ]

  /// Whether the content of a file may be a schema: it has the key 'schema', even if misspelt, or is empty.
  static func mayBeOne(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .mapping(let pairs):
      pairs.contains {
        $0.key.text == "schema" || nearest(to: $0.key.text, among: ["schema"]) != nil
      }
    case .scalar(let text, _): text.isEmpty
    case .sequence: false
    }
  }

  /// Whether a file that is malformed may be a schema: a line begins with the key, or it has only white space.
  static func mayBeOne(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
      return true
    }
    let isFlow = first == UInt8(ascii: "{")
    return bytes.split(whereSeparator: { [0x0A, 0x0D].contains($0) }).contains { line in
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      let start = isFlow ? text.drop { " \t{\"'".contains($0) } : text.drop { "\"'".contains($0) }
      return start.hasPrefix("schema")
    }
  }

  /// Reads a file; nil if it cannot describe a schema, which is reported.
  init?(_ node: YAMLNode, log: ProblemLog) {
    guard case .mapping = node.content else {
      log.report(.notASchemaFile(node.phrase), at: node.location)
      return nil
    }
    guard
      let fields = Fields(
        node, of: "a schema file", key: "the file", allowed: Self.keys, readsMisspeltKeys: true,
        log: log)
    else { return nil }
    let (name, version) = log.within(.identity) { Self.identity(fields, log: log) }
    isIdentified = name != nil && version != nil
    draft = SchemaDraft(name: name?.text ?? "Unnamed", version: version ?? Version(1))
    draft.documentation = fields.text("doc")
    draft.profile = fields.word("profile", as: ModelProfile.self)
    draft.platform = fields.word("platform", as: ModelPlatform.self)
    draft.places = fields.places
    self.name = name ?? Reference(text: "", location: fields.location)
    base = Self.reference(fields, "extends")
    readParts(fields, log: log)
  }

  private static func identity(_ fields: Fields, log: ProblemLog) -> (Reference?, Version?) {
    var version: Version?
    if fields.require("version"), let text = fields.text("version") {
      version = Version(text)
      if version == nil, let node = fields["version"] {
        log.report(.invalidVersion(text), at: node.location)
      }
    }
    return (fields.require("schema") ? reference(fields, "schema") : nil, version)
  }

  private static func reference(_ fields: Fields, _ key: String) -> Reference? {
    guard let node = fields[key], let text = fields.text(key) else { return nil }
    return Reference(text: text, location: node.location)
  }

  private mutating func readParts(_ fields: Fields, log: ProblemLog) {
    for pair in fields.entries("enums") {
      let name = pair.key.text
      draft.enumerations[name] = log.within(.sharedType(name)) { Placed(pair, log: log) }
    }
    for pair in fields.entries("composites") {
      let name = pair.key.text
      draft.composites[name] = log.within(.sharedType(name)) { Placed(pair, log: log) }
    }
    let extends = fields["extends"] != nil
    var owner: String?
    for pair in fields.entries("entities") {
      let name = pair.key.text
      if let owner, EntityDraft.isMisplacedList(pair) {
        log.within(.entity(owner)) {
          log.report(.misplacedList(name, owner: owner), at: pair.key.location)
        }
        continue
      }
      owner = name
      draft.entities[name] = log.within(.entity(name)) {
        EntityDraft(pair, extends: extends, log: log)
      }
    }
    for pair in fields.entries("queries") {
      draft.queries[pair.key.text] = log.within(.leaf) { Placed(pair, log: log) }
    }
    if let node = fields["removed"] {
      if extends {
        removals = Removals(node, log: log)
      } else if let place = fields.keyLocation("removed") {
        log.report(.removedWithoutBase, at: place)
      }
    }
    if let node = fields["migration"], let place = fields.keyLocation("migration") {
      migration = log.within(.leaf) { MigrationDraft(node, at: place, log: log) }
    }
  }
}
