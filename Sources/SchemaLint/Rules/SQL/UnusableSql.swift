internal import Diagnostics
internal import SchemaModel
internal import SQLText

/// Flags SQL that SQLite cannot read: a query, a rule, an expression, a step or a check.
///
/// ## Why
///
/// A misspelt column in the expression of a migration is found when the first user migrates. A
/// misspelt column in a declared query is never found. The rule asks SQLite itself: it creates each
/// version as an empty store, and prepares each piece of SQL there without running it.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// migration:
///   kind: custom
///   map:
///     Book:
///       title: {using: "trim(titel)"}
///   after:
///     - {count: Book}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// migration:
///   kind: custom
///   map:
///     Book:
///       title: {using: "trim(title)"}
///   after:
///     - {count: Book}
/// ```
///
/// ## When it is safe
///
/// Where the SQL calls a function that only the app registers, or uses a table outside of the
/// model. Where SQLite is not available, nothing is reported.
///
/// An expression reads the properties of the previous version. A check before the migration reads
/// the entities of the previous version. Steps, and checks after the migration, read the entities
/// of the new version.
///
/// ## References
///
/// - https://www.sqlite.org/c3ref/prepare.html
public struct UnusableSql: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "unusable-sql"

  /// The rules that say more about the same defect.
  public static let yieldsTo: [RuleID] = [DoubleQuotedLiteral.id]

  /// A rule without state.
  public init() {}

  /// Whether SQLite is available.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.context.queryPlans != nil }

  /// A finding for every piece of SQL that is refused.
  public func findings(in chain: VersionChain) -> [Finding] {
    guard let engine = chain.context.queryPlans else { return [] }
    var inModels: [Finding] = []
    var before: [Objection] = []
    for document in chain.versions {
      let found = objections(in: document, engine)
      inModels += found.filter { objection in !before.contains { $0.isSame(as: objection) } }
        .map { finding($0, in: document) }
      before = found
    }
    return inModels + chain.steps.flatMap { findings(in: $0, engine) }
  }

  /// A piece of a model's SQL that is refused.
  private struct Objection {
    var message: Finding.Message
    var sql: String
    /// The place of the SQL in the model.
    var path: SchemaPath
    /// The place of the SQL in the files, which is the same for all versions that inherit it.
    var location: SourceLocation?

    /// Whether another version has the same objection, perhaps at another path.
    func isSame(as other: Objection) -> Bool {
      message == other.message && location == other.location
        && (location != nil || path == other.path)
    }
  }

  private func objections(in document: SchemaDocument, _ engine: any QueryPlans) -> [Objection] {
    let schema = document.schema
    func objection(_ what: String, _ words: String, to sql: String, _ path: SchemaPath) -> Objection
    {
      Objection(
        message: .isRefused(what, words), sql: sql, path: path,
        location: document.sources.exactLocation(of: path))
    }
    let queries = schema.queries.compactMap { query in
      engine.objection(to: query, in: schema).map {
        objection(
          "the query '\(query.name)'", $0, to: "\(query.filter ?? "") \(query.order ?? "")",
          SchemaPath(["queries", query.name]))
      }
    }
    let rules = schema.entities.flatMap { entity in
      entity.rules.enumerated().compactMap { position, rule in
        engine.objection(toExpression: rule.check, over: entity.name, in: schema).map {
          objection(
            "the rule '\(rule.name)'", $0, to: rule.check,
            .entity(entity.name).appending("rules", "\(position)"))
        }
      }
    }
    return queries + rules
  }

  /// The finding at the part; for inherited SQL, in the file of the version that breaks it.
  private func finding(_ objection: Objection, in document: SchemaDocument) -> Finding {
    let version = document.schema.version
    let place = Finding.Place.version(version, objection.path)
    guard let location = objection.location, let file = document.file, location.file != file else {
      return Finding(Self.id, objection.message, at: place)
    }
    return Finding(
      Self.id, objection.message, at: .version(version, cause(of: objection, in: document, file)),
      notes: [.init(.standsThere, at: place)])
  }

  /// The part of the version that breaks the SQL: a removal or a rename of a name in the SQL.
  ///
  /// Without such a change, the entity or query in the version's file, else its version number.
  private func cause(
    of objection: Objection, in document: SchemaDocument, _ file: String
  ) -> SchemaPath {
    let tokens = SQLTokens(objection.sql)
    let removals = document.removals.filter { $0.components.last.map(tokens.mentions) ?? false }
      .map { SchemaPath(["removed"] + $0.components) }.sorted { $0.description < $1.description }
    let renames = document.schema.entities.flatMap { entity in
      entity.attributes.filter { $0.renamedFrom.map(tokens.mentions) ?? false }.map {
        SchemaPath.property($0.name, of: entity.name, .attributes)
      }
        + entity.relationships.filter { $0.renamedFrom.map(tokens.mentions) ?? false }.map {
          SchemaPath.property($0.name, of: entity.name, .relationships)
        }
    }
    let part = SchemaPath(Array(objection.path.components.prefix(2)))
    return (removals + renames + [part]).first {
      document.sources.exactLocation(of: $0)?.file == file
    } ?? SchemaPath(["version"])
  }

  private func findings(in step: VersionStep, _ engine: any QueryPlans) -> [Finding] {
    StepSQL(step: step, engine: engine).objections.map { objection in
      Finding(
        Self.id, .isRefused(objection.what, objection.reason),
        at: .version(step.target.schema.version, objection.path),
        notes: objection.notes.map { .init(Finding.Message($0.message)) })
    }
  }
}

extension Finding.Message {
  fileprivate static func isRefused(_ what: String, _ objection: String) -> Self {
    Self("SQLite cannot read \(what): \(objection)")
  }

  fileprivate static var standsThere: Self {
    Self("it stands here: take it out under 'removed', or write it anew in this version")
  }
}
