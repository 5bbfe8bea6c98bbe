internal import Diagnostics
internal import SchemaModel

/// A version of a model, as Swift source declares it.
struct SourceVersion: Sendable {
  /// The `VersionedSchema` that declares it.
  struct Declaration: Sendable {
    /// The name of the type in source code: `SchemaV2`.
    var name: String
    /// The place of the declaration.
    var location: SourceLocation
    /// Whether all of its models lie in its own braces or in another version's.
    ///
    /// Such models do not change with the app.
    var isFrozen: Bool
    /// Whether the version belongs to tests.
    var isTest: Bool
    /// The number of the model that the version belongs to.
    var model = 0
    /// Whether a migration plan lists the version.
    var isPlanned = false
  }

  /// The schema and its places.
  var document: SchemaDocument
  /// The declaration; nil for models that no version lists.
  var declaration: Declaration?
  /// The attributes whose default exists, but whose value cannot be known from the source.
  var unreadDefaults: Set<SchemaPath>
  /// The parts that could not be read.
  var unread: [UnreadPart] = []
  /// The superclasses of models that no file declares, by the name of the entity.
  var unseenParents: [String: String] = [:]
  /// The place of the declaration, if the list of models could not be read.
  var unreadList: SourceLocation?
  /// The problems that leave a stored part of the models unknown, by place.
  var untold: [Diagnostic]
  /// The problems with the version and its list, by place.
  var problems: [Diagnostic] = []
  /// The warnings about inverses that do not lead back and were removed here, by place.
  var withoutInverse: [Diagnostic] = []

  /// Whether everything that decides the stored format could be read.
  var isWhole: Bool { unreadList == nil && untold.isEmpty }
}

/// A part of a model, or of a struct in it, that could not be read.
struct UnreadPart: Hashable, Sendable {
  /// The kinds of parts.
  enum Kind: Hashable, Sendable {
    /// A property of a model, by name.
    case property(String)
    /// A property of a struct, by name.
    case element(String)
    /// The unique keys of a model.
    case keys
    /// The indexes of a model.
    case indexes
  }

  /// The detail that could not be read.
  enum Gap: Hashable, Sendable {
    /// The type.
    ///
    /// The name is given if no file declares the type; it is nil if the type cannot be known.
    case type(String?)
    /// The arguments of a macro.
    case arguments
  }

  /// The name of the entity or composite.
  var owner: String
  /// The kind of the part.
  var kind: Kind
  /// The detail that could not be read.
  var gap: Gap
  /// The problem with reading the part.
  var problem: ImportProblem
  /// The place of the part.
  var location: SourceLocation?

  /// The path of the part in the schema.
  var path: SchemaPath {
    switch kind {
    case .property(let name): .property(name, of: owner, .attributes)
    case .element(let name): SchemaPath(["composites", owner, "attributes", name])
    case .keys: SchemaPath.entity(owner).appending("unique")
    case .indexes: SchemaPath.entity(owner).appending("indexes")
    }
  }

  /// The paths in the schema that changes use for the unknown part.
  var paths: [SchemaPath] {
    switch kind {
    case .property(let name):
      [path, .property(name, of: owner, .relationships)]
        + (gap == .arguments ? [SchemaPath.entity(owner).appending("unique")] : [])
    case .element: [SchemaPath(["composites", owner])]
    case .keys, .indexes: [path]
    }
  }

  /// The name of the undeclared type, if the type is what could not be read.
  var unseenType: String? {
    if case .type(let name) = gap { name } else { nil }
  }
}

extension SourceVersion {
  /// The errors that make the model unusable, except in parts that could not be read.
  var faults: [Diagnostic] {
    let unread = Set(unread.map(\.path))
    return document.schema.validate(sources: document.sources) { path in
      sequence(first: path, next: \.parent).contains(where: unread.contains)
    }
  }
}

// MARK: - Skipped versions

extension SourceVersion {
  /// The errors that prevent a schema file for the version.
  var flaws: [Diagnostic] {
    problems.filter { $0.severity == .error } + Set(faults).besides(problems)
  }

  /// A warning that the version has no schema file, with the reasons.
  var isLeftOut: Diagnostic {
    Self.isLeftOut(
      declaration?.name ?? "", document.schema.version, for: flaws, at: declaration?.location)
  }

  /// A warning that a version has no schema file, with its number if the number can be read.
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

  /// The version as it follows skipped versions.
  ///
  /// Its migration is custom if one of the merged migrations is custom; otherwise no migration is declared.
  func behind(_ leftOut: [SourceVersion]) -> SourceVersion {
    var result = self
    let runsCode = (leftOut + [self]).contains { $0.document.migration?.kind == .custom }
    result.document.migration = runsCode ? MigrationDeclaration(kind: .custom) : nil
    return result
  }
}
