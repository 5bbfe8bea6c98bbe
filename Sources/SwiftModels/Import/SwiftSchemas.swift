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
  /// The declared versions, in ascending order, with the facts that only source code has.
  let declared: [SourceVersion]
  /// The models that no version lists, with the facts that only source code has.
  let undeclared: SourceVersion?
  /// The skipped versions, in ascending order, which cannot be read without a mistake.
  let leftOut: [SourceVersion]
  /// The plans to choose from, if there are several models.
  public let openPlans: [DeclaredPlan]
  /// The declared plans outside tests.
  public let plans: [DeclaredPlan]
  /// The problems with reading the source, by place.
  ///
  /// Problems of models that no version lists are included only if there are no versions.
  public internal(set) var problems: [Diagnostic]

  /// The declared versions, in ascending order.
  ///
  /// A custom stage counts as custom with or without code, because the effect of its code is not known.
  public var versions: [SchemaDocument] { declared.map(\.document) }
  /// The types that declare the versions, in the same order.
  public var labels: [String] { declared.compactMap { $0.declaration?.name } }
  /// The places of these types, in the same order.
  public var places: [SourceLocation] { declared.compactMap { $0.declaration?.location } }
  /// The model classes that no version lists; nil without any.
  ///
  /// If the source declares no versions at all, this is version 1.0.0.
  public var live: SchemaDocument? { undeclared?.document }
  /// All schemas: the versions, then the models that no version lists.
  public var documents: [SchemaDocument] { versions + (live.map { [$0] } ?? []) }

  /// The declared versions of a program, in ascending order.
  ///
  /// Models that no version lists are not read, because there may be many.
  static func declared(in program: SourceProgram) -> [SourceVersion] {
    DeepThread.value {
      var reading = SchemaReading(program, name: SchemaName())
      return reading.versions().map(\.withoutMismatchedInverses)
    }
  }

  /// The newest version of each declared model, with its previous version.
  var newest: [(version: SourceVersion, before: SourceVersion?)] {
    let models = Dictionary(grouping: declared) { $0.declaration?.model ?? 0 }
    let real = models.filter { !$0.value.allSatisfy { $0.declaration?.isTest ?? false } }
    return (real.isEmpty ? models : real).sorted { $0.key < $1.key }.compactMap { _, versions in
      versions.last.map { ($0, versions.dropLast().last) }
    }
  }

  /// The models that no version lists, one result for each list and the models it leads to.
  ///
  /// The result is nil if versions have all of these models.
  static func undeclared(
    _ program: SourceProgram, _ lists: [[SourceProgram.TypeID]]
  ) -> [SourceVersion?] {
    var reading = SchemaReading(program, name: SchemaName())
    _ = reading.versions()
    return lists.map { reading.live($0, number: nil)?.withoutMismatchedInverses }
  }

  /// The errors that make a readable model unusable, by place.
  ///
  /// Errors of models that no version lists are included only if there are no versions. An error that follows
  /// from a reported problem is left out.
  public var faults: [Diagnostic] {
    let versions = declared.isEmpty ? [undeclared].compactMap(\.self) : declared
    return Set(versions.flatMap(\.faults)).besides(problems)
  }

  /// Reads the versions and the live models of a program.
  ///
  /// If `models` are given, only the live models that these lead to are read. For schema files, a version
  /// before the newest is skipped if it has a mistake.
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
  /// Reports versions of one model that have the same number: as an error if migration plans list both.
  public func sharedNumbers(otherwise severity: Diagnostic.Severity) -> [Diagnostic] {
    declared.sharingNumbers.map { first, second, number in
      let isPlanned = first.isPlanned && second.isPlanned
      return Diagnostic(
        code: "duplicate-version", severity: isPlanned ? .error : severity,
        "'\(first.name)' and '\(second.name)' are both version \(number)",
        at: second.location,
        notes: [
          .init("'\(first.name)' is here", at: first.location),
          .init(
            isPlanned
              ? "nothing of the two is compared until each has a number of its own: the one that ships "
                + "first keeps it, and the other gets 'Schema.Version(\(number.major + 1), 0, 0)'"
              : "give each a number of its own; where they are of two models, list each in the 'schemas' "
                + "of its own plan"),
        ])
    }
  }
}

extension [SourceVersion] {
  /// The pairs of versions outside tests that belong to one model and have the same number.
  var sharingNumbers:
    [(first: SourceVersion.Declaration, second: SourceVersion.Declaration, number: Version)]
  {
    var known: [Int: [Version: SourceVersion.Declaration]] = [:]
    return compactMap { version in
      guard let second = version.declaration, !second.isTest else { return nil }
      let number = version.document.schema.version
      guard let first = known[second.model]?[number] else {
        known[second.model, default: [:]][number] = second
        return nil
      }
      return (first, second, number)
    }
  }
}

/// The purpose for which versions are read from Swift source.
public enum SchemaUse: Hashable, Sendable {
  /// For rules, which check the source with its mistakes.
  case rules
  /// For schema files, which cannot express every mistake.
  case schemaFiles
}

/// The name of a model that Swift source declares.
public struct SchemaName: Sendable {
  /// The name to use in any case; nil to name the model after its migration plan.
  public var given: String?
  /// The name to use if no plan gives one.
  public var otherwise: String

  /// Creates a name, with a fallback.
  public init(_ given: String? = nil, otherwise: String = "Models") {
    (self.given, self.otherwise) = (given, otherwise)
  }
}

extension Set<Diagnostic> {
  /// The faults that do not follow from the given problems, by place.
  func besides(_ problems: [Diagnostic]) -> [Diagnostic] {
    let told = Set<SourceLocation>(
      problems.lazy.filter { $0.severity == .error }.compactMap(\.location))
    return filter { fault in fault.location.map { !told.contains($0) } ?? true }.sorted()
  }
}
