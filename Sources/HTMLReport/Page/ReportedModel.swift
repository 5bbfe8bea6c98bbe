package import Diagnostics
package import MigrationPlanner
package import SchemaModel

/// The content of the page about one model.
package struct ReportedModel: Sendable {
  /// The changes from a version to the next.
  package struct Step: Sendable {
    /// The changes, each classified.
    package var hop: MigrationHop
    /// The remarks on the hop besides its changes.
    package var remarks: [String]
    /// The remarks about data that declarations may lose.
    package var losses: [String]
    /// The reasons and places of the approvals of losses, by the subject of the change.
    package var approvals: [String: Diagnostic.Note]

    /// A step from its parts.
    package init(
      _ hop: MigrationHop, remarks: [String] = [], losses: [String] = [],
      approvals: [String: Diagnostic.Note] = [:]
    ) {
      (self.hop, self.remarks, self.losses) = (hop, remarks, losses)
      self.approvals = approvals
    }
  }

  /// The result of one part of a check.
  package struct Part: Sendable {
    /// The name of the part: `lint`.
    package var name: String
    /// The result in a few words.
    package var summary: String
    /// The names of the checked subjects that must be repaired.
    package var failures: [String]
    /// The number of errors.
    package var errorCount: Int
    /// The reason why there was nothing to check, in a few words; nil if something was checked.
    package var absence: String?

    /// A part from its parts.
    package init(
      name: String, summary: String, failures: [String] = [], errorCount: Int = 0,
      absence: String? = nil
    ) {
      (self.name, self.summary, self.failures) = (name, summary, failures)
      (self.errorCount, self.absence) = (errorCount, absence)
    }
  }

  /// The versions; not empty.
  package var history: SchemaHistory
  /// The versions that a lock pins.
  package var released: Set<Version> = []
  /// The steps between the versions, in order.
  package var steps: [Step]
  /// The migrations from each version to each later one.
  package var matrix: HopMatrix
  /// The parts of the check; empty if only lint ran.
  package var parts: [Part] = []
  /// The findings in the model, its changes and its migrations.
  package var findings: [Diagnostic] = []
  /// The excepted findings, with the reason and the place of the exception as the last note.
  package var excepted: [Diagnostic] = []
  /// The stores of the model on the page.
  package var stores: [ReportedStore] = []
  /// The layout of the diagram; nil for the layout that needs no other program.
  package var layout: DiagramLayout?

  /// Creates a model from its versions, the steps between them, and the migrations.
  package init(history: SchemaHistory, steps: [Step], matrix: HopMatrix) {
    (self.history, self.steps, self.matrix) = (history, steps, matrix)
  }
}

/// The content of the page about one store.
package struct ReportedStore: Sendable {
  /// The number of objects of an entity.
  package struct Count: Sendable {
    /// The entity.
    package var entity: String
    /// The number of objects, without sub-entities.
    package var objects: Int64

    /// A count from its parts.
    package init(entity: String, objects: Int64) { (self.entity, self.objects) = (entity, objects) }
  }

  /// The path as given.
  package var path: String
  /// The name of the model; nil if it is unknown.
  package var model: String?
  /// The version; nil if it is unknown.
  package var version: Version?
  /// Whether Core Data or SwiftData wrote the store.
  package var isOfPlatform = false
  /// The size of the file in bytes.
  package var size: Int64?
  /// The size of the write-ahead log in bytes.
  package var logSize: Int64?
  /// The number of objects by entity.
  package var counts: [Count] = []
  /// The number of links in join tables.
  package var linkCount: Int64 = 0
  /// The problems of the store, or the reason why it could not be read.
  package var findings: [Diagnostic] = []
  /// Whether the store could be read.
  package var isRead = true

  /// A store of which only the path is known.
  package init(path: String) { self.path = path }
}
