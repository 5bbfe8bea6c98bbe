extension SchemaChange {
  /// Whether the change is only a demand on existing objects: a value or a link that becomes required, or a
  /// unique key.
  ///
  /// A backup of an app's store leaves out such demands if its objects do not meet them.
  package var isDemand: Bool {
    switch self {
    case .changeAttributeOptionality(_, _, toOptional: false),
      .changeRelationshipOptionality(_, _, toOptional: false), .addUniqueness:
      true
    default: false
    }
  }

  /// The demand of the later version: `attribute Book.title: required`.
  package var demand: String {
    switch self {
    case .changeAttributeOptionality, .changeRelationshipOptionality:
      summary.replacing(": now ", with: ": ")
    default: summary
    }
  }
}
