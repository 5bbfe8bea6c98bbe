internal import Diagnostics
internal import SchemaLint

extension ProgramFlow {
  /// The findings, with one for all unchanged copies of a class in several versions.
  ///
  /// The other copies have the same mistake for the same reason, and are listed as notes. The finding is
  /// placed in the class outside the versions, or else in the newest version.
  func oncePerClass(_ findings: [(owner: SourceProgram.TypeID?, finding: Finding)]) -> [Finding] {
    var counts: [Occurrence: Int] = [:]
    let items = findings.map { owner, finding -> Item in
      guard let copy = owner.map(copy) else { return Item(finding: finding) }
      var key = Occurrence(finding, in: copy)
      // Each of several equal findings in one copy has its own counterpart in the others.
      key.number = counts[key, default: 0]
      counts[key.withNumber(0), default: 0] += 1
      key.owner = nil
      return Item(finding: finding, copy: copy, key: key)
    }
    let groups = Dictionary(grouping: items.indices.filter { items[$0].key != nil }) {
      items[$0].key
    }
    return items.indices.compactMap { place -> Finding? in
      var finding = items[place].finding
      guard let key = items[place].key, let group = groups[key], group.count > 1 else {
        return finding
      }
      let others = group.filter { items[$0].copy?.version == nil }
      // If several classes lie outside the versions, the copied one is not known.
      guard others.count < min(2, group.count) else { return finding }
      let main = others.first ?? newest(of: group, items)
      guard place == main else { return nil }
      finding.notes += group.filter { $0 != main }.map {
        Finding.Note(.isRepeated(items[$0].copy?.name ?? ""), at: items[$0].finding.place)
      }
      return finding
    }
  }

  /// The index of the copy in the newest version; the last one if the versions have no numbers.
  private func newest(of places: [Int], _ items: [Item]) -> Int {
    let numbered = places.compactMap { place in
      items[place].copy?.version.flatMap { versions.entry($0)?.facts.version }.map { ($0, place) }
    }
    guard numbered.count == places.count else { return places[places.count - 1] }
    return numbered.max { $0 < $1 }?.1 ?? places[places.count - 1]
  }

  /// A type as a copy in a version.
  private func copy(_ type: SourceProgram.TypeID) -> ClassCopy {
    var names: [String] = []
    var current: SourceProgram.TypeID? = type
    while let id = current {
      if versions.entry(id) != nil {
        return ClassCopy(
          owner: type, version: id, path: names.reversed(), name: program.qualifiedName(of: type))
      }
      names.append(program[id].facts.name)
      current = program[id].parent
    }
    return ClassCopy(
      owner: type, version: nil, path: names.reversed(), name: program.qualifiedName(of: type))
  }
}

/// A class in a version, or outside all versions.
private struct ClassCopy {
  var owner: SourceProgram.TypeID
  var version: SourceProgram.TypeID?
  /// The name inside the version.
  var path: [String]
  /// The name in the program.
  var name: String
}

/// A finding in a class.
private struct Item {
  var finding: Finding
  var copy: ClassCopy?
  var key: Occurrence?
}

/// The contents of a finding on a class, without the version.
private struct Occurrence: Hashable {
  var owner: SourceProgram.TypeID?
  var path: [String]
  var rule: RuleID
  var message: Finding.Message
  var heaviest: Diagnostic.Severity?
  var number = 0

  init(_ finding: Finding, in copy: ClassCopy) {
    owner = copy.owner
    path = copy.path
    rule = finding.rule
    message = finding.message
    heaviest = finding.heaviest
  }

  func withNumber(_ number: Int) -> Self {
    var result = self
    result.number = number
    return result
  }
}

extension Finding.Message {
  fileprivate static func isRepeated(_ name: String) -> Self {
    Self("'\(name)' repeats it here")
  }
}
