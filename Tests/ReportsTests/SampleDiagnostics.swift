import Diagnostics

/// Ordinary diagnostics, and hostile ones.
enum SampleDiagnostics {
  static func place(_ line: Int, _ column: Int, file: String = "Schemas/V1.yaml") -> SourceLocation
  {
    SourceLocation(file: file, line: line, column: column)
  }

  static let ordinary = [
    Diagnostic(
      code: "missing-inverse", "'Book.notes' has no inverse", at: place(6, 7),
      notes: [.init("add one"), .init("it may be this one", at: place(9, 7))]),
    Diagnostic(
      code: "implicit-delete-rule", severity: .warning, "'Book.notes' has no delete rule",
      at: place(6, 7), notes: [.init("write 'delete: nullify'")],
      fix: TextFix(.safe, [.init(from: place(6, 28), to: place(6, 28), ", delete: nullify")])),
    Diagnostic(code: "required-to-many", severity: .note, "a remark", at: place(7, 1)),
  ]

  static let hostile = [
    Diagnostic(
      code: "odd::code", "100% | `a` <b>&amp;\r\n::error::x \u{1B}[31m](http://x) \u{FFFE}\u{202E}",
      at: place(1, 1, file: "a b,c:d%/é|x\n.yaml"),
      notes: [.init("one\ntwo"), .init("one\ntwo")])
  ]

  static let placeless = [Diagnostic(code: "missing-file", "there is no file 'V1.yaml'")]
}
