internal import MigrationPlanner

/// What a kind of change means: to the platform, and to the objects that are there.
struct ChangeExplanation {
  /// What the change is, in a sentence.
  let summary: String
  /// Whether the platform infers what happens to the data, and why.
  let classification: String
  /// What happens to the objects that are there.
  let data: String

  init(_ summary: String, _ classification: String, _ data: String) {
    self.summary = summary
    self.classification = classification
    self.data = data
  }

  /// The explanation of a kind; a test sees to it that each has one.
  static func of(_ kind: ChangeKind) -> Self? { all[kind] }

  /// The text that is shown.
  var text: String { "\(summary)\n\nclass: \(classification)\n\ndata: \(data)\n" }

  private static let all = entities.merging(attributes) { $1 }.merging(relationships) { $1 }
    .merging(constraints) { $1 }
}

extension ChangeKind {
  /// What the change is, in a sentence.
  var summary: String { ChangeExplanation.of(self)?.summary ?? "" }
}
