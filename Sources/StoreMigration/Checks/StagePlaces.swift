internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

/// The places of a stage in the schema files: of what its version demands, and of what makes the values.
struct StagePlaces {
  /// The places in the version that the stage leads to, and in the versions between.
  let schema: SchemaPlaces
  /// The places of declared expressions and conditions.
  let expressions: ExpressionPlaces

  /// The places of the stage with a mapping.
  init(of mapping: Mapping, in history: SchemaHistory) {
    let path = history.path(from: mapping.source.version, to: mapping.target.version)
    schema = SchemaPlaces(
      document: history[mapping.target.version], files: Set(path?.compactMap(\.file) ?? []))
    expressions = ExpressionPlaces(history: history, mapping: mapping)
  }

  /// The place of a unique key; where the key is older than the stage, that of the expression that
  /// makes its values.
  func location(ofKey properties: [String], of entity: String) -> SourceLocation? {
    let key = schema.location(ofKey: properties, of: entity)
    guard let key, !schema.files.isEmpty, !schema.files.contains(key.file) else { return key }
    let made = properties.lazy.compactMap { expressions.location(of: PropertyName(entity, $0)) }
    return made.first ?? properties.first.flatMap { schema.location(of: $0, of: entity) }
  }
}
