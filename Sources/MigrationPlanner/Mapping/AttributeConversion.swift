internal import SchemaModel

/// The conversion of values from an attribute's old type to its new type.
struct AttributeConversion {
  private let old: AttributeType
  private let new: AttributeType
  private let source: Schema
  private let target: Schema

  init(
    from old: AttributeType, in source: Schema, to new: AttributeType, in target: Schema
  ) {
    (self.old, self.source, self.new, self.target) = (old, source, new, target)
  }

  /// The converted value; nil if there is no single conversion.
  func value(_ value: ValueSource) -> ValueSource? {
    switch (source.resolved(old), target.resolved(new)) {
    case (.enumeration(let before), .enumeration(let after)):
      return recoded(value, EnumerationChange(from: before, to: after))
    case (.composite(let before), .composite(let after)):
      return recomposed(value, from: before, to: after)
    case (.array(let before), .array(let after)) where before == after:
      return value
    case (.array(.enumeration(let before)), .array(.enumeration(let after))):
      let change = EnumerationChange(from: before, to: after)
      return change.recodings.isEmpty && change.isStoredAlike ? value : nil
    case (.array(.composite(let before)), .array(.composite(let after))):
      return recomposed(value, from: before, to: after) == value ? value : nil
    case (let before, let after) where before == after:
      return value
    default:
      return converted(value)
    }
  }

  private func converted(_ value: ValueSource) -> ValueSource? {
    let (from, to) = (source.storedType(of: old), target.storedType(of: new))
    switch TypeConversion(from: from, to: to) {
    case .identical: return value
    case .exact, .checked: return .converted(value, from: from, to: to)
    case .undefined: return nil
    }
  }

  private func recoded(_ value: ValueSource, _ change: EnumerationChange) -> ValueSource {
    // Numbers are not texts: if no case stays, no value has a new one.
    change.recodings.isEmpty && change.isStoredAlike ? value : .recoded(value, change.recodings)
  }

  /// A composite that only gains optional elements stays as it is: a missing part counts as no value.
  private func recomposed(
    _ value: ValueSource, from before: Composite, to after: Composite
  ) -> ValueSource? {
    guard before.name == after.name || before.elements == after.elements else { return nil }
    let pairs = CompositePairs(from: before, to: after)
    var isSame = pairs.dropped.isEmpty
    var parts: [PropertyMapping] = []
    for (element, old) in pairs.elements {
      guard let part = part(element, from: old) else { return nil }
      if part != .copied(element.name), part != .none { isSame = false }
      parts.append(PropertyMapping(element.name, part))
    }
    return isSame ? value : .recomposed(value, parts)
  }

  /// The parts of a structure that its values no longer fit, element by element; nil if the structure is not
  /// the reason why the values cannot be converted.
  var misfit: String? {
    switch (source.resolved(old), target.resolved(new)) {
    case (.composite(let before), .composite(let after)) where before.name == after.name:
      let misfits = CompositePairs(from: before, to: after).elements.compactMap {
        misfit(of: $0.new, from: $0.old)
      }
      return misfits.isEmpty ? nil : misfits.joined(separator: ", ")
    case (.array(.composite(let before)), .array(.composite(let after)))
    where before.name == after.name:
      let pairs = CompositePairs(from: before, to: after)
      let changed = pairs.elements.filter {
        part($0.new, from: $0.old) != .copied($0.new.name) || becomesRequired($0.new, $0.old)
      }
      let names = changed.map(\.new.name) + pairs.dropped.map(\.name)
      return "\(names.map { "'\($0)'" }.joined(separator: ", ")) of '\(after.name)' changed, "
        + "and the values of a list are not rebuilt"
    case (_, _): return nil
    }
  }

  private func misfit(of element: Attribute, from old: Attribute?) -> String? {
    let name = "'\(element.name)' of '\(new.keyword)'"
    guard let old else {
      return part(element, from: nil) == nil ? "\(name) is new, required and has no default" : nil
    }
    let conversion = AttributeConversion(from: old.type, in: source, to: element.type, in: target)
    guard conversion.value(.copied(old.name)) != nil else {
      return conversion.misfit
        ?? "\(name) changes from \(old.type.keyword) to \(element.type.keyword)"
    }
    return becomesRequired(element, old) ? "\(name) becomes required and has no default" : nil
  }

  private func becomesRequired(_ element: Attribute, _ old: Attribute?) -> Bool {
    old?.isOptional == true && !element.isOptional && element.defaultValue == nil
  }

  private func part(_ element: Attribute, from old: Attribute?) -> ValueSource? {
    guard let old else {
      if let value = element.defaultValue {
        let stored = target.storedDefault(value, of: element.type)
        return .defaulted(stored.value, stored.type)
      }
      return element.isOptional ? ValueSource.none : nil
    }
    let conversion = AttributeConversion(from: old.type, in: source, to: element.type, in: target)
    guard let value = conversion.value(.copied(old.name)) else { return nil }
    guard old.isOptional, !element.isOptional, let given = element.defaultValue else {
      return value
    }
    let stored = target.storedDefault(given, of: element.type)
    return .filled(value, with: stored.value, stored.type)
  }
}
