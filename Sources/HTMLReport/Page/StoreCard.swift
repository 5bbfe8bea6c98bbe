internal import Diagnostics
internal import Reports
internal import SchemaModel

/// The content of a store, and its problems.
struct StoreCard {
  private let store: ReportedStore
  private let newest: Version?
  private let losses: HTML
  private let texts: ReportedTexts

  init(
    _ store: ReportedStore, newest: Version? = nil, losses: HTML = .nothing, _ texts: ReportedTexts
  ) {
    (self.store, self.newest, self.losses, self.texts) = (store, newest, losses, texts)
  }

  var html: HTML {
    .element(
      "article", [.class("store")],
      .element("h4", [], HTML(store.path), " ", standing),
      facts, losses, counts, problems)
  }

  private var standing: HTML {
    guard store.isRead else { return Badge.badge("error", "not readable") }
    let isSound = store.findings.allSatisfy { $0.severity < .error }
    return isSound ? Badge.badge("safe", "sound") : Badge.badge("error", "not sound")
  }

  private var facts: HTML {
    let objects = store.counts.reduce(0) { $0 + $1.objects }
    let facts: [String?] = [
      store.model.map { "\($0) \(store.version?.words ?? "of an unknown version")" },
      age, store.isOfPlatform ? "written by Core Data or SwiftData" : nil,
      store.isRead ? Quantity.count(objects, "object") : nil,
      store.linkCount > 0 ? Quantity.count(store.linkCount, "link") : nil,
      store.size.map { Quantity.bytes($0) },
      store.logSize.flatMap { $0 > 0 ? "\(Quantity.bytes($0)) in the write-ahead log" : nil },
    ]
    return .element("p", [.class("facts")], HTML(facts.compactMap(\.self).joined(separator: " · ")))
  }

  /// The age of the version compared with the newest one.
  private var age: String? {
    guard let newest, let version = store.version else { return nil }
    return version == newest
      ? "up to date"
      : version < newest ? "older than \(newest.words)" : "newer than \(newest.words)"
  }

  private var counts: HTML {
    guard !store.counts.isEmpty else { return .nothing }
    let most = store.counts.map(\.objects).max() ?? 0
    let rows = store.counts.map { count in
      HTML.element(
        "tr", [.class("entry")],
        .element("th", [.init("scope", "row")], HTML(count.entity)),
        .element("td", [.class("number")], HTML(Quantity.grouped(count.objects))),
        .element(
          "td", [.class("bar")],
          .element(
            "meter",
            [
              .init("max", "\(max(1, most))"), .init("value", "\(count.objects)"),
              .init("aria-label", "Objects of \(count.entity)"),
            ])))
    }
    return Table(heads: ["entity", "objects", ""], rows: rows).html
  }

  private var problems: HTML {
    store.findings.isEmpty ? .nothing : FindingsList(store.findings, texts).html
  }
}
