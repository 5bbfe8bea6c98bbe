internal import Diagnostics
internal import SchemaModel

extension SourceVersion {
  /// The version for a schema file, without the inverses that do not lead back.
  var withoutMismatchedInverses: SourceVersion {
    var result = self
    for mismatch in document.schema.mismatchedInverses {
      let path = SchemaPath.property(mismatch.relationship, of: mismatch.entity, .relationships)
      let place = document.sources.location(of: path.appending("inverse"))
      result.withoutInverse.append(.isWithoutInverse(mismatch, at: place))
      result.document.schema.removeInverse(mismatch.relationship, of: mismatch.entity)
    }
    return result
  }
}

extension Schema {
  fileprivate mutating func removeInverse(_ relationship: String, of entity: String) {
    guard let place = entities.firstIndex(where: { $0.name == entity }),
      let index = entities[place].relationships.firstIndex(where: { $0.name == relationship })
    else { return }
    entities[place].relationships[index].inverse = nil
  }
}

extension Diagnostic {
  fileprivate static func isWithoutInverse(
    _ mismatch: MismatchedInverse, at location: SourceLocation?
  ) -> Diagnostic {
    let name = "\(mismatch.entity).\(mismatch.relationship)"
    let other: String
    switch mismatch.reason {
    case .otherInverse(let relationship): other = "of '\(relationship)'"
    case .otherDestination(let entity): other = "of a relationship of '\(entity)'"
    }
    return Diagnostic(
      code: MismatchedInverse.code, severity: .warning,
      "\(mismatch): '\(name)' has no inverse in the schema file", at: location,
      notes: [
        .init(
          "'\(mismatch.inverseEntity).\(mismatch.inverse)' is the inverse \(other): give '\(name)' one of "
            + "its own in the next version"),
        .init(
          "what the platform makes of it is documented nowhere: a store may have another version hash "
            + "than the schema file, which 'migrate identify' tells"),
      ])
  }
}
