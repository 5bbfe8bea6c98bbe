public import Diagnostics
public import SchemaModel

/// The versions of a model that came from a file of another kind.
public struct ImportedHistory: Hashable, Sendable {
  /// The model's name: that of the file or folder it came from.
  public var name: String
  /// The versions, the oldest first.
  ///
  /// Where the source has names for its versions instead of numbers, they are numbered 1.0.0,
  /// 2.0.0 and so on in the natural order of their names; the name is the schema's documentation.
  public var versions: [SchemaDocument]
  /// The names that the source has for its versions, in the same order.
  public var labels: [String]
  /// The version that the source calls the current one.
  public var current: Version?
  /// Everything in the source that the schemas do not carry, item by item, sorted by place.
  public var remarks: [ImportRemark]
  /// What is to be known of the versions as a whole: which are left out, and why.
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
  /// The versions as a history that a store can be taken through.
  public var history: SchemaHistory { SchemaHistory(versions) }
}

/// Something in a source that a schema does not carry, or carries in another form.
public struct ImportRemark: Hashable, Sendable {
  /// What it is about.
  public var subject: Subject
  /// The part of the model, in its usual spelling: `Book`, `Book.title`, or a name of its own.
  public var part: String
  /// What the source says there.
  public var value: String
  /// Where the source says it.
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
