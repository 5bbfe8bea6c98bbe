public import Diagnostics
internal import Programs
public import SchemaModel

/// The versions of a model that Swift source declares.
///
/// ```swift
/// let schemas = SwiftSchemas(reading: files, name: "Library")
/// schemas.versions.map(\.schema.version) // 1.0.0, 2.0.0: one `VersionedSchema` each
/// schemas.live // the `@Model` classes that no version lists
/// ```
public struct SwiftSchemas: Sendable {
  /// The versions that are declared, in ascending order, with what only source knows of them.
  let declared: [SourceVersion]
  /// The models that no version lists, with what only source knows of them.
  let undeclared: SourceVersion?
  /// The versions that are left out, in ascending order, as they cannot be read without a mistake.
  let leftOut: [SourceVersion]
  /// The plans among which one has to be chosen, as they are plans of several models.
  public let openPlans: [DeclaredPlan]
  /// The plans that the files declare, those of tests excepted.
  public let plans: [DeclaredPlan]
  /// What could not be read, by place; of models that no version lists only where there are no
  /// versions.
  public internal(set) var problems: [Diagnostic]

  /// The versions that are declared, in ascending order.
  ///
  /// A custom stage is custom, with code or without: what the code does is not known here.
  public var versions: [SchemaDocument] { declared.map(\.document) }
  /// The types that declare them, in the same order.
  public var labels: [String] { declared.compactMap { $0.declaration?.name } }
  /// Where these types are, in the same order.
  public var places: [SourceLocation] { declared.compactMap { $0.declaration?.location } }
  /// The model classes that no version lists; nil where there are none.
  ///
  /// Where the source declares no versions at all, this is version 1.0.0.
  public var live: SchemaDocument? { undeclared?.document }
  /// All that is there: the versions, then the models that no version lists.
  public var documents: [SchemaDocument] { versions + (live.map { [$0] } ?? []) }

  /// The versions that a program declares, in ascending order.
  ///
  /// Models that no version lists are not read for them: there may be many.
  static func declared(in program: SourceProgram) -> [SourceVersion] {
    DeepThread.value {
      var reading = SchemaReading(program, name: SchemaName())
      return reading.versions().map(\.withoutMismatchedInverses)
    }
  }

  /// The newest version of each model that the files declare, with the one before it.
  var newest: [(version: SourceVersion, before: SourceVersion?)] {
    let models = Dictionary(grouping: declared) { $0.declaration?.model ?? 0 }
    let real = models.filter { !$0.value.allSatisfy { $0.declaration?.isTest ?? false } }
    return (real.isEmpty ? models : real).sorted { $0.key < $1.key }.compactMap { _, versions in
      versions.last.map { ($0, versions.dropLast().last) }
    }
  }

  /// Models that no version lists: for each of several lists those to which it leads; nil where
  /// versions have all of them.
  static func undeclared(
    _ program: SourceProgram, _ lists: [[SourceProgram.TypeID]]
  ) -> [SourceVersion?] {
    var reading = SchemaReading(program, name: SchemaName())
    _ = reading.versions()
    return lists.map { reading.live($0, number: nil)?.withoutMismatchedInverses }
  }

  /// What makes models unusable that could be read, by place; of models that no version lists only
  /// where there are no versions.
  ///
  /// What follows from a problem that is reported already is left out.
  public var faults: [Diagnostic] {
    let versions = declared.isEmpty ? [undeclared].compactMap(\.self) : declared
    return Set(versions.flatMap(\.faults)).besides(problems)
  }

  /// The versions and the live models of a program; of the latter those to which these lead, if
  /// some are given.
  ///
  /// For schema files, a version before the newest that has a mistake is left out.
  init(
    _ program: SourceProgram, name: SchemaName = SchemaName(),
    models: [SourceProgram.TypeID]? = nil, number: Version? = nil, plan: PlanChoice = .all,
    use: SchemaUse = .rules
  ) {
    var reading = SchemaReading(program, name: name, plan: plan)
    let all = reading.versions().map { use == .rules ? $0 : $0.withoutMismatchedInverses }
    let last = all.last.map { $0.document.schema.version }
    var kept: [SourceVersion] = []
    var leftOut: [SourceVersion] = []
    var skipped: [SourceVersion] = []
    for version in all {
      let isOld = use == .schemaFiles && version.document.schema.version != last
      if isOld, !version.flaws.isEmpty {
        skipped.append(version)
        continue
      }
      kept.append(skipped.isEmpty ? version : version.behind(skipped))
      leftOut += skipped
      skipped = []
    }
    declared = kept
    self.leftOut = leftOut
    let live = reading.live(models, number: number)
    undeclared = use == .rules ? live : live?.withoutMismatchedInverses
    openPlans = reading.openPlans
    plans = reading.plansOfApp
    let dropped = Set(leftOut.flatMap(\.problems)).subtracting(kept.flatMap(\.problems))
    let imported = kept.isEmpty ? [undeclared].compactMap(\.self) : kept
    let withoutInverse = Set(imported.flatMap(\.withoutInverse))
    problems =
      (reading.problems.filter { !dropped.contains($0) } + leftOut.map(\.isLeftOut)
      + withoutInverse).sorted()
  }
}

extension SwiftSchemas {
  /// Versions of one model that have the same number.
  public func sharedNumbers(severity: Diagnostic.Severity) -> [Diagnostic] {
    var first: [[String]: SourceVersion] = [:]
    return declared.filter { $0.declaration?.isTest == false }.compactMap { version in
      guard let declaration = version.declaration else { return nil }
      let number = version.document.schema.version
      let key = ["\(declaration.model)", "\(number)"]
      guard let other = first[key], let same = other.declaration else {
        first[key] = version
        return nil
      }
      return Diagnostic(
        code: "duplicate-version", severity: severity,
        "'\(same.name)' and '\(declaration.name)' are both version \(number)",
        at: declaration.location,
        notes: [
          .init("'\(same.name)' is here", at: same.location),
          .init(
            "give each a number of its own; where they are of two models, list each in the 'schemas' of "
              + "its own plan"),
        ])
    }
  }
}

/// The use that is made of the versions in Swift source.
public enum SchemaUse: Hashable, Sendable {
  /// Rules are asked of what the source says, with its mistakes.
  case rules
  /// Schema files are made of it, which cannot say every mistake.
  case schemaFiles
}

/// What a model is called that Swift source declares.
public struct SchemaName: Sendable {
  /// What it is called in any case; nil to call it after its migration plan.
  public var given: String?
  /// What it is called where no plan has a name for it.
  public var otherwise: String

  /// A name, or what stands in for one.
  public init(_ given: String? = nil, otherwise: String = "Models") {
    (self.given, self.otherwise) = (given, otherwise)
  }
}

extension Set<Diagnostic> {
  /// Those that follow from none of some problems, by place.
  func besides(_ problems: [Diagnostic]) -> [Diagnostic] {
    let told = Set<SourceLocation>(
      problems.lazy.filter { $0.severity == .error }.compactMap(\.location))
    return filter { fault in fault.location.map { !told.contains($0) } ?? true }.sorted()
  }
}
