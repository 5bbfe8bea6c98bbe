internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

extension ModelPage {
  /// The grid of all migrations, with the reasons why some are custom; nil if there is only one version.
  var ways: PageSection? {
    guard !model.matrix.ways.isEmpty else { return nil }
    return PageSection(
      anchor.appending("ways"), "Migrations", count: model.matrix.ways.count,
      HTML([
        .element(
          "p", [.class("remark")],
          "From the version of the row to the version of the column. ",
          "Point at a cell, or tap it, for its reasons."),
        grid, legend, .element("p", [.class("way"), .init("role", "status")]),
        causes(.refused), causes(.custom),
      ]))
  }

  // MARK: The grid

  private var grid: HTML {
    let versions = model.history.versions.map(\.schema.version)
    let ways = Dictionary(
      model.matrix.ways.map { ([$0.source, $0.target], $0) },
      uniquingKeysWith: { first, _ in first })
    let head = HTML.element(
      "tr", [],
      [.element("td")]
        + versions.map { version in
          .element(
            "th", [.init("scope", "col")],
            .link(versionAnchor(version), [], .element("span", [], HTML("\(version)"))))
        })
    let rows = versions.indices.map { row in
      HTML.element(
        "tr", [],
        [
          .element("th", [.init("scope", "row")], HTML(versions[row].words)),
          // No migration leads to an earlier version.
          row == 0 ? .nothing : .element("td", [.init("colspan", "\(row)")]),
          .element("td", [.class("self")]),
        ]
          + versions.indices.dropFirst(row + 1).map { column in
            ways[[versions[row], versions[column]]].map { cell($0, row + 1, column + 1) }
              ?? .element("td")
          })
    }
    let size = !linksCells ? "ways small" : versions.count > 8 ? "ways medium" : "ways"
    return .element(
      "div", [.class("scroll")],
      .element(
        "table", [.class(size)], .element("thead", [], head), .element("tbody", [], rows)))
  }

  /// A cell with its reasons, and a link to the changes of its target version.
  ///
  /// The cells of a large grid have no links, which would make up most of the page; the column headers have
  /// links. These cells name only the number of causes, and the script adds the versions and the verdict.
  private func cell(_ way: HopMatrix.Way, _ row: Int, _ column: Int) -> HTML {
    let place = HTML.Attribute.id(anchor.appending("way", "\(row)-\(column)"))
    guard linksCells else {
      let causes = way.causes.isEmpty ? [] : [HTML.Attribute.title(count(of: way.causes))]
      return .element("td", [.class(way.verdict.style), place] + causes, HTML(way.verdict.sign))
    }
    return .element(
      "td", [.class(way.verdict.style + (way.mayLose ? " lossy" : "")), place],
      .link(versionAnchor(way.target), [.title(title(of: way))], HTML(way.verdict.sign)))
  }

  private var linksCells: Bool { model.history.versions.count <= 30 }

  /// The verdict, with the single cause or the number of causes.
  private func title(of way: HopMatrix.Way) -> String {
    let causes =
      switch way.causes.count {
      case 0: ""
      case 1: ": \(way.causes[0].summary)"
      default: ", \(count(of: way.causes))"
      }
    let loss = way.mayLose ? ", values may be lost" : ""
    return "\(way.source) to \(way.target): \(way.verdict.rawValue)\(loss)\(causes)"
  }

  private func count(of causes: [HopMatrix.Cause]) -> String {
    Quantity.count(causes.count, "cause")
  }

  private var legend: HTML {
    let verdicts = HopMatrix.Verdict.allCases.filter { verdict in
      model.matrix.ways.contains { $0.verdict == verdict }
    }
    let items = verdicts.map { verdict in
      let count = model.matrix.ways.count { $0.verdict == verdict }
      return HTML.element(
        "li", [.class(verdict.style)], .element("b", [], HTML(verdict.sign)),
        HTML(" \(verdict.meaning(model.newest.hasPlatform)): \(Quantity.count(count, "migration"))")
      )
    }
    let losses =
      linksCells && model.matrix.ways.contains(where: \.mayLose)
      ? [HTML.element("li", [.class("lossy")], .element("b"), " values may be lost")]
      : []
    return .element("ul", [.class("legend")], items + losses)
  }

  // MARK: The causes

  private func causes(_ verdict: HopMatrix.Verdict) -> HTML {
    let groups = HopMatrixCauses(model.matrix, verdict).groups
    guard !groups.isEmpty else { return .nothing }
    let rows = groups.map { group in
      HTML.element(
        "tr", [.class("entry")],
        .element("td", [], .code(group.summary)),
        .element("td", [.class("why")], HTML(group.reason ?? "")),
        .element(
          "td", [.class("why")], HTML(group.extent),
          group.platform.map { HTML("; \($0)") } ?? .nothing))
    }
    return HTML([
      .element("h4", [], HTML("Why migrations are \(verdict.rawValue)")),
      Table(heads: ["cause", "why", "where"], rows: rows, style: "causes").html,
    ])
  }
}

extension HopMatrix.Way {
  fileprivate var mayLose: Bool { risk ?? .none != .none }
}

extension HopMatrix.Verdict {
  /// The letter for the verdict in a cell.
  fileprivate var sign: String {
    switch self {
    case .same: "="
    case .lightweight: "L"
    case .inPlace: "I"
    case .rewritten: "R"
    case .custom: "C"
    case .refused: "×"
    }
  }

  fileprivate func meaning(_ hasPlatform: Bool) -> String {
    switch self {
    case .same:
      hasPlatform ? "the platform sees no difference" : "the tables are the same"
    case .lightweight: "lightweight, the platform infers it"
    case .inPlace: "in place, no row is written"
    case .rewritten: "rows are written anew"
    case .custom: "custom, somebody says what happens to the data"
    case .refused: "refused, it cannot be planned"
    }
  }
}
