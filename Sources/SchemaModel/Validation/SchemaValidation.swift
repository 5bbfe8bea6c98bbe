public import Diagnostics

extension Schema {
  /// All problems that make the model unusable, sorted by place.
  ///
  /// An empty list means that every name resolves and fits into the native store, and that every default and
  /// bound is a value of its type. Lint rules report designs that are merely unwise, such as a relationship
  /// without an inverse.
  public func validate(sources: SourceMap = SourceMap()) -> [Diagnostic] {
    validate(sources: sources) { _ in false }
  }

  /// The problems of a model that was not read completely, without the problems at excused paths.
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

/// A problem that makes a model unusable, with its facts and its message.
protocol SchemaProblem: CustomStringConvertible {
  /// The stable name of the kind of problem.
  var code: String { get }
}

/// A run of all checks over one schema, with its look-up tables and its results.
struct SchemaValidation {
  /// The schema.
  let schema: Schema
  /// The enumerations by name.
  let enumerations: [String: Enumeration]
  /// The composites by name.
  let composites: [String: Composite]
  /// The problems so far, each with the path of its part.
  private(set) var found: [(path: SchemaPath, diagnostic: Diagnostic)] = []
  private let sources: SourceMap

  /// A run that has not checked anything yet.
  init(_ schema: Schema, sources: SourceMap) {
    self.schema = schema
    self.sources = sources
    enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
    composites = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
  }

  /// A check of whether literals are values of the schema's types.
  var fit: LiteralFit { LiteralFit(enumerations: enumerations, composites: composites) }

  /// Reports a problem at the place of a part.
  mutating func report(
    _ problem: some SchemaProblem, at path: SchemaPath, notes: [Diagnostic.Note] = []
  ) {
    let diagnostic = Diagnostic(
      code: problem.code, problem.description, at: sources.location(of: path), notes: notes)
    found.append((path, diagnostic))
  }

  /// Reports a problem about an unknown name, with the most similar known name or else with a list of known
  /// names.
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

  /// Reports a problem about a missing entity that a part needs.
  ///
  /// If the version removes the entity, the problem is reported at the removal.
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

  /// Whether a part is itself written in a file.
  func isWritten(_ path: SchemaPath) -> Bool { sources.exactLocation(of: path) != nil }

  /// The place of a part, for a note about another part.
  func location(of path: SchemaPath) -> SourceLocation? { sources.location(of: path) }
}
