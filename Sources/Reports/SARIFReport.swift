internal import Digests
package import Diagnostics
internal import JSON

/// Writes diagnostics as a SARIF 2.1.0 log, the format that code scanning reads.
///
/// A diagnostic is a result. A diagnostic that kept the command from finishing is a notification of the tool.
/// See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
package struct SARIFReport {
  private let toolVersion: String
  private let rules: [ReportedRule]
  private let subjects: [String]
  private let hasFailed: Bool

  /// A report of a version of the tool.
  ///
  /// `rules` are the rules with a description. If there is only one subject, it is the place of diagnostics
  /// without a place.
  package init(
    toolVersion: String, rules: [ReportedRule] = [], subjects: [String] = [],
    hasFailed: Bool = false
  ) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.subjects = subjects
    self.hasFailed = hasFailed
  }
}

extension SARIFReport: DiagnosticReport {
  /// The log as text, ended by a line break.
  package func text(of diagnostics: [Diagnostic]) -> String {
    let codes = Set(diagnostics.map(\.code)).sorted()
    let run: JSONValue = [
      "tool": ["driver": driver(codes)],
      "columnKind": "unicodeCodePoints",
      "invocations": [invocation(hasFailed ? diagnostics : [])],
      "results": .array(hasFailed ? [] : results(diagnostics, codes)),
    ]
    return JSONWriter.text(
      of: [
        "$schema":
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
      ]) + "\n"
  }

  private func driver(_ codes: [String]) -> JSONValue {
    let known = Dictionary(rules.map { ($0.name, $0) }) { first, _ in first }
    return [
      "name": "migrate",
      "version": .string(toolVersion),
      "rules": .list(codes) { code in known[code].map(descriptor) ?? ["id": .string(code)] },
    ]
  }

  private func descriptor(_ rule: ReportedRule) -> JSONValue {
    [
      "id": .string(rule.name),
      "shortDescription": ["text": .string(rule.summary)],
      "help": ["text": .string(rule.page), "markdown": .string(rule.page)],
      "defaultConfiguration": [
        "enabled": .bool(rule.severity != nil),
        "level": .string((rule.severity ?? .note).rawValue),
      ],
    ]
  }

  private func invocation(_ failures: [Diagnostic]) -> JSONValue {
    [
      "executionSuccessful": .bool(!hasFailed),
      "toolExecutionNotifications": .list(failures) { failure in
        .object(
          [
            .init("descriptor", ["id": .string(failure.code)]),
            .init("level", .string(failure.severity.rawValue)),
            .init("message", message(of: failure)),
          ] + locations(of: failure))
      },
    ]
  }
}

// MARK: - Results

extension SARIFReport {
  private func results(_ diagnostics: [Diagnostic], _ codes: [String]) -> [JSONValue] {
    let positions = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
    var occurrences: [String: Int] = [:]
    return diagnostics.map { diagnostic in
      let identity = identity(of: diagnostic)
      occurrences[identity, default: 0] += 1
      let print = Self.fingerprint(identity, occurrences[identity] ?? 1)
      return .object(
        [
          .init("ruleId", .string(diagnostic.code)),
          .init("ruleIndex", JSONValue(positions[diagnostic.code] ?? 0)),
          .init("level", .string(diagnostic.severity.rawValue)),
          .init("message", message(of: diagnostic)),
        ] + locations(of: diagnostic) + relatedLocations(of: diagnostic) + [
          .init("partialFingerprints", ["primaryLocationLineHash": print, "finding/v1": print])
        ] + (diagnostic.fix.map { [.init("fixes", [fix($0, diagnostic)])] } ?? []))
    }
  }

  /// The identity of a finding, which does not change when lines around the finding are added or removed.
  private func identity(of diagnostic: Diagnostic) -> String {
    [diagnostic.code, diagnostic.location?.file ?? "", diagnostic.message].joined(separator: "\0")
  }

  private static func fingerprint(_ identity: String, _ occurrence: Int) -> JSONValue {
    .string(Digest.of(Array(identity.utf8)).prefix(16).hexadecimal + ":\(occurrence)")
  }

  /// The message, followed by the notes that have no place.
  private func message(of diagnostic: Diagnostic) -> JSONValue {
    let remarks = diagnostic.notes.filter { $0.location == nil }.map(\.message)
    return text(([diagnostic.message] + remarks).joined(separator: "\n"))
  }

  /// A text without links.
  private func text(_ text: String) -> JSONValue {
    ["text": .string(text.replacing("](", with: "] ("))]
  }
}

// MARK: - Places

extension SARIFReport {
  private func locations(of diagnostic: Diagnostic) -> [JSONValue.Member] {
    if let location = diagnostic.location {
      return [.init("locations", [["physicalLocation": physical(location)]])]
    }
    guard subjects.count == 1, !hasFailed else { return [] }
    let place: JSONValue = ["artifactLocation": artifact(subjects[0])]
    return [.init("locations", [["physicalLocation": place]])]
  }

  private func relatedLocations(of diagnostic: Diagnostic) -> [JSONValue.Member] {
    var known: Set<Diagnostic.Note> = []
    let notes = diagnostic.notes.filter { $0.location != nil && known.insert($0).inserted }
    guard !notes.isEmpty else { return [] }
    return [
      .init(
        "relatedLocations",
        .list(notes) { note in
          ["physicalLocation": note.location.map(physical) ?? .null, "message": text(note.message)]
        })
    ]
  }

  private func physical(_ location: SourceLocation) -> JSONValue {
    [
      "artifactLocation": artifact(location.file),
      "region": [
        "startLine": JSONValue(location.line), "startColumn": JSONValue(location.column),
      ],
    ]
  }

  private func artifact(_ path: String) -> JSONValue { ["uri": .string(Self.uri(of: path))] }

  /// A path as a URI reference: a relative path as it is, an absolute path below `file://`.
  private static func uri(of path: String) -> String {
    let encoded = path.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain || "-._~/+,=@".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + hexadecimal(UInt32(byte), digits: 2)
      }
    }
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}

// MARK: - Fixes

extension SARIFReport {
  private func fix(_ fix: TextFix, _ diagnostic: Diagnostic) -> JSONValue {
    var files: [String] = []
    for edit in fix.edits where !files.contains(edit.start.file) { files.append(edit.start.file) }
    return [
      "description": text("\(fix.safety) fix of \(diagnostic.code)"),
      "artifactChanges": .list(files) { file in
        [
          "artifactLocation": artifact(file),
          "replacements": .list(fix.edits.filter { $0.start.file == file }, replacement),
        ]
      },
      "properties": ["safety": .string(fix.safety.rawValue)],
    ]
  }

  private func replacement(_ edit: TextFix.Edit) -> JSONValue {
    [
      "deletedRegion": [
        "startLine": JSONValue(edit.start.line), "startColumn": JSONValue(edit.start.column),
        "endLine": JSONValue(edit.end.line), "endColumn": JSONValue(edit.end.column),
      ],
      "insertedContent": ["text": .string(edit.text)],
    ]
  }
}
