internal import Diagnostics
internal import SchemaModel

/// A version of a model as Swift source declares it.
struct SourceVersion: Sendable {
  /// The `VersionedSchema` that declares it.
  struct Declaration: Sendable {
    /// The type as one writes it: `SchemaV2`.
    var name: String
    /// Where it is declared.
    var location: SourceLocation
    /// Whether all of its models lie in its own braces or those of another version, so that none
    /// of them changes with the app.
    var isFrozen: Bool
    /// Whether it belongs to tests.
    var isTest: Bool
    /// Which of the models of a program it is a version of.
    var model = 0
  }

  /// The schema and its places.
  var document: SchemaDocument
  /// What declares it; nil for models that no version lists.
  var declaration: Declaration?
  /// The attributes whose default is there, and whose value cannot be known from the source.
  var unreadDefaults: Set<SchemaPath>
  /// The parts that could not be read.
  var unread: [UnreadPart] = []
  /// The superclasses of models that none of the files declares, by the entity.
  var unseenParents: [String: String] = [:]
  /// Where the version is declared, if what it lists could not be read.
  var unreadList: SourceLocation?
  /// What could not be known of the models and bears on what is stored, by place.
  var untold: [Diagnostic]
  /// What could not be read of it and of its list, by place.
  var problems: [Diagnostic] = []
  /// The relationships whose inverse does not lead back, and which have none here, by place.
  var withoutInverse: [Diagnostic] = []

  /// Whether all that decides what is stored could be read.
  var isWhole: Bool { unreadList == nil && untold.isEmpty }
}

/// A part of a model, or of a struct in it, that could not be read.
struct UnreadPart: Hashable, Sendable {
  /// What kind of part it is.
  enum Kind: Hashable, Sendable {
    /// A property of a model; with its name.
    case property(String)
    /// A property of a struct; with its name.
    case element(String)
    /// The keys of a model.
    case keys
    /// The indexes of a model.
    case indexes
  }

  /// What could not be read of it.
  enum Gap: Hashable, Sendable {
    /// The type; with its name where none of the files declares it, and without where it cannot be
    /// known.
    case type(String?)
    /// What a macro is given.
    case arguments
  }

  /// The entity or composite.
  var owner: String
  /// What kind of part it is.
  var kind: Kind
  /// What could not be read of it.
  var gap: Gap
  /// What kept it from being read.
  var problem: ImportProblem
  /// Where it is.
  var location: SourceLocation?

  /// The part of the schema.
  var path: SchemaPath {
    switch kind {
    case .property(let name): .property(name, of: owner, .attributes)
    case .element(let name): SchemaPath(["composites", owner, "attributes", name])
    case .keys: SchemaPath.entity(owner).appending("unique")
    case .indexes: SchemaPath.entity(owner).appending("indexes")
    }
  }

  /// The parts of the schema that are not known for it, as far as changes are known by them.
  var paths: [SchemaPath] {
    switch kind {
    case .property(let name):
      [path, .property(name, of: owner, .relationships)]
        + (gap == .arguments ? [SchemaPath.entity(owner).appending("unique")] : [])
    case .element: [SchemaPath(["composites", owner])]
    case .keys, .indexes: [path]
    }
  }

  /// The name of the type that none of the files declares, if that is what is missing.
  var unseenType: String? {
    if case .type(let name) = gap { name } else { nil }
  }
}

extension SourceVersion {
  /// What makes the model unusable, but for the parts that could not be read.
  var faults: [Diagnostic] {
    let unread = Set(unread.map(\.path))
    return document.schema.validate(sources: document.sources) { path in
      sequence(first: path, next: \.parent).contains(where: unread.contains)
    }
  }
}

// MARK: - Leaving a version out

extension SourceVersion {
  /// What keeps a schema file from being made of it.
  var flaws: [Diagnostic] {
    problems.filter { $0.severity == .error } + Set(faults).besides(problems)
  }

  /// That no schema file is made of it, and why.
  var isLeftOut: Diagnostic {
    Self.isLeftOut(
      declaration?.name ?? "", document.schema.version, for: flaws, at: declaration?.location)
  }

  /// That no schema file is made of a version, whose number is given where it can be read.
  static func isLeftOut(
    _ name: String, _ number: Version?, for flaws: [Diagnostic], at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      code: "left-out-version", severity: .warning,
      "'\(name)' is left out: there is no schema file of "
        + (number.map { "version \($0)" } ?? "its version"),
      at: location,
      notes: flaws.map { .init($0.message, at: $0.location) }
        + [.init("the other versions are imported; correct this one, and import again")])
  }

  /// The version where those directly before it are left out: nothing is declared of the longer way,
  /// unless code runs on it.
  func behind(_ leftOut: [SourceVersion]) -> SourceVersion {
    var result = self
    let runsCode = (leftOut + [self]).contains { $0.document.migration?.kind == .custom }
    result.document.migration = runsCode ? MigrationDeclaration(kind: .custom) : nil
    return result
  }
}
