internal import SchemaModel

extension ChangeClassifier {
  /// The verdict on a change to a database that no platform opens.
  ///
  /// There is no inference and no hash. The developer must say what happens only if rows would have no value,
  /// if there is no single conversion of the values to the new type, or if one of several links stays.
  func withoutPlatform(_ verdict: Verdict, on change: SchemaChange) -> Verdict {
    var result = verdict
    result.isHashNeutral = nil
    result.obstacle = obstacle(to: change, besides: verdict)
    switch result.obstacle {
    case .missingValue?, .missingLink?: break
    case .declared?: result.reason = "the schema file says what happens to the rows"
    case .notInferred?, .unconverted?, .undocumented?:
      result.reason = "there is no one way to carry the values over: the schema file must say it"
    case nil where verdict.risk == .none:
      result.reason = "the tables change, and all other values stay"
    case nil: break
    }
    return result
  }

  private func obstacle(to change: SchemaChange, besides verdict: Verdict) -> InferenceObstacle? {
    guard let obstacle = verdict.obstacle else { return nil }
    switch obstacle {
    case .missingValue, .missingLink, .declared: return obstacle
    case .notInferred, .unconverted, .undocumented: break
    }
    switch change {
    case .changeAttributeType(let old, let new, let entity):
      if hasExpression(for: new.name, of: entity) { return .declared }
      let before = correspondence.source.storedType(of: old.type)
      let after = correspondence.target.storedType(of: new.type)
      return TypeConversion(from: before, to: after) == .undefined ? obstacle : nil
    case .changeCardinality, .changeDestination, .changeComposite: return obstacle
    default: return nil
    }
  }
}
