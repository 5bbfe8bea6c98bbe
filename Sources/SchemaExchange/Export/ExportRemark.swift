/// A part of a schema that an exported form leaves out or changes.
public struct ExportRemark: Hashable, Sendable {
  /// The part of the schema, in its usual spelling: `Book.title`.
  public var part: String
  /// The difference, in the form of a message.
  public var message: String
  /// The code of a problem in the exported form; nil if the form only leaves something out.
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
