internal import SchemaModel

extension Mapping: CustomStringConvertible {
  /// The mapping in readable lines; equal texts mean equal mappings.
  ///
  /// ```
  /// 1.0.0 -> 2.0.0
  /// BookModel from BookModel
  ///   2.0.0 BookModel
  ///     title = title
  ///     currentPage = default 0 (int)
  /// ```
  public var description: String {
    var lines = ["\(source.version) -> \(target.version)"]
    for entity in entities { lines += entity.lines }
    for entity in additions { lines += ["and"] + entity.lines }
    for link in links {
      lines.append("links \(link.association.primary) = \(link.sources.text)")
    }
    for step in steps { lines.append("step \(step.description.quoted)") }
    for merge in merges {
      let numbers = merge.formerNumbers.sorted().joined(separator: ", ")
      lines.append(
        "merge \(merge.entity) \(merge.deduplication.description.quoted)"
          + (numbers.isEmpty ? "" : ", as numbers \(numbers)"))
    }
    return lines.joined(separator: "\n")
  }
}

extension EntityMapping {
  fileprivate var lines: [String] {
    guard let source else { return ["\(entity) starts empty"] }
    var lines = ["\(entity) from \(source)"]
    for layer in layers {
      lines.append("  \(layer.version) \(layer.entity)")
      lines += layer.values.map { mapping in
        "    \(mapping.property) = \(mapping.value)"
          + (mapping.replaced.map { ", with the positions of \($0)" } ?? "")
      }
      if let filter = layer.filter { lines.append("    where \(filter.quoted)") }
    }
    return lines
  }
}

extension ValueSource: CustomStringConvertible {
  /// The value in one line: `year, converted from int to string`.
  public var description: String {
    switch self {
    case .copied(let property): property
    case .defaulted(let value, let type): "default \(value.text) (\(type.keyword))"
    case .none: "none"
    case .filled(let value, let defaultValue, let type):
      "\(value), else \(defaultValue.text) (\(type.keyword))"
    case .converted(let value, let from, let to):
      "\(value), converted from \(from.keyword) to \(to.keyword)"
    case .moved(let value, let storage): "\(value), moved to \(storage.rawValue)"
    case .recoded(let value, let recodings):
      "\(value), recoded \(recodings.map { "\($0.old.text) as \($0.new.text)" }.joined(separator: ", "))"
    case .recomposed(let value, let parts):
      "\(value), of (\(parts.map { "\($0.property) = \($0.value)" }.joined(separator: "; ")))"
    case .expression(let sql): sql.quoted
    case .held(let value, let held): "\(value), held as \(held.declaredType ?? held.type.keyword)"
    case .linked(let links): "linked by \(links.text)"
    case .chosen(let links, let choices, let agreeing):
      "linked by \(links.text), keep \(choices.list.quoted)"
        + (agreeing.map { ", if that one keeps it by \($0.list.quoted)" } ?? "")
    }
  }
}

extension [CarriedLinks] {
  fileprivate var text: String {
    isEmpty
      ? "none"
      : map {
        "\($0.association.primary)\($0.isReversed ? " reversed" : "")"
          + ($0.heir.map { " to what becomes \($0)" } ?? "")
      }.joined(separator: " and ")
  }
}
