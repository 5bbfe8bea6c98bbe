internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

/// The classes whose objects an app deletes, directly or by a cascade.
struct DeletedModels {
  /// Each class with deleted objects, and a function that deletes them.
  private let deletions: [(model: SourceProgram.TypeID, function: FunctionTable.Function)]
  /// The functions that delete objects of an unknown class.
  private let openDeletions: [FunctionTable.Function]
  /// Whether objects of an unknown class are deleted.
  var isAnyDeleted: Bool { !openDeletions.isEmpty }
  private let flow: ProgramFlow

  /// Finds the classes whose objects the code of an app deletes.
  init(_ flow: ProgramFlow) {
    let known = Dictionary(
      flow.appResults.flatMap { id, result in
        result.contextUse.deleted.map { (Place(flow.functions[id].file, $0.key), $0.value) }
      }
    ) { first, _ in first }
    var deletions: [(model: SourceProgram.TypeID, function: FunctionTable.Function)] = []
    var openDeletions: [FunctionTable.Function] = []
    for function in flow.appCode where function.mentions("delete") {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.statements.forEachExpression { expression in
        guard expression.calledName == "delete", let first = expression.callArguments.first else {
          return
        }
        let model =
          flow.program.type(named: first.value, in: scope)
          ?? known[Place(function.file, expression.position)]
        if let model {
          deletions.append((model, function))
        } else if expression.mayBeOfContext {
          openDeletions.append(function)
        }
      }
    }
    (self.deletions, self.openDeletions, self.flow) = (deletions, openDeletions, flow)
  }

  /// The names of the classes whose objects are deleted while referring objects stay.
  ///
  /// A cascade is not followed if it deletes the referring objects too. A function is trusted to handle the
  /// links if it reads or sets the relationship, checks whether there are any, or deletes referring objects
  /// itself.
  func names(leaving harm: DeletionHarm) -> Set<String> {
    let beginnings = deletions.filter { deletion in
      let uses = harm.property.map { self.uses($0, of: harm.owner, in: deletion.function) } ?? false
      let asks = harm.links.map(deletion.function.asksForNone) ?? false
      return !uses && !asks && !deletesAlso(harm.owner, in: deletion.function)
    }.map(\.model)
    return names(
      of: beginnings.closure { model in
        harm.isOfOwner || takenAlong(with: model).contains(harm.owner) ? [] : cascades(of: model)
      })
  }

  /// Whether a function reads or sets a relationship.
  ///
  /// If another model has a relationship of this name, the function must name the class too.
  private func uses(
    _ property: String, of owner: String, in function: FunctionTable.Function
  ) -> Bool {
    guard function.usesMember(property) else { return false }
    let owners = flow.program.models.filter { flow.models.link(property, of: $0) != nil }
    return names(of: Set(owners)).count < 2 || function.mentions(owner)
      || function.facts.parameters.contains { $0.type.description.hasWord(owner) }
  }

  /// Whether a function also deletes objects of a class, or unknown objects in code that names the class.
  private func deletesAlso(_ owner: String, in function: FunctionTable.Function) -> Bool {
    deletions.contains { deletion in
      deletion.function.isSame(as: function) && flow.program[deletion.model].facts.name == owner
    }
      || openDeletions.contains { $0.isSame(as: function) && $0.mentions(owner) }
  }

  private func names(of models: Set<SourceProgram.TypeID>) -> Set<String> {
    Set(models.map { flow.program[$0].facts.name })
  }

  /// The names of a class and of the classes that a cascade from it deletes.
  private func takenAlong(with model: SourceProgram.TypeID) -> Set<String> {
    names(of: [model].closure(cascades))
  }

  private func cascades(of model: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    flow.program.storedProperties(of: model).filter(\.facts.cascades).compactMap {
      flow.models.link($0.facts.name, of: model)?.destination
    }
  }

  private struct Place: Hashable {
    var file: Int
    var position: Position

    init(_ file: Int, _ position: Position) { (self.file, self.position) = (file, position) }
  }
}

extension FunctionTable.Function {
  fileprivate func isSame(as other: Self) -> Bool {
    file == other.file && facts.position == other.facts.position && facts.name == other.facts.name
  }

  /// Whether the code reads or sets a property of this name.
  fileprivate func usesMember(_ name: String) -> Bool {
    mentions(name)
      && facts.statements.containsExpression {
        if case .member(_, name) = $0.kind { true } else { false }
      }
  }
}

extension FunctionTable.Function {
  /// Whether the code checks whether a list is empty: `pages.isEmpty`, `pages.count == 0`.
  fileprivate func asksForNone(of name: String) -> Bool {
    mentions(name)
      && facts.statements.containsExpression { expression in
        switch expression.kind {
        case .member(let list?, "isEmpty"): list.isMember(name)
        case .operation(let operands, let operators):
          operators.indices.contains { place in
            guard operators[place] == "==", place + 1 < operands.count,
              operands[place + 1].kind == .literal(.int(0)),
              case .member(let list?, "count") = operands[place].kind
            else { return false }
            return list.isMember(name)
          }
        default: false
        }
      }
  }
}

extension Expression {
  fileprivate func isMember(_ name: String) -> Bool {
    if case .member(_, name) = kind { true } else { false }
  }

  /// Whether a call may be a method of a context, judging by the name before the dot.
  fileprivate var mayBeOfContext: Bool {
    guard case .call(let callee, _) = kind, case .member(let base?, _) = callee.kind else {
      return true
    }
    guard let name = base.text?.split(separator: ".").last?.lowercased() else { return true }
    return name == "self" || ["context", "ctx", "moc"].contains(where: name.contains)
  }
}

extension PropertyFacts {
  /// Whether the destination is deleted with its owner.
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
  /// The findings on models, with severities that fit their use.
  ///
  /// Findings on unused versions become notes. Findings that only matter if an object is deleted become
  /// warnings, if the app is not seen to delete one or its models are ambiguous.
  func weighed(_ models: ModelFindings, _ settings: RuleSettings) -> [JudgedFinding] {
    let unused = Set(versions.entries.filter { limit(on: $0) == .note }.map { location(of: $0.id) })
    let findings = models.all.map { judged in
      models.versions[judged.diagnostic].map(unused.contains) ?? false ? judged.asNote : judged
    }
    guard !models.harms.isEmpty, usesContexts else { return findings }
    let deleted = DeletedModels(self)
    let stored = storedModels
    let ambiguous = ambiguousNames
    return zip(models.all, findings).map { found, judged in
      guard let harm = models.harms[found.diagnostic],
        harm.isOfMissingInverse || !deleted.isAnyDeleted,
        let limit = harm.heaviest(whereDeleted: deleted.names(leaving: harm))
          ?? (isInUse(harm.owner) && stored?.contains(harm.owner) ?? true
            && !harm.concerns(ambiguous) ? nil : .warning)
      else { return judged }
      var lighter = judged
      lighter.diagnostic.severity = settings.limited(
        judged.diagnostic.severity, to: limit, of: judged.finding.rule)
      return lighter
    }
  }

  private func location(of id: SourceProgram.TypeID) -> SourceLocation {
    program.files[program[id].file].location(program[id].facts.position)
  }

  /// The names that several unlisted models share, such as those of several apps in one folder.
  private var ambiguousNames: Set<String> {
    let own = program.models.filter {
      program[$0].parent == nil && !program.isTest(program[$0].file) && !program.isTest($0)
    }
    return Set(
      Dictionary(grouping: own) { program[$0].facts.name }.filter { $0.value.count > 1 }.keys)
  }

  /// Whether the files contain app code that works with stores, and therefore its deletions.
  private var usesContexts: Bool {
    appCode.contains {
      $0.mentions("ModelContainer", "modelContainer", "insert", "delete", "fetch", "save")
    }
  }

  /// The names of the listed models, and of all models that they lead to; nil if the lists are not known.
  private var storedModels: Set<String>? {
    let containers = ContainerLists(program)
    guard containers.areWhole, !containers.models.isEmpty else { return nil }
    let models = models(
      reachedFrom: containers.models + versions.entries.flatMap(\.members.values))
    let heirs = program.models.filter { !models.isDisjoint(with: program.modelLineage(of: $0)) }
    return Set((Array(models) + heirs).map { program[$0].facts.name })
  }

  /// Whether app code names a model outside models and versions.
  ///
  /// The result is true if no code opens a container, because other files may then use the model.
  private func isInUse(_ entity: String) -> Bool {
    guard appCode.contains(where: { $0.mentions("ModelContainer", "modelContainer") }) else {
      return true
    }
    let declarations = program.models + versions.entries.map(\.id) + versions.plans.map(\.id)
    return program.models.filter { program[$0].facts.name == entity }.contains { model in
      WrittenNames(of: [model], self, onlyReleased: true)
        .contains(model, outside: Set(declarations))
    }
  }
}

extension String {
  /// Whether a name occurs as a whole word.
  fileprivate func hasWord(_ name: String) -> Bool {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }
}
