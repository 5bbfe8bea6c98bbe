internal import SchemaModel

extension ChangeClassifier {
  func attributeVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .addAttribute(let attribute, let entity):
      addition(of: attribute, to: entity)
    case .dropAttribute(let attribute, let entity):
      removal(of: attribute, from: entity)
    case .renameAttribute(let attribute, _, _):
      .inferred(
        "renamedFrom says which attribute it was", isHashNeutral: neutrality(of: attribute))
    case .moveAttribute:
      .inferred("an attribute may move up or down its hierarchy")
    case .changeAttributeType(let old, let new, let entity):
      typeChange(from: old, to: new, entity: entity)
    case .changeAttributeOptionality(let attribute, _, let toOptional):
      optionality(of: attribute, toOptional: toOptional)
    case .changeDefault:
      .unseen("the platform sees no difference; existing objects keep their values")
    case .changeStorage(_, _, _, let storage):
      storage == .external
        ? .custom(
          .undocumented,
          "whether the platform moves values into external storage by itself is not known")
        : .custom(
          .notInferred, "the platform does not move values out of external storage by itself")
    case .changeTransience(_, _, let toTransient):
      toTransient
        ? .inferred("an attribute that is no longer stored loses its values", risk: .certain)
        : .inferred("an attribute that is stored from now on is a new one to the store")
    case .changePreservation:
      .inferred("only what outlives a deleted object changes")
    case .changeDerivation:
      .custom(
        .undocumented,
        "whether the platform computes the values of existing objects anew is not documented")
    case .changeBounds:
      .unseen("the platform sees no difference; existing values outside the bounds fail here")
    default:
      .inferred("a hash modifier is there to make the platform migrate")
    }
  }

  private func addition(of attribute: Attribute, to entity: String) -> Verdict {
    if attribute.isTransient {
      return .unseen("an attribute that is not stored changes no store")
    }
    if attribute.isOptional { return .inferred("a new optional attribute starts without a value") }
    if let value = attribute.defaultValue {
      return .inferred(
        value.isFresh && !declared.give(attribute.name, of: entity)
          ? "a new required attribute gets an invented value in every existing object"
          : "a new required attribute gets its default in every object")
    }
    return .custom(
      .missingValue,
      "a new required attribute without a default "
        + (declared.give(attribute.name, of: entity)
          ? "gets its value from an expression" : "has no value for existing objects"))
  }

  private func removal(of attribute: Attribute, from entity: String) -> Verdict {
    if attribute.isTransient {
      return .unseen("an attribute that is not stored changes no store")
    }
    if let keeper = declared.keeper(of: attribute.name, of: entity) {
      return .inferred("the attribute is removed, and '\(keeper)' has its values")
    }
    return declared.use(attribute.name, of: entity)
      ? .inferred(
        "the attribute is removed, and an expression uses its values first", risk: .possible)
      : .inferred("a removed attribute is dropped with its values", risk: .certain)
  }

  private func optionality(of attribute: Attribute, toOptional: Bool) -> Verdict {
    let neutrality = neutrality(of: attribute)
    if toOptional {
      return .inferred("every value may stay as it is", isHashNeutral: neutrality)
    }
    return attribute.defaultValue == nil
      ? .custom(
        .missingValue,
        "objects without a value have none to get, for the attribute has no default",
        isHashNeutral: neutrality)
      : .inferred("objects without a value get the default", isHashNeutral: neutrality)
  }

  private func typeChange(from old: Attribute, to new: Attribute, entity: String) -> Verdict {
    if old.derivation != nil, new.derivation != nil {
      return .unseen("the platform sees no difference, and computes the values")
    }
    let isInferred = old.type.isConvertedByPlatform && new.type.isConvertedByPlatform
    if declared.give(new.name, of: entity) {
      return .custom(
        isInferred ? .declared : .notInferred,
        isInferred
          ? "the platform would convert the value; an expression gives it instead"
          : "the platform converts only numbers; an expression gives the value",
        risk: .possible)
    }
    let conversion = TypeConversion(
      from: correspondence.source.storedType(of: old.type),
      to: correspondence.target.storedType(of: new.type))
    let reason =
      [old.type, new.type].contains(.decimal)
      ? "the platform is known to convert numbers, but not decimals"
      : "the platform converts only numbers"
    switch conversion {
    case .identical, .exact:
      return isInferred
        ? .inferred("the platform converts numbers, and every value fits the new type")
        : .custom(.notInferred, reason).here("here every value fits the new type")
    case .checked where !isInferred:
      return .custom(.notInferred, reason)
        .here("here a value that does not fit fails the migration")
    case .undefined where !isInferred:
      return .custom(.notInferred, "\(reason), and there is no one way to convert these values")
    case .checked, .undefined:
      return .inferred(
        "the platform converts numbers, and changes one that does not fit",
        risk: isOfPlatform ? .possible : .none
      ).here(isOfPlatform ? nil : "here such a value fails the migration")
    }
  }

  /// Whether the hash leaves out an attribute's own name and optionality.
  ///
  /// True for a composite, where only the elements count, and for a derived attribute, where its expression
  /// counts. Nil for an enumeration, where it depends on the source.
  private func neutrality(of attribute: Attribute) -> Bool? {
    if attribute.isTransient || attribute.derivation != nil { return true }
    switch attribute.type {
    case .composite: return true
    case .enumeration: return nil
    default: return false
    }
  }
}

// MARK: - Shared types

extension ChangeClassifier {
  func enumerationVerdict(on change: EnumerationChange) -> Verdict {
    let isNeutral: Bool? =
      change.oldRawType == .none && change.newRawType == .none
      ? false : change.oldRawType == change.newRawType ? true : nil
    if change.oldRawType != change.newRawType || !change.recodings.isEmpty {
      return .custom(
        .unconverted,
        "the platform leaves stored values as they are, and these are stored otherwise now",
        isHashNeutral: isNeutral)
    }
    if !change.removed.isEmpty {
      return .custom(
        .unconverted, "objects may hold a removed case", isHashNeutral: isNeutral
      ).here("the first such object fails the migration")
    }
    if change.added.isEmpty, !change.renamed.isEmpty {
      return .unseen("what is stored for a case stays, and the platform looks at nothing else")
    }
    return isNeutral == true
      ? .unseen("the platform sees no difference, and no object can hold the new case yet")
      : .inferred("a case without a raw value is stored as a column of its own")
  }

  /// Judges a composite by its elements, like attributes; the most severe verdict counts.
  func compositeVerdict(from old: Composite, to new: Composite) -> Verdict {
    let verdicts = elementChanges(old, new).sorted().map(elementVerdict)
    let risk = verdicts.map(\.risk).max()
    guard
      var heaviest = verdicts.first(where: { $0.classification == .custom })
        ?? verdicts.first(where: { $0.risk == risk })
    else { return .unseen("nothing that is stored changes") }
    heaviest.risk = risk ?? .none
    heaviest.isHashNeutral =
      verdicts.contains { $0.isHashNeutral == false }
      ? false : verdicts.allSatisfy { $0.isHashNeutral == true } ? true : nil
    heaviest.reason = "elements migrate as attributes do: \(heaviest.reason)"
    return heaviest
  }

  /// The elements whose values may be lost, by their old names.
  func elementsAtRisk(from old: Composite, to new: Composite) -> [String] {
    let changes = elementChanges(old, new).filter { elementVerdict(on: $0).risk > .none }
    let names = changes.compactMap { change -> String? in
      switch change {
      case .dropAttribute(let element, _), .changeAttributeType(let element, _, _): element.name
      default: nil
      }
    }
    return names.count == changes.count ? names : old.elements.map(\.name)
  }

  private func elementChanges(_ old: Composite, _ new: Composite) -> [SchemaChange] {
    AttributeComparison.changes(
      ofElementsOf: old, new, source: correspondence.source, target: correspondence.target)
  }

  private func elementVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .changeEnumeration(_, _, let enumeration):
      enumerationVerdict(on: enumeration)
    case .addAttribute(let element, _)
    where !element.isOptional && !element.isTransient && element.defaultValue != nil:
      .custom(
        .missingValue,
        "the platform is reported to have no value for a new element that is required, not even its"
          + " default")
    default:
      attributeVerdict(on: change)
    }
  }
}
