import Diagnostics
import JSON
import Reports
import Testing

struct JSONReportTests {
  @Test func `a report without findings has empty lists`() {
    #expect(
      JSONReport(status: "done").text(of: []) == """
        {
          "formatVersion": 1,
          "status": "done",
          "diagnostics": []
        }

        """)
  }

  @Test func `a diagnostic is written with its place and notes, and results come last`() {
    let diagnostic = Diagnostic(
      code: "missing-inverse", severity: .warning, "'Book.notes' has no \"inverse\"",
      at: Diagnostics.SourceLocation(file: "a/V1.yaml", line: 3, column: 7),
      notes: [
        .init("add one"),
        .init("here", at: Diagnostics.SourceLocation(file: "b", line: 1, column: 1)),
      ])
    let plain = Diagnostic(code: "empty", "nothing is there")
    let report = JSONReport(status: "findings", results: [.init("files", 1)])
    #expect(
      report.text(of: [diagnostic, plain]) == #"""
        {
          "formatVersion": 1,
          "status": "findings",
          "diagnostics": [
            {
              "code": "missing-inverse",
              "severity": "warning",
              "message": "'Book.notes' has no \"inverse\"",
              "location": {
                "file": "a/V1.yaml",
                "line": 3,
                "column": 7
              },
              "notes": [
                {
                  "message": "add one",
                  "location": null
                },
                {
                  "message": "here",
                  "location": {
                    "file": "b",
                    "line": 1,
                    "column": 1
                  }
                }
              ]
            },
            {
              "code": "empty",
              "severity": "error",
              "message": "nothing is there",
              "location": null,
              "notes": []
            }
          ],
          "files": 1
        }

        """#)
  }

  @Test func `a fix is written with its edits, from where to where`() {
    let text = JSONReport(status: "done").text(of: [SampleDiagnostics.ordinary[1]])
    #expect(
      text.contains(
        """
              ],
              "fix": {
                "safety": "safe",
                "edits": [
                  {
                    "start": {
                      "file": "Schemas/V1.yaml",
                      "line": 6,
                      "column": 28
                    },
                    "end": {
                      "file": "Schemas/V1.yaml",
                      "line": 6,
                      "column": 28
                    },
                    "text": ", delete: nullify"
                  }
                ]
              }
            }
          ]
        }

        """))
  }
}
