internal import Diagnostics
internal import SQLText
internal import SchemaModel

extension DeclarationProblems {
  /// Which objects a condition is about must be the same whenever it is asked: before a migration,
  /// while it runs, and in the proof of what it did.
  mutating func check(condition sql: String?, of entity: String, at path: SchemaPath) {
    guard let sql, let part = SQLTokens(sql).volatilePart else { return }
    report(
      "volatile-condition",
      "the condition for the objects of '\(entity)' has another answer each time, for it asks "
        + "'\(part)'", remedy: "compare with a value that is written out, as a date or a number",
      at: path)
  }
}
