package import Diagnostics
package import MigrationPlanner
package import Reports
package import SchemaLint
package import SchemaModel

/// What came of a check.
package struct ProjectReport: Sendable {
  /// What came of it for one part of one model.
  package struct Part: Sendable {
    /// The part.
    package var part: CheckPart
    /// How it went, in a few words.
    package var summary: String
    /// What was looked at, and what was found about each.
    package var cases: [CheckedCase]
    /// What could not be read, and so was not looked at; it is among the cases, too.
    package var unreadable: [Diagnostic] = []
    /// Why there was nothing to look at, in a few words; nil where something was looked at.
    package var absence: String?

    /// All that was found, each problem once.
    package var findings: [Diagnostic] { Set(cases.flatMap(\.diagnostics)).sorted() }
  }

  /// What came of it for one model.
  package struct Model: Sendable {
    /// The model's name.
    package var name: String
    /// The schema files.
    package var history: SchemaHistory
    /// The versions that the lock pins.
    package var released: Set<Version>
    /// The parts that were looked at, in their order.
    package var parts: [Part]
    /// What becomes of stores on every way; nil where that was not looked at.
    package var matrix: HopMatrix?

    /// The versions, in ascending order.
    package var versions: [Version] { history.versions.map(\.schema.version) }
  }

  /// The models, in the order of their folders.
  package var models: [Model] = []
  /// What could not be read, and so was not checked.
  package var unreadable: [Diagnostic] = []
  /// How many models could not be read whole; only lint looks at what there is of them.
  package var damagedCount = 0
  /// What was found about the settings of the project, or a model that is gone or was not read whole.
  package var settings: [Diagnostic] = []
  /// What a baseline has to list so that nothing of what was found in the models counts.
  package var baseline: [Baseline.Entry] = []

  /// What was found about each file of Swift source; nil where none was looked at.
  package var source: [CheckedCase]?

  /// A report on nothing yet.
  package init() {}

  /// All that was found, each problem once.
  ///
  /// What several parts know is reported by the first of them.
  package var findings: [Diagnostic] {
    struct Subject: Hashable {
      var code: String
      var location: SourceLocation?
      var message: String
    }
    var known: Set<Subject> = []
    let parts = models.flatMap(\.parts)
    let source = (source ?? []).flatMap(\.diagnostics)
    return (unreadable + settings + source + parts.flatMap(\.findings)).filter {
      known.insert(Subject(code: $0.code, location: $0.location, message: $0.message)).inserted
    }.sorted()
  }
}
