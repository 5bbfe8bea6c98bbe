internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// The migrations between all versions of a model, as text for a terminal.
///
/// ```
/// Library: 3 versions, 6 ways: 4 lightweight, 2 custom
///
///         123
/// 1 1.0.0 .lC
/// 2 2.0.0 l.C
/// 3 3.0.0 ll.
/// ```
///
/// The causes of custom and refused migrations follow, without duplicates.
struct HopMatrixText {
  let matrix: HopMatrix
  let history: SchemaHistory

  var text: String {
    let parts = [[matrix.verdict(on: history)], grid, legend] + causes
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  // MARK: The grid

  private var grid: [String] {
    let names = history.versions.map(\.schema.version.words)
    let width = names.map(\.count).max() ?? 0
    let digits = "\(names.count)".count
    let margin = String(repeating: " ", count: digits + width + 2)
    let header = (0..<digits).map { digit in
      margin
        + (1...max(1, names.count)).map { Self.digit(digit, of: $0, among: digits) }.joined()
    }
    return header.map(\.withoutTrailingSpace)
      + names.enumerated().map { row, name in
        "\(row + 1)".padded(to: digits, before: true) + " " + name.padded(to: width) + " "
          + cells(ofRow: row)
      }
  }

  /// A digit of the number above a column, which is written vertically.
  private static func digit(_ position: Int, of number: Int, among count: Int) -> String {
    let text = Array("\(number)".padded(to: count, before: true))
    return String(text[position])
  }

  private func cells(ofRow row: Int) -> String {
    let versions = history.versions.map(\.schema.version)
    return versions.enumerated().map { column, version in
      column == row ? "." : signs[[versions[row], version]] ?? " "
    }.joined()
  }

  /// The sign of each migration, by its two versions.
  private let signs: [[Version]: String]

  init(matrix: HopMatrix, history: SchemaHistory) {
    (self.matrix, self.history) = (matrix, history)
    signs = Dictionary(
      matrix.ways.map { ([$0.source, $0.target], $0.sign) }, uniquingKeysWith: { first, _ in first }
    )
  }

  private var legend: [String] {
    let signs = HopMatrix.Verdict.allCases.filter { $0.belongs(to: history) }.map {
      "\($0.sign) \($0.words(hasPlatform: history.hasPlatform))"
    }
    let hasInferred = matrix.ways.contains { $0.verdict == .custom && $0.isInferredWithoutPlan }
    return [
      "from the version of the row to the version of the column: " + signs.joined(separator: ", ")
    ]
      + (hasInferred
        ? ["c custom in a migration plan; without one the platform infers the migration"] : [])
      + (history.hasPlatform
        ? ["left of the dots: back, as the platform would infer it; no migration plan leads back"]
        : [])
  }

  // MARK: The causes

  private var causes: [[String]] {
    [HopMatrix.Verdict.custom, .refused].map { verdict in
      let groups = HopMatrixCauses(matrix, verdict).groups
      return groups.isEmpty ? [] : [verdict.rawValue] + groups.flatMap(lines)
    }
  }

  private func lines(_ group: HopMatrixCauses.Group) -> [String] {
    let reason = group.reason.map { ["      \($0)"] } ?? []
    let platform = group.platform.map { ["      \($0)"] } ?? []
    return ["    \(group.summary)"] + reason + ["      \(group.extent)"] + platform
  }
}

extension HopMatrix.Way {
  /// The letter of the migration in the grid.
  fileprivate var sign: String {
    verdict == .custom && isInferredWithoutPlan ? "c" : verdict.sign
  }
}

extension HopMatrix.Verdict {
  /// The letter of the verdict in the grid.
  fileprivate var sign: String {
    switch self {
    case .same: "="
    case .lightweight: "l"
    case .inPlace: "i"
    case .rewritten: "r"
    case .custom: "C"
    case .refused: "x"
    }
  }

  /// The meaning of the verdict.
  fileprivate func words(hasPlatform: Bool) -> String {
    switch self {
    case .same:
      hasPlatform
        ? "the same version hashes, so no migration happens" : "the same tables, so nothing happens"
    case .lightweight, .inPlace, .rewritten, .custom, .refused: rawValue
    }
  }

  /// Whether migrations in a history can have the verdict.
  fileprivate func belongs(to history: SchemaHistory) -> Bool {
    switch self {
    case .same, .custom, .refused: true
    case .lightweight: history.hasPlatform
    case .inPlace, .rewritten: !history.hasPlatform
    }
  }
}

extension String {
  fileprivate func padded(to width: Int, before isBefore: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return isBefore ? space + self : self + space
  }

  fileprivate var withoutTrailingSpace: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}

extension SchemaHistory {
  /// Whether a framework of Apple migrates the stores.
  fileprivate var hasPlatform: Bool { newest?.schema.hasPlatform ?? true }
}
