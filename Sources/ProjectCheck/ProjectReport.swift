package import Diagnostics
package import MigrationPlanner
package import Reports
package import SchemaLint
package import SchemaModel

/// The result of a check.
package struct ProjectReport: Sendable {
  /// The result of one part for one model.
  package struct Part: Sendable {
    /// The part.
    package var part: CheckPart
    /// The result in a few words.
    package var summary: String
    /// The checked subjects, each with its findings.
    package var cases: [CheckedCase]
    /// The problems of files that could not be read and so were not checked; the cases contain them too.
    package var unreadable: [Diagnostic] = []
    /// The excepted findings, with the reason and the place of the exception as the last note.
    package var excepted: [Diagnostic] = []
    /// The reasons and places of the exceptions to losses, by version and by the subject of the change.
    package var approvals: [Version: [String: Diagnostic.Note]] = [:]
    /// The reason why there was nothing to check, in a few words; nil if something was checked.
    package var absence: String?

    /// All findings, without duplicates.
    package var findings: [Diagnostic] { Set(cases.flatMap(\.diagnostics)).sorted() }
  }

  /// The result for one model.
  package struct Model: Sendable {
    /// The name of the model.
    package var name: String
    /// The schema files.
    package var history: SchemaHistory
    /// The versions that the lock pins.
    package var released: Set<Version>
    /// The checked parts, in order.
    package var parts: [Part]
    /// The verdicts for all pairs of versions; nil if the hops were not checked.
    package var matrix: HopMatrix?

    /// The versions, in ascending order.
    package var versions: [Version] { history.versions.map(\.schema.version) }
  }

  /// The models, in the order of their folders.
  package var models: [Model] = []
  /// The problems of files that could not be read and so were not checked.
  package var unreadable: [Diagnostic] = []
  /// The number of models that could be read only in part; only lint checks them.
  package var damagedCount = 0
  /// The findings about the settings of the project, and about models that were removed or read only in part.
  package var settings: [Diagnostic] = []
  /// The baseline that would leave out all findings in the models.
  package var baseline: [Baseline.Entry] = []

  /// The findings in each file of Swift source; nil if no source was checked.
  package var source: [CheckedCase]?
  /// The paths of the source.
  package var sourcePaths: [String] = []
  /// The excepted findings in Swift source.
  package var exceptedInSource: [Diagnostic] = []

  /// An empty report.
  package init() {}

  /// All findings, without duplicates.
  ///
  /// A finding of several parts is reported by the first of them.
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
