internal import Diagnostics
internal import SchemaModel

extension SchemaAssembly {
  /// Adds the entity of a class.
  mutating func add(_ model: SourceProgram.TypeID) {
    let facts = program[model].facts
    let path = SchemaPath.entity(facts.name)
    sources.record(location(facts.position, program[model].file), for: path)
    if let condition = facts.condition {
      log.report(
        .conditional(facts.name, condition: condition),
        at: location(facts.position, program[model].file))
    }
    var entity = Entity(
      facts.name, parent: program.parentModel(of: model).map { program[$0].facts.name },
      documentation: facts.documentation)
    // Without its file, a superclass cannot be distinguished from a protocol.
    if entity.parent == nil, let part = program[model].parts.first,
      let first = part.inherited.first
    {
      let type = program.resolve(first, in: Scope(file: part.file))
      var unseen = program.unseenModel(in: type)
      if unseen == nil, case .unseen(let name) = type { unseen = name }
      if let unseen, !Self.libraryProtocols.contains(unseen) { unseenParents[facts.name] = unseen }
    }
    for property in program.storedProperties(of: model) { add(property, to: &entity) }
    reportLeftOut(of: model)
    for part in program[model].parts { addConstraints(part, of: model, to: &entity) }
    entity.initializer = initializer(of: model, entity)
    entities.append(entity)
  }

  /// Protocols of Swift and of the platform's frameworks that models conform to.
  private static let libraryProtocols: Set = [
    "Codable", "CodingKeyRepresentable", "Comparable", "CustomDebugStringConvertible",
    "CustomReflectable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Hashable", "Identifiable", "IndexedEntity", "MKAnnotation", "NSCopying", "NSSecureCoding",
    "Observable", "ObservableObject", "PersistentModel", "Sendable", "Transferable",
  ]

  /// Reports the members of a class, or of a type in it, that are in inactive clauses of an `#if`.
  mutating func reportLeftOut(of type: SourceProgram.TypeID) {
    guard let part = program[type].parts.first else { return }
    for item in part.members.leftOut where !item.isModel {
      log.report(
        .otherClause("\(program[type].facts.name).\(item.name)", item.clause),
        at: location(item.position, part.file))
    }
  }

  private mutating func add(_ property: StoredProperty, to entity: inout Entity) {
    let name = "\(entity.name).\(property.facts.name)"
    let place = location(property.facts.position, property.file)
    if let condition = property.facts.condition {
      log.report(.conditional(name, condition: condition), at: place)
    }
    reportMisread(property, of: entity.name)
    if property.attribute("Attribute")?.options.contains("unique") ?? false {
      entity.addKey([property.facts.name])
    }
    guard let type = property.type else {
      // A transient property may have any type.
      if !property.isTransient {
        log.report(.untypedProperty(name), at: place, notes: circle(in: property))
        noteUnread(
          .property(property.facts.name), of: entity.name, .type(nil), .untypedProperty(name), place
        )
      }
      return
    }
    if let name = program.unseenModel(in: type), !property.isTransient {
      let problem = ImportProblem.unseenClass(
        name, property: "\(entity.name).\(property.facts.name)")
      log.report(problem, at: place)
      noteUnread(.property(property.facts.name), of: entity.name, .type(name), problem, place)
    } else if let relationship = relationship(property, type) {
      if type.element?.isOptional ?? false {
        let list = "[\(relationship.destination)?]"
        log.report(.unstorableType(list, property: name), at: place)
      }
      if property.attribute("Relationship")?.options.contains("unique") ?? false {
        if relationship.cardinality == .toOne {
          entity.addKey([property.facts.name])
        } else {
          log.report(.leftOut(".unique", property: name), at: place)
        }
      }
      reportOtherRoot(of: property, relationship, name)
      entity.relationships.append(relationship)
      record(property, relationship.name, of: entity.name, .relationships)
    } else if let attribute = attribute(property, type, of: entity.name) {
      entity.attributes.append(attribute)
      let isTransformed =
        property.attribute("Attribute")?.options.contains("transformable") ?? false
      if !isTransformed, let unseen = Self.unseenName(in: type) {
        noteUnread(
          .property(attribute.name), of: entity.name, .type(unseen),
          .unseenType(unseen, property: name), place)
      }
      record(property, attribute.name, of: entity.name, .attributes)
    }
  }

  /// Reports the arguments of a stored property's macros that could not be understood.
  private mutating func reportMisread(_ property: StoredProperty, of entity: String) {
    guard !property.isTransient else { return }
    let name = property.facts.name
    for facts in property.facts.attributes {
      guard let macro = PropertyMacro(rawValue: facts.name) else { continue }
      for argument in facts.arguments {
        guard let problem = macro.problem(with: argument, of: "\(entity).\(name)") else { continue }
        let place = location(argument.value.position, property.file)
        log.report(problem, at: place)
        noteUnread(.property(name), of: entity, .arguments, problem, place)
      }
    }
  }

  /// Adds a part that could not be read, for later comparisons.
  mutating func noteUnread(
    _ kind: UnreadPart.Kind, of owner: String, _ gap: UnreadPart.Gap, _ problem: ImportProblem,
    _ location: SourceLocation
  ) {
    unread.append(
      UnreadPart(owner: owner, kind: kind, gap: gap, problem: problem, location: location))
  }

  private mutating func record(
    _ property: StoredProperty, _ name: String, of entity: String, _ kind: SchemaPath.PropertyKind
  ) {
    let path = SchemaPath.property(name, of: entity, kind)
    sources.record(location(property.facts.position, property.file), for: path)
    guard let relationship = property.attribute("Relationship") else { return }
    for (label, key) in [("inverse", "inverse"), ("deleteRule", "delete")] {
      guard let value = relationship.value(label) else { continue }
      sources.record(location(value.position, property.file), for: path.appending(key))
    }
  }

  // MARK: Relationships

  /// Reports an inverse that is a property of another class than the destination.
  private mutating func reportOtherRoot(
    of property: StoredProperty, _ relationship: Relationship, _ name: String
  ) {
    guard let value = property.attribute("Relationship")?.value("inverse"),
      case .keyPath(let root?, let names) = value.kind, let inverse = names.last,
      case .declared(let written) = program.resolve(
        root, in: Scope(file: property.file, type: property.owner)),
      program.isModel(written), let type = property.type,
      case .declared(let destination) = type.core,
      !program.modelLineage(of: destination).contains(written)
    else { return }
    log.report(
      .unknownInverse("\(program[written].facts.name).\(inverse)", property: name),
      at: location(value.position, property.file))
  }

  private func relationship(_ property: StoredProperty, _ type: SwiftType) -> Relationship? {
    guard !property.isTransient, case .declared(let id) = (type.element ?? type).unwrapped,
      program.isModel(id)
    else { return nil }
    let facts = property.attribute("Relationship")
    return Relationship(
      property.facts.name, type.element == nil ? .toOne : .toMany, program[id].facts.name,
      isOptional: type.isOptional, inverse: facts?.inverse, deleteRule: facts?.deleteRule,
      minimumCount: facts?.count("minimumModelCount"),
      maximumCount: type.element == nil ? nil : facts?.count("maximumModelCount"),
      renamedFrom: facts?.text("originalName"), hashModifier: facts?.text("hashModifier"),
      documentation: property.facts.documentation)
  }

  // MARK: Constraints and indexes

  private mutating func addConstraints(
    _ part: SourceProgram.Part, of model: SourceProgram.TypeID, to entity: inout Entity
  ) {
    let scope = Scope(file: part.file, type: model)
    for macro in part.members.macros {
      guard macro.name == "Unique" || macro.name == "Index" else {
        reportUnknown(macro, in: entity.name, part.file)
        continue
      }
      for argument in macro.arguments {
        let place = location(argument.value.position, part.file)
        guard let names = propertyNames(in: argument.value, scope), !names.isEmpty else {
          reportUnread(macro, of: entity.name, place)
          continue
        }
        // The platform makes a spatial index, which a plain index cannot stand for.
        if macro.name == "Index", argument.optionName == "rtree" {
          log.report(.spatialIndex(names, of: entity.name), at: place)
          continue
        }
        let path = SchemaPath.entity(entity.name)
        if macro.name == "Unique" {
          sources.record(
            place, for: path.appending("unique", "\(entity.uniquenessConstraints.count)"))
          entity.addKey(names)
        } else if macro.name == "Index" {
          sources.record(place, for: path.appending("indexes", "\(entity.indexes.count)"))
          entity.indexes.append(Index(names.map { Index.Element($0) }))
        }
      }
    }
  }

  private mutating func reportUnread(
    _ macro: MacroFacts, of entity: String, _ place: SourceLocation
  ) {
    let isIndex = macro.name == "Index"
    let problem: ImportProblem =
      isIndex ? .unreadIndex(of: entity) : .unreadArgument("what '#Unique' is given", of: entity)
    log.report(problem, at: place)
    noteUnread(isIndex ? .indexes : .keys, of: entity, .arguments, problem, place)
  }

  /// The names in a list of key paths, `[\.title, \.author]`, plain or as `.binary([…])`.
  ///
  /// Nil if one of the key paths is no property.
  private func propertyNames(in list: Expression, _ scope: Scope) -> [String]? {
    switch list.kind {
    case .list(let elements):
      let names = elements.compactMap { element -> String? in
        guard case .keyPath(let root, let names) = element.kind else { return nil }
        let path = program.keyPath(root, names, in: scope).names
        return path.count == 1 ? path[0] : nil
      }
      return names.count == elements.count ? names : nil
    case .call(_, let arguments):
      return arguments.lazy.compactMap { propertyNames(in: $0.value, scope) }.first
    default: return nil
    }
  }

  private mutating func reportUnknown(_ macro: MacroFacts, in entity: String, _ file: Int) {
    // Macros for the compiler declare nothing.
    guard macro.name != "warning", macro.name != "error" else { return }
    log.report(.unknownMacro(macro.name, in: entity), at: location(macro.position, file))
  }

  /// The properties that the first initializer with parameters takes, or sets from a parameter.
  ///
  /// An initializer without parameters gives an empty list, but only if some attribute needs a value from it.
  /// Without one, the result is nil.
  private func initializer(
    of model: SourceProgram.TypeID, _ entity: Entity
  ) -> [String]? {
    let names = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    let initializers = program[model].parts.flatMap(\.members.functions).filter {
      $0.name == "init"
    }
    let taken = initializers.lazy.map { initializer in
      let taken = initializer.parameters.map(\.name).filter(names.contains)
      let set = initializer.propertiesFromParameters
      return taken
        + entity.attributes.map(\.name).filter { set.contains($0) && !taken.contains($0) }
    }
    let needsValues = entity.attributes.contains {
      !$0.isOptional && $0.defaultValue == nil && !$0.isTransient
    }
    let takesNothing = needsValues && initializers.contains { $0.parameters.isEmpty }
    return taken.first { !$0.isEmpty } ?? (takesNothing ? [] : nil)
  }
}

extension FunctionFacts {
  /// The properties that an initializer sets to a value in which one of its parameters occurs.
  fileprivate var propertiesFromParameters: Set<String> {
    let parameters = Set(parameters.map(\.name))
    var names: Set<String> = []
    statements.forEachExpression { expression in
      guard case .assignment(let target, let value, _) = expression.kind, let text = target.text,
        [Statement.expression(value)].containsExpression(where: { part in
          part.text.map(parameters.contains) ?? false
        })
      else { return }
      names.insert(text.hasPrefix("self.") ? String(text.dropFirst(5)) : text)
    }
    return names
  }
}

extension AttributeFacts {
  /// The property in `inverse: \Book.notes`.
  fileprivate var inverse: String? {
    guard case .keyPath(_, let names)? = value("inverse")?.kind else { return nil }
    return names.last
  }

  fileprivate var deleteRule: DeleteRule? {
    guard case .member(_, let name)? = value("deleteRule")?.kind else { return nil }
    return DeleteRule(rawValue: name)
  }
}

extension Entity {
  /// Adds a uniqueness constraint, which `.unique` and `#Unique` may both declare.
  fileprivate mutating func addKey(_ properties: [String]) {
    if !uniquenessConstraints.contains(properties) { uniquenessConstraints.append(properties) }
  }
}
