extension SchemaChange {
  /// Whether the change is a demand on objects that there are, and nothing else: a value or a link that
  /// becomes required, or a unique key.
  ///
  /// These are the demands that a backup of an app's store leaves out where objects do not meet them.
  package var isDemand: Bool {
    switch self {
    case .changeAttributeOptionality(_, _, toOptional: false),
      .changeRelationshipOptionality(_, _, toOptional: false), .addUniqueness:
      true
    default: false
    }
  }

  /// What the later version demands: `attribute Book.title: required`.
  package var demand: String {
    switch self {
    case .changeAttributeOptionality, .changeRelationshipOptionality:
      summary.replacing(": now ", with: ": ")
    default: summary
    }
  }
}
