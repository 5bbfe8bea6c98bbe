internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension LightweightStageNotInferred {
  /// A finding for every change in a run that the platform does not infer, at the stage with the change.
  ///
  /// The finding is a note if the version is released.
  func findings(
    in run: InferredRun, isReleased: (SourceVersion) -> Bool = { _ in false }
  ) -> [Finding] {
    guard let last = run.versions.indices.last else { return [] }
    let found = run.uninferredChanges.filter { !run.isOfRenamedClass($0.planned.change) }
    return (run.stages.indices.map(Optional.some) + [nil]).flatMap { stage in
      let changes = found.filter { $0.stage == stage }
      let target = run.versions[stage.map { $0 + 1 } ?? last]
      return StructChange.all(of: changes, \.planned.change, at: target.place).map {
        finding($0, in: run, isReleased: isReleased(target))
      }
    }
  }

  private func finding(
    _ item: StructChange<UninferredChange>, in run: InferredRun, isReleased: Bool
  ) -> Finding {
    let change = item.change
    let place = change.stage ?? run.stages.count - 1
    let (source, target) = (run.versions[place], run.versions[place + 1])
    let stages = Stages(
      source: change.stage == nil ? change.sources.last?.name ?? source.name : source.name,
      target: target.name, isDirect: change.stage != nil,
      kind: run.stages[place] == nil ? .undeclared : run.isCustom ? .withoutCode : .lightweight,
      isFollowed: place + 1 < run.versions.count - 1)
    let isDoubtful = change.planned.obstacle == .undocumented
    return Finding(
      run.stages[place] == nil ? LightweightNotInferred.id : Self.id,
      isDoubtful ? .mayNotInfer(change, stages) : .doesNotInfer(change, stages),
      at: target.place(of: change.planned.change.path),
      notes: [
        .init(.reason(of: change.planned)), item.note,
        target.formerName(of: change.planned.change, in: source).map { .init(.mayBeRenamed($0)) },
        .init(
          run.versions[..<(place + 1)].carriedName(of: change.planned.change).map {
            .carryName($0.old, $0.version, to: target.name)
          } ?? .advice(on: change.planned.change, stages, target)),
        run.stages[place].map { .init(.stageIsHere, at: $0) },
      ].compactMap(\.self), atMost: isReleased ? .note : isDoubtful ? .warning : .error,
      about: target.document.schema.version)
  }

  /// A finding for every change in a custom stage that neither the platform nor the stage's code can make.
  ///
  /// A change that only lacks values for existing objects is no finding if the code before the platform's
  /// step deletes all of them. It is a warning if the code probably does.
  func findings(in staged: StagedStep, isReleased: Bool, _ flow: ProgramFlow) -> [Finding] {
    let step = staged.step
    guard staged.stage.hasCode, step.source.unseenParents.isEmpty,
      step.target.unseenParents.isEmpty
    else { return [] }
    let obstacles = step.source.obstacles(to: step.target).filter { planned in
      planned.isBeyondCode(
        before: staged.stage.hasCodeBefore
          && planned.valueNames.map {
            flow.code(of: staged.stage, isBefore: true, names: $0)
          } ?? true)
    }.map { UninferredChange(planned: $0) }
    return StructChange.all(of: obstacles, \.planned.change, at: step.target.place).compactMap {
      item -> Finding? in
      let planned = item.change.planned
      let cleared =
        planned.needsObjects
        ? planned.change.path.entity.flatMap { flow.certainty(thatCleared: $0, before: staged) }
        : nil
      guard cleared != .certain else { return nil }
      let isLeftOut = staged.stage.hasCodeBefore && !planned.isBeyondCode(before: true)
      let stages = Stages(
        source: step.source.name, target: step.target.name, isDirect: true,
        kind: isLeftOut ? .withoutValue(planned.valueNames?.first ?? "") : .withCode)
      return Finding(
        Self.id, .doesNotInfer(item.change, stages),
        at: step.target.place(of: item.change.planned.change.path),
        notes: [
          .init(.reason(of: item.change.planned)), item.note,
          .init(.advice(on: item.change.planned.change, stages, step.target)),
          .init(.stageIsHere, at: step.stage),
        ].compactMap(\.self), atMost: isReleased || cleared != nil ? .warning : .error)
    }
  }

  /// The findings on a step whose schema file declares work that the code of its stage does not do: copied
  /// objects, values of properties, or a migration that is only said to be custom.
  ///
  /// It is an error only if objects, values or links are lost, or stores are not opened. A change that stops the
  /// stage is another finding.
  func findings(
    in step: PlanStep, _ stage: MigrationPlanFacts.Stage?, declaring work: DeclaredWork,
    _ flow: ProgramFlow
  ) -> [Finding] {
    let stopping = Set(
      step.source.obstacles(to: step.target).filter { $0.obstacle != .undocumented }
        .map(\.change.path))
    func isNamed(_ name: String) -> Bool { stage.map { flow.code(of: $0, names: [name]) } ?? false }
    let lack = stage == nil ? "the plan has no stage for it" : "the stage has no code"
    let code = stage?.hasCode ?? false ? "the code of the stage names no such" : nil
    let missing = work.copied.filter { !isNamed($0) }
    let values = work.values.filter { !stopping.contains($0.path) }
    var found = values.filter { value in
      !value.losesCase && !step.target.names(of: value.path).contains(where: isNamed)
    }.map { value in
      Finding(
        Self.id, .doesNothing(value, code.map { "\($0) property" } ?? lack), at: step.stage,
        notes: [value.prevented.map { .init(.onDevices($0)) }, .init(.computeInStage)]
          .compactMap(\.self),
        atMost: value.removed == nil && value.prevented == nil ? .warning : nil)
    }
    // The step in the source removes no case, so that the previous version has lost it, too.
    found += values.filter(\.losesCase).map { value in
      Finding(
        Self.id, .cannotReadCase(value, step.source.name), at: step.target.place(of: value.path),
        notes: [.init(.keepOldEnumeration(step.source.name))])
    }
    if !missing.isEmpty {
      found.append(
        Finding(
          Self.id, .copiesNothing(missing, code.map { "\($0) class" } ?? lack), at: step.stage,
          notes: [.init(.copyInStage)]))
    }
    let isSeparate = step.isCustom && work.skipped != nil
    if found.isEmpty, stopping.isEmpty, code == nil, !isSeparate, !work.mergesDuplicates,
      !work.renamesClasses
    {
      found.append(
        Finding(
          Self.id, .isOnlyInferred(lack), at: step.stage,
          notes: work.skipped.map { [.init(.onDevices($0)), .init(.separate(step))] }
            ?? [.init(.writeStage)], atMost: work.skipped == nil ? .warning : nil))
    }
    return found
  }
}

/// The work that the schema file of a version declares for the step to it, and that no platform does.
struct DeclaredWork {
  /// The entities that get objects of other entities.
  var copied: [String]
  /// The properties whose values or links are declared.
  var values: [DeclaredValue]
  /// Whether a class has another name, which is another finding.
  var renamesClasses: Bool
  /// Whether duplicates of a new unique key are merged, which is another finding.
  var mergesDuplicates: Bool
  /// The error about stores that skip versions, which only a step of its own prevents.
  var skipped: JudgedFinding?
}

/// A property whose values or links the schema file of a version declares.
struct DeclaredValue {
  /// The property of the version: `Book.isbn`.
  var path: SchemaPath
  /// Whether an expression computes the values.
  var isComputed = false
  /// A property that the expression uses, and that this version or a later one removes: `Book.code`.
  var removed: String?
  /// The error that only the declaration prevents.
  var prevented: JudgedFinding?

  /// Whether the version removes a case that objects may hold.
  var losesCase: Bool { prevented?.finding.rule == EnumCaseRemoved.id }
}

extension PlannedChange {
  /// Whether the change fails only because existing objects have no value for it, or an old one.
  fileprivate var needsObjects: Bool {
    [.missingValue, .missingLink, .unconverted].contains(obstacle)
  }

  /// The names of a property whose objects code before the platform's step can give a value, the old name
  /// first; nil for other changes.
  fileprivate var valueNames: [String]? {
    guard needsObjects else { return nil }
    return switch change {
    case .changeEnumeration(let name, _, _): [name]
    case .changeAttributeOptionality(let attribute, _, _):
      [attribute.renamedFrom, attribute.name].compactMap(\.self)
    case .changeRelationshipOptionality(let link, _, _):
      [link.renamedFrom, link.name].compactMap(\.self)
    default: nil
    }
  }

  /// Whether code before the platform's step cannot make the platform infer the change.
  ///
  /// The old models lack a new property, so such code cannot fill it. Without such code, nothing helps.
  /// Another rule reports a changed type under the same name.
  fileprivate func isBeyondCode(before hasCodeBefore: Bool) -> Bool {
    guard obstacle != .undocumented else { return false }
    return switch change {
    case .addAttribute, .addRelationship: true
    case .changeAttributeType(let old, let new, _): old.name != new.name
    case .changeEnumeration(_, _, let cases): cases.needsUnknownValue || !hasCodeBefore
    default: !hasCodeBefore
    }
  }
}

extension SchemaPath {
  /// The entity in the path.
  fileprivate var entity: String? {
    components.first == "entities" && components.count > 1 ? components[1] : nil
  }
}

/// The stages that the platform runs as one migration, in words.
private struct Stages {
  var source: String
  var target: String
  /// Whether this is a single stage.
  var isDirect: Bool
  var kind: Kind
  /// Whether the platform runs the following stages too.
  var isFollowed = false

  /// The kinds of stages.
  enum Kind {
    case lightweight
    /// A custom stage without handlers.
    case withoutCode
    /// A custom stage with code, around the platform's own step.
    case withCode
    /// A custom stage whose code before the platform's own step gives no value to a property.
    case withoutValue(String)
    /// An undeclared stage.
    case undeclared
  }

  /// Whether a sentence can be about a single stage, or about a missing one.
  var areNamed: Bool {
    if case .undeclared = kind { true } else { isDirect }
  }

  /// The stage and its kind, as the subject of a sentence.
  var subject: String {
    switch kind {
    case .lightweight: "the stage from '\(source)' to '\(target)' is lightweight"
    case .withoutCode: "the custom stage from '\(source)' to '\(target)' has no code"
    case .withCode:
      "the custom stage from '\(source)' to '\(target)' has a step of the platform's own before "
        + "'didMigrate'"
    case .withoutValue(let name):
      "'willMigrate' of the custom stage from '\(source)' to '\(target)' gives no '\(name)' a value"
    case .undeclared: "the migration from '\(source)' to '\(target)' has no stage"
    }
  }

  /// The other versions that need the change too.
  var everywhere: String { isFollowed ? ", in '\(target)' and every later version" : "" }

  /// The custom stage to write instead.
  var custom: String {
    "'.custom(fromVersion: \(source).self, toVersion: \(target).self, willMigrate: …, "
      + "didMigrate: …)'"
  }
}

extension SourceVersion {
  /// The probable old name of a new attribute: the first attribute of its type that the version removed.
  fileprivate func formerName(of change: SchemaChange, in earlier: SourceVersion) -> String? {
    guard case .addAttribute(let attribute, let entity) = change,
      let before = earlier.document.schema.entity(named: entity),
      let now = document.schema.entity(named: entity)
    else { return nil }
    let kept = Set(now.attributes.flatMap { [$0.name, $0.renamedFrom ?? $0.name] })
    return before.attributes.first { $0.type == attribute.type && !kept.contains($0.name) }?.name
  }

  /// The names by which code may set a property: its own, and the name of its inverse.
  fileprivate func names(of path: SchemaPath) -> [String] {
    let keys = path.components
    guard keys.count > 3 else { return [] }
    let inverse = document.schema.entity(named: keys[1])?.relationship(named: keys[3])?.inverse
    return [keys[3], inverse].compactMap(\.self)
  }

  /// The name of the declaring type.
  var name: String { declaration?.name ?? "\(document.schema.version)" }

  /// The place of a part, or the place of the version for a missing part.
  func place(of path: SchemaPath) -> Finding.Place {
    let place = document.sources.location(of: path) ?? declaration?.location
    return place.map { .location($0) } ?? .part(path)
  }
}

extension Enumeration.Case {
  /// The case with its raw value, as Swift source.
  fileprivate var declaration: String { "'case \(name) = \(rawValue.text)'" }
}

extension Collection<SourceVersion> {
  /// The old name that the last of the versions gives to a new attribute of a later version.
  fileprivate func carriedName(of change: SchemaChange) -> (old: String, version: String)? {
    guard case .addAttribute(let attribute, let entity) = change else { return nil }
    return reversed().lazy.compactMap { version in
      version.document.schema.entity(named: entity)?.attribute(named: attribute.name)?.renamedFrom
        .map { ($0, version.name) }
    }.first
  }
}

extension Finding.Message {
  fileprivate static func carryName(_ old: String, _ version: String, to target: String) -> Self {
    Self(
      "'\(version)' has '@Attribute(originalName: \"\(old)\")' before it: write it in '\(target)', too, for stores "
        + "that skip a version")
  }

  fileprivate static func copiesNothing(_ entities: [String], _ lack: String) -> Self {
    Self(
      "the schema file of this step copies objects into \(entities.quoted), and \(lack): on devices the "
        + "objects are lost")
  }

  fileprivate static func doesNothing(_ value: DeclaredValue, _ lack: String) -> Self {
    let keys = value.path.components
    let verb = value.isComputed ? "computes" : "decides about"
    return Self(
      "the schema file of this step \(verb) '\(keys[1]).\(keys[3])', and \(lack): on devices "
        + (value.removed.map { "the values of '\($0)' are lost" }
          ?? (value.isComputed ? "nothing computes it" : "nothing does")))
  }

  fileprivate static func isOnlyInferred(_ lack: String) -> Self {
    Self(
      "the schema file of this step declares a custom step, and \(lack): the platform only does what it infers"
    )
  }

  fileprivate static func cannotReadCase(_ value: DeclaredValue, _ version: String) -> Self {
    let keys = value.path.components
    return Self(
      "'\(version)' lacks the case, too, that '\(keys[1]).\(keys[3])' loses: no code can read an object that "
        + "holds it, and the app ends")
  }

  fileprivate static func keepOldEnumeration(_ version: String) -> Self {
    Self(
      "declare the enumeration inside '\(version)' as it was released, and give such objects another case in "
        + "'willMigrate'; or keep the case")
  }

  fileprivate static func separate(_ step: PlanStep) -> Self {
    Self(
      "write '.custom(fromVersion: \(step.source.name).self, toVersion: \(step.target.name).self, "
        + "willMigrate: nil, didMigrate: nil)': the platform then makes this step by itself")
  }

  fileprivate static let writeStage = Self(
    "write the code in 'willMigrate' or 'didMigrate' of a '.custom' stage; if the platform's step is enough, "
      + "take 'migration' out")

  fileprivate static let computeInStage = Self(
    "do it in 'willMigrate' or 'didMigrate' of a '.custom' stage: what a schema file says about values is for "
      + "'migrate apply'"
  )

  fileprivate static let copyInStage = Self(
    "copy them in 'willMigrate' and 'didMigrate' of a '.custom' stage: 'migrate export --all --format "
      + "swiftdata' writes the plan")

  fileprivate static func doesNotInfer(_ change: UninferredChange, _ stages: Stages) -> Self {
    let what = change.planned.change.summary
    let isUnnoticed = change.planned.obstacle == .unconverted
    return stages.areNamed
      ? Self(
        "\(stages.subject), and the platform "
          + (isUnnoticed ? "leaves stored values as they are" : "does not infer it") + ": \(what)")
      : Self(
        "the stages from '\(stages.source)' to '\(stages.target)' are lightweight, and the platform "
          + "makes one step of them, which "
          + (isUnnoticed ? "leaves stored values as they are" : "it does not infer") + ": \(what)")
  }

  fileprivate static func mayNotInfer(_ change: UninferredChange, _ stages: Stages) -> Self {
    let what = change.planned.change.summary
    return stages.areNamed
      ? Self(
        "\(stages.subject), and whether the platform infers it is not known: \(what)")
      : Self(
        "the stages from '\(stages.source)' to '\(stages.target)' are lightweight, and whether the "
          + "platform infers them as one step is not known: \(what)")
  }

  /// The reason, as far as it concerns the platform.
  fileprivate static func reason(of planned: PlannedChange) -> Self {
    switch (planned.obstacle, planned.change) {
    case (.missingValue, .changeAttributeOptionality) where planned.changesMeaning:
      Self("the platform leaves stored values as they are, and \(planned.fateOfOldValues)")
    case (.missingValue, .changeAttributeOptionality),
      (.missingLink, .changeRelationshipOptionality):
      Self(
        "an object without a value has none to get, and its store cannot be opened (error 134110)")
    case (.missingValue, .changeComposite):
      Self(
        "existing objects are reported to have no value for it, with a default or without, and their "
          + "stores not to open (error 134110)")
    case (.missingValue, _), (.missingLink, _):
      Self(
        "existing objects have no value for it, and their stores cannot be opened (error "
          + "134110)")
    case (.unconverted, _):
      Self("\(planned.fateOfOldValues)")
    case (.notInferred, .changeAttributeType):
      Self(
        "the platform converts only numbers: stores with the old type cannot be opened (error 134140)"
      )
    case (.notInferred, _), (.undocumented, _), (.declared, _), (nil, _):
      Self(planned.reasonOnPlatform)
    }
  }

  fileprivate static func mayBeRenamed(_ old: String) -> Self {
    Self(
      "if it is '\(old)' under a new name, write '@Attribute(originalName: \"\(old)\")' before it and "
        + "nothing else: with a default, the values of '\(old)' are deleted")
  }

  /// The advice on what to write in Swift.
  fileprivate static func advice(
    on change: SchemaChange, _ stages: Stages, _ target: SourceVersion
  ) -> Self {
    if !stages.isDirect {
      return Self(
        "give a stage between them code of its own, as '.custom(…)' with a 'willMigrate' or "
          + "'didMigrate': the platform then goes in two steps")
    }
    switch change {
    case .addAttribute(let attribute, let entity)
    where target.document.schema.isKey(attribute.name, of: entity):
      return Self(
        "make it optional, and give each object a value of its own in 'didMigrate' of "
          + "\(stages.custom): a default is the same for all existing objects, and only one of "
          + "them can have it as its key")
    case .addAttribute(let attribute, _):
      return Self(
        "write '\(attribute.declarationInSwift)' with the value that fits, or make it optional"
          + stages.everywhere)
    case .addRelationship(let relationship, _):
      return Self(
        "write 'var \(relationship.name): \(relationship.destination)?'" + stages.everywhere)
    case .changeAttributeOptionality(let attribute, _, _):
      return Self(
        "write '\(attribute.declarationInSwift)' with the value that such objects get, leave it "
          + "optional, or give them one in 'willMigrate' of \(stages.custom)")
    case .changeRelationshipOptionality:
      // An object that 'willMigrate' links is not kept.
      return Self("leave it optional")
    case .changeEnumeration(let name, _, let cases) where cases.oldRawType != cases.newRawType:
      return ownProperty(name, of: stages.custom)
    case .changeEnumeration(_, _, let cases) where !cases.recoded.isEmpty:
      return keepStored(cases)
    case .changeEnumeration:
      return Self(
        "give objects with a removed case another one in 'willMigrate' of \(stages.custom)")
    case .changeAttributeType(let old, _, _): return ownProperty(old.name, of: stages.custom)
    case .changeStorage(let name, let entity, _, _), .changeCardinality(let name, let entity, _, _),
      .changeDestination(let name, let entity, _, _):
      let old = target.document.schema.entity(named: entity)?.relationship(named: name)?.renamedFrom
      return ownProperty(old ?? name, of: stages.custom)
    case .changeComposite(_, let old, let new):
      let kept = Set(new.elements.map(\.name))
      let lost = old.elements.map(\.name).filter { !kept.contains($0) }
      if !lost.isEmpty {
        return Self(
          "keep \(lost.quoted), whose values are lost otherwise, make new elements optional\(stages.everywhere), "
            + "and fill them in 'didMigrate' of \(stages.custom)")
      }
      return Self(
        "make new elements optional\(stages.everywhere), as a default does not help; what has another "
          + "type needs an element of its own, filled in 'didMigrate' of \(stages.custom)")
    default:
      return Self(
        "go there over a version between them, and move the objects in \(stages.custom)")
    }
  }

  /// The lines of an enumeration with which all stored values keep their meaning.
  static func keepStored(_ cases: EnumerationChange) -> Self {
    let removed = cases.oldCases.filter { cases.removed.contains($0.name) }
    let lines = (removed + cases.keepingStoredValues).map { $0.declaration }
    let renamed =
      removed.count == 1 && cases.added.count == 1
      ? Enumeration.Case(cases.added[0], rawValue: removed[0].rawValue) : nil
    return Self(
      "keep what is stored, and nothing has to be rewritten: \(lines.joined(separator: ", "))"
        + (renamed.map { "; or, if it is called '\($0.name)' now, \($0.declaration)" } ?? ""))
  }

  fileprivate static let stageIsHere = Self("the stage is here")
}
