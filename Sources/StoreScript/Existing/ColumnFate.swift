internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Which columns of a table that was there first go on as which, and which values only pass.
struct ColumnFate {
  /// By their names in the source: the names in the target of the columns that go on.
  private(set) var kept: [String: String] = [:]
  /// The columns that go while another one takes their name, under the names they have until then.
  private(set) var parked: [String: String] = [:]
  /// The columns, by their names in the target, whose values are the same as before.
  private(set) var unchanged: Set<String> = []

  /// What becomes of the columns of one entity.
  ///
  /// A column goes on as the one whose value grows out of its own, by whatever conversion; failing
  /// that, as the one of its own name.
  init(_ mapping: EntityMapping, from source: StoreLayout, to target: StoreLayout) {
    guard let before = mapping.source else { return }
    let properties = target.storedProperties(of: mapping.entity)
    let origins = Self.origins(of: mapping)
    var found: Set<String> = []
    for (property, column) in properties {
      guard let origin = origins[property],
        let old = source.column(of: origin.property, in: before), kept[old] == nil
      else { continue }
      kept[old] = column
      found.insert(column)
      if origin.isCopied { unchanged.insert(column) }
    }
    let names = Set(source.storedProperties(of: before).map(\.column))
    for (_, column) in properties
    where !found.contains(column) && names.contains(column) && kept[column] == nil {
      kept[column] = column
    }
    let taken = Set(kept.filter { $0.key != $0.value }.map(\.value.asciiLowercased))
    for name in names where kept[name] == nil && taken.contains(name.asciiLowercased) {
      parked[name] = "_migrate_old_\(name)"
    }
  }

  /// The names that columns have once all are renamed.
  var names: [String: String] { kept.merging(parked) { name, _ in name } }

  private typealias Origin = (property: String, isCopied: Bool)

  /// By properties of the target: the property of the source that the value grows out of.
  private static func origins(of mapping: EntityMapping) -> [String: Origin] {
    var result: [String: Origin]?
    for layer in mapping.layers {
      var next: [String: Origin] = [:]
      for value in layer.values {
        guard let inner = value.value.origin else { continue }
        guard let result else {
          next[value.property] = inner
          continue
        }
        next[value.property] = result[inner.property].map {
          ($0.property, $0.isCopied && inner.isCopied)
        }
      }
      result = next
    }
    return result ?? [:]
  }
}

extension ValueSource {
  /// The property that the value grows out of, and whether it is that value itself.
  fileprivate var origin: (property: String, isCopied: Bool)? {
    switch self {
    case .copied(let property): (property, true)
    case .filled(let value, _, _), .converted(let value, _, _), .recoded(let value, _),
      .recomposed(let value, _), .moved(let value, _), .held(let value, _):
      value.origin.map { ($0.property, false) }
    case .defaulted, .none, .expression, .linked, .chosen: nil
    }
  }
}
