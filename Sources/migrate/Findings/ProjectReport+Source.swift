internal import Diagnostics
internal import ProjectCheck
internal import Reports
internal import SchemaLint

extension ProjectReport {
  /// Adds the findings in Swift source and in Core Data models, and the problems of reading it.
  mutating func add(_ found: SwiftLint, of sources: [String], _ configuration: Configuration) {
    unreadable += found.problems
    source = source ?? []
    sourcePaths = sources
    settings += configuration.problems(of: found.uncompared, in: sources)
    guard found.found.files.isEmpty, found.uncompared.isEmpty, found.problems.isEmpty else {
      return
    }
    settings += sources.map { path in
      Diagnostic(
        code: "no-swift-files", severity: .warning,
        "'\(path)' has no Swift file, so that no Swift source is checked",
        at: configuration.sources == path ? configuration.sourcesPlace : nil,
        notes: [.init(configuration.adviceOnModels ?? "name the folder with the app's models")])
    }
  }

  /// The kinds of source that were checked.
  var sourceTitle: String {
    let files = (source ?? []).compactMap(\.file)
    let swift = files.count { $0.hasSuffix(".swift") }
    if files.isEmpty {
      let isModel = !sourcePaths.isEmpty && sourcePaths.allSatisfy { $0.contains(".xcdatamodel") }
      return isModel ? "Core Data model" : "Swift source"
    }
    if swift == files.count { return "Swift source" }
    return swift == 0 ? "Core Data model" : "Swift source and Core Data model"
  }

  /// The findings in source in a few words.
  var sourceSummary: String? {
    source.map { cases in
      let files = Quantity.count(cases.count { $0.file != nil }, "file")
      let unread = unreadable.filter { problem in
        problem.location.map { $0.file.hasSuffix(".swift") || $0.file.contains(".xcdatamodel") }
          ?? false
      }
      return "\(tally(of: cases.flatMap(\.diagnostics) + unread) ?? "no findings") in \(files)"
        + (exceptedInSource.isEmpty ? "" : ", \(exceptedInSource.count) excepted")
    }
  }
}
