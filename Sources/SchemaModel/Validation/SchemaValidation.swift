public import Diagnostics

extension Schema {
  /// Everything that makes the model unusable, all of it at once, sorted by place.
  ///
  /// An empty list means: every name resolves, every name fits into the native store, and every
  /// default and bound is a value of its type. What is merely unwise, a relationship without an
  /// inverse for one, is a lint rule's to say.
  public func validate(sources: SourceMap = SourceMap()) -> [Diagnostic] {
    validate(sources: sources) { _ in false }
  }

  /// The same for a model that was not read whole, without what is found at excused paths.
  package func validate(
    sources: SourceMap, excusing isExcused: (SchemaPath) -> Bool
  ) -> [Diagnostic] {
    var validation = SchemaValidation(self, sources: sources)
    validation.checkEntityNames()
    validation.checkSharedTypes()
    validation.checkQueries()
    for entity in entities {
      validation.checkParent(of: entity)
      validation.checkPropertyNames(of: entity)
      for attribute in entity.attributes { validation.check(attribute, of: entity) }
      for relationship in entity.relationships { validation.check(relationship, of: entity) }
      validation.checkLists(of: entity)
    }
    validation.checkMismatchedInverses()
    validation.checkTables()
    return validation.found.filter { !isExcused($0.path) }.map(\.diagnostic).sorted()
  }
}

/// Something that makes a model unusable: facts, and the sentence that they make.
protocol SchemaProblem: CustomStringConvertible {
  /// The stable name of the kind of problem.
  var code: String { get }
}

/// A run of all checks over one schema: what they look things up in, and what they found.
struct SchemaValidation {
  /// The schema.
  let schema: Schema
  /// The enumerations by name.
  let enumerations: [String: Enumeration]
  /// The composites by name.
  let composites: [String: Composite]
  /// What was found so far, each with the part that it is about.
  private(set) var found: [(path: SchemaPath, diagnostic: Diagnostic)] = []
  private let sources: SourceMap

  /// A run that has checked nothing yet.
  init(_ schema: Schema, sources: SourceMap) {
    self.schema = schema
    self.sources = sources
    enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
    composites = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Tells whether literals are values of the schema's types.
  var fit: LiteralFit { LiteralFit(enumerations: enumerations, composites: composites) }

  /// Remembers a problem at the place of a part.
  mutating func report(
    _ problem: some SchemaProblem, at path: SchemaPath, notes: [Diagnostic.Note] = []
  ) {
    let diagnostic = Diagnostic(
      code: problem.code, problem.description, at: sources.location(of: path), notes: notes)
    found.append((path, diagnostic))
  }

  /// Remembers a problem about a name that leads nowhere, with the nearest one that does, or else with all.
  mutating func report(
    _ problem: some SchemaProblem, at path: SchemaPath, unknown name: String,
    among candidates: some Sequence<String>
  ) {
    let all = Array(candidates)
    let meant = nearest(to: name, among: all).map { "did you mean '\($0)'?" }
    let names = all.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    let note = meant ?? (all.isEmpty ? nil : "known names: \(names)")
    report(problem, at: path, notes: note.map { [.init($0)] } ?? [])
  }

  /// Remembers a problem about an entity that a part needs and that is not there: where the version removes
  /// it, if it does.
  mutating func report(
    _ problem: some SchemaProblem, at path: SchemaPath, unknownEntity name: String, of part: String
  ) {
    let removal = SchemaPath(["removed"] + SchemaPath.entity(name).components)
    guard isWritten(removal) else {
      return report(problem, at: path, unknown: name, among: schema.entities.lazy.map(\.name))
    }
    report(
      problem, at: removal,
      notes: [.init("'\(name)' is removed here: list '\(part)' under 'removed' too")])
  }

  /// Whether a part stands in a file by itself.
  func isWritten(_ path: SchemaPath) -> Bool { sources.exactLocation(of: path) != nil }

  /// The place of a part, for a note about another one.
  func location(of path: SchemaPath) -> SourceLocation? { sources.location(of: path) }
}
