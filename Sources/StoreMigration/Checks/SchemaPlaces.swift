internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

/// Where a version's schema file demands what objects do not meet.
struct SchemaPlaces {
  /// The document of the version; nil where there is none.
  let document: SchemaDocument?
  /// The files of the versions on the way; empty where every file may be edited.
  ///
  /// What stands elsewhere is released.
  private let files: Set<String>

  /// The places in a document, whichever file they are in.
  init(document: SchemaDocument?) { (self.document, files) = (document, []) }

  /// The places in the version that a stage leads to, in the files of what it goes through.
  init(of mapping: Mapping, in history: SchemaHistory) {
    document = history[mapping.target.version]
    files = Set(
      history.path(from: mapping.source.version, to: mapping.target.version)?
        .compactMap(\.file) ?? [])
  }

  /// The place of the demand that a problem is about.
  func location(of problem: Problem) -> SourceLocation? {
    if let rule = problem.rule { return location(ofRule: rule.name, of: rule.entity) }
    return problem.property.flatMap { location(of: $0.property, of: $0.entity) }
  }

  /// The place of an attribute or a relationship, where the entity or an ancestor declares it.
  func location(of property: String, of entity: String) -> SourceLocation? {
    guard let schema = document?.schema else { return nil }
    for owner in schema.lineage(of: entity) {
      if let attribute = owner.attributes.first(where: { $0.name == property }) {
        return place(of: .property(property, of: owner.name, .attributes), attribute.type)
      }
      if owner.relationship(named: property) != nil {
        return place(of: .property(property, of: owner.name, .relationships))
      }
    }
    return nil
  }

  private func place(of path: SchemaPath, _ type: AttributeType? = nil) -> SourceLocation? {
    document?.location(
      of: [path] + (type.flatMap { document?.schema.declarations(of: $0) } ?? []), in: files)
  }

  /// The place of a unique key; of the property where an attribute by itself is unique; of the
  /// expression that makes the values where the key is older than it.
  func location(
    ofKey properties: [String], of entity: String, madeBy expressions: ExpressionPlaces
  ) -> SourceLocation? {
    let key = location(ofKey: properties, of: entity)
    guard let key, !files.isEmpty, !files.contains(key.file) else { return key }
    let made = properties.lazy.compactMap { expressions.location(of: PropertyName(entity, $0)) }
    return made.first ?? properties.first.flatMap { location(of: $0, of: entity) }
  }

  private func location(ofKey properties: [String], of entity: String) -> SourceLocation? {
    let keys = document?.schema.entity(named: entity)?.uniquenessConstraints ?? []
    let path = SchemaPath.entity(entity)
    let position = keys.firstIndex(of: properties)
    if let position,
      let place = document?.sources.exactLocation(of: path.appending("unique", "\(position)"))
    {
      return place
    }
    return properties.first.flatMap { location(of: $0, of: entity) }
  }

  private func location(ofRule name: String, of entity: String) -> SourceLocation? {
    let rules = document?.schema.entity(named: entity)?.rules ?? []
    guard let position = rules.firstIndex(where: { $0.name == name }) else { return nil }
    return place(of: .entity(entity).appending("rules", "\(position)"))
  }
}
