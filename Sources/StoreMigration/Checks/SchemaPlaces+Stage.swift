internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

extension SchemaPlaces {
  /// The places in the version that a stage leads to, in the files of what it goes through.
  init(of mapping: Mapping, in history: SchemaHistory) {
    let path = history.path(from: mapping.source.version, to: mapping.target.version)
    self.init(
      document: history[mapping.target.version], files: Set(path?.compactMap(\.file) ?? []))
  }

  /// The place of a unique key; of the expression that makes the values where the key is older
  /// than it.
  func location(
    ofKey properties: [String], of entity: String, madeBy expressions: ExpressionPlaces
  ) -> SourceLocation? {
    let key = location(ofKey: properties, of: entity)
    guard let key, !files.isEmpty, !files.contains(key.file) else { return key }
    let made = properties.lazy.compactMap { expressions.location(of: PropertyName(entity, $0)) }
    return made.first ?? properties.first.flatMap { location(of: $0, of: entity) }
  }
}
