internal import Diagnostics
internal import SQLText
internal import SchemaModel

extension DeclarationProblems {
  /// A condition must select the same objects whenever it is evaluated: before a migration, while it runs,
  /// and in the proof of its result.
  mutating func check(condition sql: String?, of entity: String, at path: SchemaPath) {
    guard let sql, let part = SQLTokens(sql).volatilePart else { return }
    report(
      "volatile-condition",
      "the condition for the objects of '\(entity)' has another answer each time, for it asks "
        + "'\(part)'", remedy: "compare with a value that is written out, as a date or a number",
      at: path)
  }
}
