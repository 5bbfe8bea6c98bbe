internal import MigrationPlanner

/// The meaning of a kind of change, for the platform and for existing objects.
struct ChangeExplanation {
  /// The change in a sentence.
  let summary: String
  /// Whether the platform infers what happens to the data, and why.
  let classification: String
  /// The effect on existing objects.
  let data: String

  init(_ summary: String, _ classification: String, _ data: String) {
    self.summary = summary
    self.classification = classification
    self.data = data
  }

  /// The explanation of a kind; a test checks that each kind has one.
  static func of(_ kind: ChangeKind) -> Self? { all[kind] }

  /// The text of the explanation.
  var text: String { "\(summary)\n\nclass: \(classification)\n\ndata: \(data)\n" }

  private static let all = entities.merging(attributes) { $1 }.merging(relationships) { $1 }
    .merging(constraints) { $1 }
}

extension ChangeKind {
  /// The change in a sentence.
  var summary: String { ChangeExplanation.of(self)?.summary ?? "" }
}
