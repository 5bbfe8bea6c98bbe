public import Diagnostics
public import SchemaModel

/// The versions of a model, imported from a file of another kind.
public struct ImportedHistory: Hashable, Sendable {
  /// The model's name, from the name of the imported file or folder.
  public var name: String
  /// The versions, the oldest first.
  ///
  /// If the source names its versions instead of numbering them, they are numbered 1.0.0, 2.0.0 and so on, in
  /// the natural order of the names. The name becomes the schema's documentation.
  public var versions: [SchemaDocument]
  /// The names of the versions in the source, in the same order.
  public var labels: [String]
  /// The current version in the source.
  public var current: Version?
  /// Remarks on everything in the source that the schemas leave out or change, sorted by place.
  public var remarks: [ImportRemark]
  /// Warnings about the versions as a whole, such as versions that are left out.
  public var warnings: [Diagnostic] = []

  /// A history from its parts.
  public init(
    name: String, versions: [SchemaDocument] = [], labels: [String] = [],
    current: Version? = nil, remarks: [ImportRemark] = []
  ) {
    self.name = name
    self.versions = versions
    self.labels = labels
    self.current = current
    self.remarks = remarks.sorted()
  }
}

extension ImportedHistory {
  /// The versions as a history.
  public var history: SchemaHistory { SchemaHistory(versions) }
}

/// A part of a source that a schema leaves out or changes.
public struct ImportRemark: Hashable, Sendable {
  /// The kind of the part.
  public var subject: Subject
  /// The part of the model, in its usual spelling: `Book`, `Book.title`, or another name.
  public var part: String
  /// The value in the source.
  public var value: String
  /// The place in the source.
  public var location: SourceLocation?

  /// A remark from its parts.
  public init(
    _ subject: Subject, of part: String, _ value: String = "", at location: SourceLocation? = nil
  ) {
    self.subject = subject
    self.part = part
    self.value = value
    self.location = location
  }
}

extension ImportRemark: Comparable {
  /// Orders by place, then subject, part and value.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left.location, right.location) {
    case (nil, .some): true
    case (.some, nil): false
    case (let first?, let second?) where first != second: first < second
    default:
      (left.subject.rawValue, left.part, left.value)
        < (right.subject.rawValue, right.part, right.value)
    }
  }
}
