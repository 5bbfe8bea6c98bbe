internal import Diagnostics
internal import SchemaLint

/// The classes whose objects an app deletes, with those that a cascade deletes then.
struct DeletedModels {
  /// The classes.
  private var models: Set<SourceProgram.TypeID> = []
  /// Whether something is deleted of which the class is not known.
  private var isAnyDeleted = false

  /// The classes that the code of an app deletes.
  init(_ flow: ProgramFlow) {
    let known = Dictionary(
      flow.appResults.flatMap { id, result in
        result.contextUse.deleted.map { (Place(flow.functions[id].file, $0.key), $0.value) }
      }
    ) { first, _ in first }
    for function in flow.appCode where function.mentions("delete") {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.statements.forEachExpression { expression in
        guard expression.calledName == "delete", let first = expression.callArguments.first else {
          return
        }
        let model =
          flow.program.type(named: first.value, in: scope)
          ?? known[Place(function.file, expression.position)]
        if let model { models.insert(model) } else { isAnyDeleted = true }
      }
    }
    followCascades(flow)
  }

  /// Whether objects of a class may be deleted.
  func contains(_ model: SourceProgram.TypeID) -> Bool { isAnyDeleted || models.contains(model) }

  /// The names of the classes whose objects are known to be deleted.
  func names(in program: SourceProgram) -> Set<String> {
    Set(models.map { program[$0].facts.name })
  }

  private mutating func followCascades(_ flow: ProgramFlow) {
    var pending = models
    while let model = pending.popFirst() {
      for property in flow.program.storedProperties(of: model) where property.facts.cascades {
        guard let next = flow.models.link(property.facts.name, of: model)?.destination,
          models.insert(next).inserted
        else { continue }
        pending.insert(next)
      }
    }
  }

  private struct Place: Hashable {
    var file: Int
    var position: Position

    init(_ file: Int, _ position: Position) { (self.file, self.position) = (file, position) }
  }
}

extension PropertyFacts {
  /// Whether what it leads to is deleted with its owner.
  fileprivate var cascades: Bool {
    attributes.contains { attribute in
      attribute.name == "Relationship"
        && attribute.arguments.contains {
          $0.label == "deleteRule" && $0.value.text?.hasSuffix("cascade") ?? false
        }
    }
  }
}

extension ProgramFlow {
  /// The findings on models with those as warnings that only the deletion of an object makes true, of
  /// a class that the app deletes no objects of.
  func weighed(
    _ findings: [JudgedFinding], _ links: [Diagnostic: MissingInverse.OpenLink],
    _ settings: RuleSettings
  ) -> [JudgedFinding] {
    let isOpen = { (judged: JudgedFinding) in links[judged.diagnostic] != nil }
    guard findings.contains(where: { $0.isAboutDeletion || isOpen($0) }) else { return findings }
    let deleted = DeletedModels(self)
    let names = usesContexts ? deleted.names(in: program) : nil
    return findings.map { judged in
      if let link = links[judged.diagnostic] {
        guard let limit = link.heaviest(whereDeleted: names) else { return judged }
        var lighter = judged
        lighter.diagnostic.severity = settings.limited(
          judged.diagnostic.severity, to: limit, of: judged.finding.rule)
        return lighter
      }
      guard judged.isAboutDeletion, let name = judged.entity,
        let model = program.models.first(where: { program[$0].facts.name == name }),
        !deleted.contains(model) || !isNamed(model)
      else { return judged }
      var lighter = judged
      lighter.diagnostic.severity = settings.limited(
        judged.diagnostic.severity, to: .warning, of: judged.finding.rule)
      return lighter
    }
  }

  /// Whether the files have code of the app that works with stores, so that they tell what it deletes.
  private var usesContexts: Bool {
    appCode.contains {
      $0.mentions("ModelContainer", "modelContainer", "insert", "delete", "fetch")
    }
  }

  /// Whether code of the app names a model, besides other models and versions.
  private func isNamed(_ model: SourceProgram.TypeID) -> Bool {
    let declarations = program.models + versions.entries.map(\.id) + versions.plans.map(\.id)
    return WrittenNames(of: [model], self, onlyReleased: true)
      .contains(model, outside: Set(declarations))
  }
}

extension JudgedFinding {
  fileprivate var isAboutDeletion: Bool { finding.rule == NoActionDelete.id }
}
