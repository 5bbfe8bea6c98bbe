internal import MigrationPlanner

/// The two classes of migrations that can be explained.
enum ChangeClass: String, CaseIterable {
  case lightweight
  case custom

  /// The definition in a sentence.
  var summary: String {
    switch self {
    case .lightweight: "The platform infers what becomes of the data from the two models alone."
    case .custom: "Somebody has to say what becomes of the data."
    }
  }

  /// The meaning in a few sentences.
  private var meaning: String {
    switch self {
    case .lightweight:
      """
      SwiftData and Core Data need nothing but the old and the new model, and 'migrate apply' does
      the same. A step between two versions is lightweight where all of its changes are, and its
      schema file declares neither expressions nor checks. It may lose data all the same: a dropped
      attribute is lightweight, and its values are lost. So losses are reported, and approved,
      separately.
      """
    case .custom:
      """
      There is more than one answer, or none that the platform would give: it converts
      only numbers, fills no required property, and keeps no one of many. One such change makes the whole step
      custom, as does an expression or a check under 'migration'.
      """
    }
  }

  /// An example of a schema file.
  private var example: String {
    switch self {
    case .lightweight:
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes:
            pages: int = 0
      migration:
        kind: lightweight
      """
    case .custom:
      """
      schema: Library
      version: 3.0.0
      extends: V2.yaml
      entities:
        Book:
          attributes:
            isbn: string
      migration:
        kind: custom
        map:
          Book:
            isbn: {using: "coalesce(isbn, 'unknown')"}
        after:
          - {count: Book}
      """
    }
  }

  /// The advice in a few sentences.
  var remedy: String {
    switch self {
    case .lightweight:
      """
      in the app's SchemaMigrationPlan, '.lightweight(fromVersion:toVersion:)' for the step. Here
      nothing; 'kind: lightweight' is an assertion, so that an edit which makes the step custom is
      an error before it is released.
      """
    case .custom:
      """
      in the app's SchemaMigrationPlan, '.custom(…)' with what has to be done before and after.
      Here, say it under 'migration', and check it in 'after'; 'migrate diff' gives the reason for
      each change, and 'migrate explain CHANGE' what becomes of its data.
      """
    }
  }

  /// The changes that belong to this class in some or all cases.
  var changes: [ChangeKind] {
    ChangeKind.allCases.filter {
      ChangeExplanation.of($0)?.classification.contains(rawValue) ?? false
    }
  }

  /// The page without its heading.
  var page: String {
    """
    \(summary)

    \(meaning)

    \(example.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))

    What to do: \(remedy)

    These changes are, or can be: \(changes.map(\.rawValue).joined(separator: ", ")).
    """
  }
}
