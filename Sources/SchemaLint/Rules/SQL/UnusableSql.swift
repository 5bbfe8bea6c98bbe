internal import SchemaModel

/// Flags SQL in a schema file that SQLite cannot read: a query, a rule, an expression or a check.
///
/// ## Why
///
/// A misspelt column in the expression of a migration is found when the first user migrates, and
/// one in a declared query never. SQLite itself is asked: each version is laid out as an empty
/// store, and each piece of SQL is prepared there as it would be carried out, but not carried out.
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
/// Where the SQL calls a function that only the app registers, or means a table beside the model's.
/// Where nobody can be asked nothing is said. An expression reads the properties of the version
/// before, a check before the migration its entities, and one after it those of the new version.
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

  /// Whether there is somebody to ask.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.context.queryPlans != nil }

  /// A finding for every piece of SQL that is refused.
  public func findings(in chain: VersionChain) -> [Finding] {
    guard let engine = chain.context.queryPlans else { return [] }
    let inModels = chain.versions.flatMap { findings(in: $0, engine) }
    return inModels + chain.steps.flatMap { findings(in: $0, engine) }
  }

  private func findings(in document: SchemaDocument, _ engine: any QueryPlans) -> [Finding] {
    let schema = document.schema
    let queries = schema.queries.compactMap { query in
      engine.objection(to: query, in: schema).map {
        finding("the query '\(query.name)'", $0, schema, SchemaPath(["queries", query.name]))
      }
    }
    let rules = schema.entities.flatMap { entity in
      entity.rules.enumerated().compactMap { position, rule in
        engine.objection(toExpression: rule.check, over: entity.name, in: schema).map {
          finding(
            "the rule '\(rule.name)'", $0, schema,
            .entity(entity.name).appending("rules", "\(position)"))
        }
      }
    }
    return queries + rules
  }

  private func findings(in step: VersionStep, _ engine: any QueryPlans) -> [Finding] {
    guard let declaration = step.target.migration else { return [] }
    let (source, target) = (step.source.schema, step.target.schema)
    let root = SchemaPath(["migration"])
    func checks(
      _ key: String, _ list: [MigrationDeclaration.Check], in schema: Schema
    ) -> [Finding] {
      list.enumerated().compactMap { position, check in
        guard case .expect(let sql, _) = check,
          let objection = engine.objection(toStatement: sql, in: schema)
        else { return nil }
        return finding("the check", objection, target, root.appending(key, "\(position)"))
      }
    }
    func values(
      _ properties: [String: String], _ filter: String?, over entity: String, at path: SchemaPath
    ) -> [Finding] {
      let values = properties.sorted { $0.key < $1.key }.compactMap { property, sql in
        engine.objection(toMapping: sql, over: entity, in: source).map {
          finding("the expression", $0, target, path.appending(property, "using"))
        }
      }
      let filter = filter.flatMap {
        engine.objection(toMapping: $0, over: entity, in: source)
      }
      return values
        + (filter.map { [finding("the condition", $0, target, path.appending("where"))] } ?? [])
    }
    let maps = declaration.maps.flatMap { map in
      let path = root.appending("map", map.entity)
      let own =
        step.isNew(entity: map.entity)
        ? []
        : values(
          map.properties, map.filter, over: step.sourceEntity(map.entity), at: path)
      return own
        + map.origins.filter { source.entity(named: $0.entity) != nil }.flatMap {
          values(
            $0.properties, $0.filter, over: $0.entity, at: path.appending("from", $0.entity))
        }
    }
    return checks("before", declaration.before, in: source) + maps
      + checks("after", declaration.after, in: target)
  }

  private func finding(
    _ what: String, _ objection: String, _ schema: Schema, _ path: SchemaPath
  ) -> Finding {
    Finding(Self.id, .isRefused(what, objection), at: .version(schema.version, path))
  }
}

extension Finding.Message {
  fileprivate static func isRefused(_ what: String, _ objection: String) -> Self {
    Self("SQLite cannot read \(what): \(objection)")
  }
}
