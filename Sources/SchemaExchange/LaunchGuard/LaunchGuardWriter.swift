internal import SchemaModel

/// Writes a launch guard: facts about the versions, and the code that is the same for all models.
struct LaunchGuardWriter {
  /// Remarks on the checks that the file does not contain.
  private(set) var remarks: [ExportRemark] = []
  private let documents: [SchemaDocument]
  private let name: String
  private let isSwiftData: Bool

  /// A writer of a launch guard for all versions of a model, in ascending order.
  init(_ documents: [SchemaDocument]) {
    self.documents = documents
    let newest = documents.last?.schema
    name = SwiftSpelling.typeName(ofModel: newest?.name ?? "") + "LaunchGuard"
    isSwiftData = newest?.platform == .swiftData
  }

  /// The content of the file.
  mutating func text() throws(FingerprintObstacle) -> String {
    var lines = SwiftLines()
    lines.add(LaunchGuard.stamp(of: documents))
    lines.comment(
      "Written by 'migrate export --format launch-guard'. Do not edit it: export it again.")
    lines.add()
    lines.add("import CoreData")
    lines.add("import Foundation")
    if isSwiftData { lines.add("import SwiftData") }
    lines.add()
    lines.comment(
      "Opens a store of \(documents.last?.schema.name ?? ""), and undoes a migration that fails.",
      mark: "///")
    lines.add("///")
    lines.comment("The store must be closed, and no other process may have it open.", mark: "///")
    lines.add("enum \(name) {")
    let head = lines.text
    var facts = SwiftLines()
    try writeFacts(to: &facts)
    let body = [
      LaunchGuardText.states, facts.text, LaunchGuardText.reading, LaunchGuardText.opening,
      LaunchGuardText.files, isSwiftData ? LaunchGuardText.swiftData : LaunchGuardText.coreData,
    ].map(Self.trimmed).joined(separator: "\n\n")
    return head + worded(body) + "\n}\n"
  }

  private static func trimmed(_ part: String) -> String {
    var part = part[...]
    while part.first == "\n" { part.removeFirst() }
    while part.last == "\n" { part.removeLast() }
    return String(part)
  }

  /// The code with the placeholders replaced by names of the platform.
  private func worded(_ text: String) -> String {
    text.replacing("MODELS", with: isSwiftData ? "schemas" : "models")
      .replacing("MODEL", with: isSwiftData ? "any VersionedSchema.Type" : "NSManagedObjectModel")
      .replacing("CONTAINER", with: isSwiftData ? "ModelContainer" : "NSPersistentContainer")
  }
}

// MARK: - Facts

extension LaunchGuardWriter {
  private mutating func writeFacts(to lines: inout SwiftLines) throws(FingerprintObstacle) {
    var versions: [(number: String, hashes: [String: String], kept: [String: String])] = []
    for (place, document) in documents.enumerated() {
      var hashes: [String: String] = [:]
      for (entity, result) in document.schema.versionHashes() {
        switch result {
        case .known(let hash): hashes[entity] = hash.hexadecimal
        case .unknown(let obstacle): throw .entity(entity, obstacle)
        }
      }
      versions.append(("\(document.schema.version)", hashes, kept(from: place)))
    }
    let (required, other) = checks()
    remarks += other.map { ExportRemark(part: name, "the launch guard does not check: \($0)") }
    lines.indented { lines in
      lines.comment("The versions that a store may have, the newest last.", mark: "///")
      lines.add("static let versions: [Version] = [")
      lines.indented { lines in
        for version in versions {
          lines.add("Version(")
          lines.indented { lines in
            lines.add("number: \(SwiftSpelling.text(version.number)),")
            lines.add("hashes: ", version.hashes.mapValues(SwiftSpelling.text), ending: ",")
            lines.add("kept: ", version.kept.mapValues(SwiftSpelling.text), ending: ")")
          }
          // A trailing comma follows only if the list has several elements.
          lines.end(with: versions.count > 1 ? "," : "")
        }
      }
      lines.add("]")
      lines.add()
      lines.comment("The newest version, which the container has.", mark: "///")
      lines.add("static var newest: Version { versions[versions.count - 1] }")
      lines.add()
      lines.comment(
        "The number of objects that an entity must have after a migration to the newest version.",
        mark: "///")
      for check in other { lines.comment("Not checked here: \(check).") }
      lines.add(
        "private static let requiredCounts: [String: Int] = ", required.mapValues { "\($0)" },
        ending: "")
    }
  }

  private func kept(from place: Int) -> [String: String] {
    var kept = KeptEntities(documents[place].schema)
    for next in documents.indices.dropFirst(place + 1) {
      kept.follow(from: documents[next - 1].schema, to: documents[next])
    }
    return kept.names
  }

  /// The counts that must hold in the newest version, and the checks that cannot be expressed as counts.
  private func checks() -> (required: [String: Int], other: [String]) {
    var (required, other): ([String: Int], [String]) = ([:], [])
    for (place, document) in documents.enumerated() {
      for check in document.migration?.after ?? [] {
        switch check {
        case .count(_, nil): break
        case .count(let entity, let number?):
          if place == documents.count - 1 {
            required[entity] = number
          } else {
            other.append("\(document.schema.version) has \(number) objects of '\(entity)'")
          }
        case .expect(let sql, _): other.append("\(document.schema.version), \(sql)")
        }
      }
    }
    return (required, other)
  }
}

extension SwiftLines {
  /// Adds a dictionary after a head: on one line, or with one element a line if it is too long.
  fileprivate mutating func add(_ head: String, _ values: [String: String], ending: String) {
    let pairs = values.sorted { $0.key < $1.key }.map { (SwiftSpelling.text($0.key), $0.value) }
    if pairs.isEmpty { return add("\(head)[:]\(ending)") }
    let line = "\(head)[\(pairs.map { "\($0.0): \($0.1)" }.joined(separator: ", "))]\(ending)"
    // swift-format counts the trailing comma of a broken list, even if the list is on one line.
    if line.count + (pairs.count > 1 ? 1 : 0) <= room { return add(line) }
    add("\(head)[")
    let comma = pairs.count > 1 ? "," : ""
    indented { lines in
      for (key, value) in pairs {
        if "\(key): \(value)\(comma)".count <= lines.room {
          lines.add("\(key): \(value)\(comma)")
        } else {
          lines.add("\(key):")
          lines.indented { $0.add(value + comma) }
        }
      }
    }
    add("]\(ending)")
  }
}
