/// Something in a schema that an exported form does not carry, or carries in another form.
public struct ExportRemark: Hashable, Sendable {
  /// The part of the schema, in its usual spelling: `Book.title`.
  public var part: String
  /// What becomes of it, in the form of a message.
  public var message: String
  /// The name of what is wrong with the exported form; nil where it is only less than the schema.
  public var code: String?

  /// A remark from its parts.
  public init(part: String, _ message: String, code: String? = nil) {
    self.part = part
    self.message = message
    self.code = code
  }

  /// The remark as a line of a summary.
  public var line: String { code.map { "warning: \(message) [\($0)]" } ?? "note: \(message)" }
}
