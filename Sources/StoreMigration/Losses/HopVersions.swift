internal import MigrationPlanner
internal import SchemaModel
internal import StoreLayout

/// The two versions of a hop, with the old names of things in the new version.
struct HopVersions {
  let hop: MigrationHop
  let mapping: Mapping
  let before: SchemaDocument
  let after: SchemaDocument
  let names: HopNames
  let source: StoreLayout
  let target: StoreLayout

  init?(_ hop: MigrationHop, _ mapping: Mapping, _ history: SchemaHistory) {
    guard let after = history[hop.target] else { return nil }
    (self.hop, self.mapping, self.after) = (hop, mapping, after)
    before = history[hop.source] ?? SchemaDocument(schema: mapping.source)
    names = HopNames(from: before, to: after)
    (source, target) = (StoreLayout(of: before.schema), StoreLayout(of: after.schema))
  }

  func oldName(ofEntity name: String) -> String { names.sourceName(ofEntity: name) ?? name }

  /// The old name of an attribute, where the previous version has it.
  func oldName(ofAttribute name: String, in entity: String) -> String {
    let old = names.sourceName(ofProperty: name, of: entity)
    return before.schema.attribute(named: old, of: oldName(ofEntity: entity)) == nil ? name : old
  }

  /// The links that a relationship of the new version had; nil if it had none.
  func formerLinks(of name: String, in entity: String) -> CarriedLinks? {
    let (old, owner) = (names.sourceName(ofProperty: name, of: entity), oldName(ofEntity: entity))
    return links(of: old, in: owner) ?? links(of: name, in: owner)
  }

  /// The links of a relationship of the previous version; nil if the relationship does not exist there.
  func links(of relationship: String, in entity: String) -> CarriedLinks? {
    guard let end = before.schema.end(relationship, of: entity) else { return nil }
    return source.associations.first { $0.has(end) }.map {
      CarriedLinks($0, isReversed: $0.primary != end)
    }
  }
}
