package import Diagnostics
package import MigrationPlanner
package import SchemaModel

/// All that a page has to say about one model.
package struct ReportedModel: Sendable {
  /// The changes from a version to the next.
  package struct Step: Sendable {
    /// The changes, each classified.
    package var hop: MigrationHop
    /// What is to be said of the hop besides its changes.
    package var remarks: [String]
    /// Those of the remarks that are about data which declarations may lose.
    package var losses: [String]

    /// A step from its parts.
    package init(_ hop: MigrationHop, remarks: [String] = [], losses: [String] = []) {
      (self.hop, self.remarks, self.losses) = (hop, remarks, losses)
    }
  }

  /// How one part of a check went.
  package struct Part: Sendable {
    /// The part's name: `lint`.
    package var name: String
    /// How it went, in a few words.
    package var summary: String
    /// The names of what was checked and must be repaired.
    package var failures: [String]
    /// How many errors were found.
    package var errorCount: Int
    /// Why there was nothing to check, in a few words; nil where something was.
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
  /// The steps between the versions, in their order.
  package var steps: [Step]
  /// Every way from a version to a later one.
  package var matrix: HopMatrix
  /// What was checked; empty where only lint was asked.
  package var parts: [Part] = []
  /// What was found in the model, its changes and its migrations.
  package var findings: [Diagnostic] = []
  /// The stores of the model that the page reports on.
  package var stores: [ReportedStore] = []
  /// Where the parts of the diagram are; nil for the layout that needs no other program.
  package var layout: DiagramLayout?

  /// A model from its versions, the steps between them, and the ways.
  package init(history: SchemaHistory, steps: [Step], matrix: HopMatrix) {
    (self.history, self.steps, self.matrix) = (history, steps, matrix)
  }
}

/// All that a page has to say about a store.
package struct ReportedStore: Sendable {
  /// How many objects an entity has.
  package struct Count: Sendable {
    /// The entity.
    package var entity: String
    /// The objects of the entity itself.
    package var objects: Int64

    /// A count from its parts.
    package init(entity: String, objects: Int64) { (self.entity, self.objects) = (entity, objects) }
  }

  /// The path, as it was given.
  package var path: String
  /// The name of the model; nil where the store cannot say.
  package var model: String?
  /// The version; nil where the store cannot say.
  package var version: Version?
  /// Whether Core Data or SwiftData wrote it.
  package var isOfPlatform = false
  /// How many bytes the file has.
  package var size: Int64?
  /// How many bytes are in the write-ahead log next to it.
  package var logSize: Int64?
  /// How many objects there are, by entity.
  package var counts: [Count] = []
  /// How many links stand in tables of their own.
  package var linkCount: Int64 = 0
  /// What is wrong, or why the store could not be read.
  package var findings: [Diagnostic] = []
  /// Whether the store could be read.
  package var isRead = true

  /// A store of which only the path is known.
  package init(path: String) { self.path = path }
}
