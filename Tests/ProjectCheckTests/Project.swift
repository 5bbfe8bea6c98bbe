import Diagnostics
import ProjectCheck
import SchemaLock
import SchemaModel
import SchemaYAML
import TestSupport

/// A project of one model, in versions that a test writes.
struct Project {
  let folder: TemporaryFolder

  init(_ versions: String...) throws {
    folder = try TemporaryFolder()
    for (number, text) in versions.enumerated() { try write(text, version: number + 1) }
  }

  /// Writes a version, with the beginning that every file has.
  func write(_ text: String, version: Int) throws {
    let base = version == 1 ? "" : "extends: V\(version - 1).yaml\n"
    try folder.write(
      "schema: Library\nversion: \(version).0.0\n\(base)\(text)\n",
      to: "Library/V\(version).yaml")
  }

  /// Where the schema files are.
  var schemas: String { folder.path("Library") }

  /// Pins these versions.
  func lock(_ versions: Int...) throws {
    let history = try SchemaReader.history(inDirectory: schemas)
    var lock = LockFile(schema: "Library")
    for version in versions {
      if let document = history[Version(version)] { lock.pin(ReleasedVersion(releasing: document)) }
    }
    try folder.write(lock.text, to: "Library/schema.lock")
  }

  /// The summary of each part of the check, and the findings, each with its line.
  func check(_ parts: CheckPart..., with check: ProjectCheck = ProjectCheck()) throws -> [String] {
    var check = check
    if !parts.isEmpty { check.parts = Set(parts) }
    let report = try check.run([schemas])
    let summaries = report.models.flatMap(\.parts).map { "\($0.part): \($0.summary)" }
    return summaries
      + report.findings.map { finding in
        let place = finding.location.map {
          "\($0.file):\($0.line): ".replacing(schemas + "/", with: "")
        }
        return "\(place ?? "")\(shortened(finding.message)) [\(finding.code)]"
      }
  }

  /// A text without the name of the folder.
  func shortened(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
}
