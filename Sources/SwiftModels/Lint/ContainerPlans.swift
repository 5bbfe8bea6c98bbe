internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

/// The containers on disk that an app opens, with their migration plans and their models or versions.
///
/// ```swift
/// try ModelContainer(for: Book.self) // no plan runs here, whatever the files declare
/// ```
struct ContainerPlans {
  /// The opening of a container.
  struct Opening: Hashable {
    /// The file of the opening.
    var file: Int
    /// The place of the opening.
    var position: Position
    /// The plan; nil without one.
    var plan: SourceProgram.TypeID?
    /// The listed models, with their places.
    var models: [Listed]
    /// Whether all listed models could be read.
    var isWhole: Bool
    /// The version whose schema the container has, if it names one.
    var version: Listed?
    /// The store files; nil if they cannot be known.
    var stores: Set<ContainerStore>?
  }

  /// A listed model or version.
  struct Listed: Hashable {
    /// The type.
    var type: SourceProgram.TypeID
    /// The place in the list.
    var position: Position
    /// The file of the list.
    var file: Int
  }

  /// The containers whose plan can be known, in the order of files and places.
  private(set) var openings: [Opening] = []
  /// Whether a container has an unknown plan, which may be any plan.
  private var isAnyPlanTaken = false
  private let program: SourceProgram
  private let versions: VersionTable

  /// Finds the containers that the code of an app opens.
  init(_ flow: ProgramFlow) {
    program = flow.program
    versions = flow.versions
    for function in flow.appCode
    where function.mentions("ModelContainer", "modelContainer", "migrationPlan") {
      let body = function.facts.statements
      let scope = Scope(file: function.file, type: function.owner)
      let stores = ContainerStores(function, flow)
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard expression.opensContainer, !memory.keepsNothing(expression) else { return }
        add(expression, scope, stores)
      }
    }
  }

  /// Adds a call such as `ModelContainer(for: Book.self, Note.self, migrationPlan: LibraryPlan.self)`.
  private mutating func add(_ call: Expression, _ scope: Scope, _ stores: ContainerStores) {
    let plan = call.migrationPlan
    let id = plan.flatMap { program.type(named: $0, in: scope) }
    guard plan == nil || id != nil else {
      isAnyPlanTaken = true
      return
    }
    let arguments = call.callArguments
    // After `for:`, further models have no label.
    let listed = arguments.filter { $0.label == "for" || $0.label == nil }.map(\.value)
    let constants = stores.constants
    let models = listed.flatMap { self.models($0, scope, constants, depth: 3) }
    openings.append(
      Opening(
        file: scope.file, position: call.position, plan: id,
        models: models.compactMap(\.self), isWhole: !models.contains(nil),
        version: listed.compactMap { version($0, scope, constants, depth: 3) }.first,
        stores: stores.stores(of: arguments, in: scope)))
  }

  /// The version whose schema an argument is.
  ///
  /// It is written as `Schema(versionedSchema: SchemaV2.self)` or `Schema(SchemaV2.models)`, or as the name
  /// of a constant.
  private func version(
    _ value: Expression, _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) -> Listed? {
    let meaning = constants.meaning(of: value, in: scope)
    if depth > 0, case .call(let callee, let arguments) = meaning.expression.kind,
      ["Schema", "Schema.init"].contains(callee.text), let first = arguments.first
    {
      return version(first.value, meaning.scope, constants, depth: depth - 1)
    }
    let named = program.type(named: meaning.expression, in: meaning.scope)
    let found = [named, meaning.isShared ? meaning.scope.type : nil].lazy.compactMap(\.self)
      .first { versions.entry($0) != nil }
    return found.map { Listed(type: $0, position: value.position, file: scope.file) }
  }

  /// The models that an argument lists: `Book.self`, `Schema([Book.self])`, or a constant; nil for what could
  /// not be read.
  private func models(
    _ value: Expression, _ scope: Scope, _ constants: SourceConstants, depth: Int
  ) -> [Listed?] {
    let meaning = constants.meaning(of: value, in: scope)
    // The list of a version is compared with the plan elsewhere.
    let isOfVersion = meaning.isShared && meaning.scope.type.flatMap(versions.entry) != nil
    guard depth > 0, !isOfVersion else { return [nil] }
    switch meaning.expression.kind {
    case .list(let elements):
      return elements.flatMap { models($0, meaning.scope, constants, depth: depth - 1) }
    case .call(let callee, let arguments):
      guard ["Schema", "Schema.init"].contains(callee.text), let first = arguments.first,
        first.label == nil
      else { return [nil] }
      return models(first.value, meaning.scope, constants, depth: depth - 1)
    default:
      guard let id = program.type(named: meaning.expression, in: meaning.scope),
        program.isModel(id)
      else { return [nil] }
      return [
        Listed(
          type: id, position: meaning.expression.position, file: meaning.scope.file)
      ]
    }
  }
}

// MARK: - Plans in use

extension ContainerPlans {
  /// The containers without a plan.
  var unplanned: [Opening] { openings.filter { $0.plan == nil } }

  /// The first container with a plan that opens a store of another container.
  func planned(besides opening: Opening) -> Opening? {
    openings.first { other in
      other.plan != nil
        && opening.stores?.contains { store in
          other.stores?.contains { $0.name == store.name && !$0.isOther(than: store) } ?? false
        } ?? false
    }
  }

  /// Whether a container may be opened with a plan.
  ///
  /// If no container is found, the app's containers may be in other files.
  fileprivate func mayRun(_ plan: SourceProgram.TypeID) -> Bool {
    isAnyPlanTaken || openings.isEmpty || openings.contains { $0.plan == plan }
  }

  /// Whether the openings have other plans than these, and none has the version or its own models.
  func areAllOther(
    than plans: [SourceProgram.TypeID], listing entry: VersionTable.Entry
  ) -> Bool {
    let used = Set(openings.compactMap(\.plan))
    let others = versions.plans.filter { used.contains($0.id) }.flatMap(\.versions)
      .compactMap(versions.entry).flatMap(\.members.values)
    let own = Set(entry.members.values).subtracting(others).union([entry.id])
    return !isAnyPlanTaken && openings.contains { $0.plan != nil }
      && openings.allSatisfy { opening in
        opening.plan.map { !plans.contains($0) }
          ?? !(opening.models + [opening.version].compactMap(\.self))
          .contains { own.contains($0.type) }
      }
  }
}

extension ProgramFlow {
  /// Whether the app itself may run a plan.
  func isRun(_ plan: MigrationPlanFacts) -> Bool {
    !program.isTried(plan.id) && ContainerPlans(self).mayRun(plan.id)
  }

  /// The highest severity of a mistake in a plan: a note if no container is opened with the plan.
  func limit(of plan: MigrationPlanFacts) -> Diagnostic.Severity? { isRun(plan) ? nil : .note }
}

extension SourceProgram {
  /// The type in an expression such as `Book.self`.
  func type(named expression: Expression, in scope: Scope) -> TypeID? {
    guard case .member(let base?, "self") = expression.kind, let written = base.writtenType,
      case .declared(let id) = resolve(written, in: scope)
    else { return nil }
    return id
  }
}

extension Expression {
  /// The migration plan argument of a container; nil if it is missing, or is `nil`.
  fileprivate var migrationPlan: Expression? {
    callArguments.first { $0.label == "migrationPlan" && $0.value.kind != .nothing }?.value
  }

  /// Whether the expression creates a container, directly or as a view modifier.
  fileprivate var opensContainer: Bool {
    guard case .call(let callee, let arguments) = kind else { return false }
    if arguments.contains(where: { $0.label == "migrationPlan" }) { return true }
    switch callee.kind {
    case .name("ModelContainer", _): return true
    case .member(let base?, "init"): return base.text == "ModelContainer"
    case .member(_, "ModelContainer"): return true
    case .member(_, "modelContainer"): return arguments.first?.label == "for"
    default: return false
    }
  }
}

extension [Finding] {
  /// The findings with severities of at most the given limit, if there is one.
  func limited(to limit: Diagnostic.Severity?) -> Self {
    guard let limit else { return self }
    return map { finding in
      var finding = finding
      finding.heaviest = Swift.min(finding.heaviest ?? limit, limit)
      return finding
    }
  }
}
