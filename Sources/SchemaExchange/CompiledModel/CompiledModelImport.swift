internal import Diagnostics
internal import SchemaModel

/// Imports a schema from a compiled model: a keyed archive of an `NSManagedObjectModel`.
///
/// Such an archive has no order, so entities and properties are sorted by name.
struct CompiledModelImport {
  /// The schema that has been read so far.
  var schema: Schema
  /// The archive.
  let archive: KeyedArchive
  /// The log for problems and remarks.
  let log: ImportLog

  /// The schema in the bytes of an archive; nil, with a reported problem, if they are not a model.
  static func schema(
    _ bytes: [UInt8], name: String, version: Version, source: String, log: ImportLog
  ) -> Schema? {
    do throws(BinaryPropertyList.Problem) {
      guard let archive = KeyedArchive(try BinaryPropertyList.value(of: bytes)),
        let model = archive.value(archive.root),
        archive.className(of: model) == "NSManagedObjectModel"
      else {
        log.report(.malformed(source, "it is no archive of a model"), at: nil)
        return nil
      }
      let labels = archive.list("NSVersionIdentifiers", of: model).compactMap(\.text)
        .filter { !$0.isEmpty }.sorted()
      let schema = Schema(
        name: name, version: version,
        documentation: labels.isEmpty ? nil : labels.joined(separator: ", "),
        declaredPlatform: .coreData)
      var modelImport = Self(schema: schema, archive: archive, log: log)
      modelImport.readModel(model)
      return modelImport.schema
    } catch {
      log.report(.malformed(source, error.rawValue), at: nil)
      return nil
    }
  }

  private mutating func readModel(_ model: PropertyList) {
    for (_, object) in archive.dictionary("NSEntities", of: model) {
      if let entity = entity(object) { schema.entities.append(entity) }
    }
    for (name, members) in archive.dictionary("NSConfigurations", of: model) {
      let names = archive.list(members).compactMap { archive.text("NSEntityName", of: $0) }.sorted()
      log.remark(
        .configuration, of: name, names.map { "'\($0)'" }.joined(separator: ", "), at: nil)
    }
    for (name, request) in archive.dictionary("NSFetchRequestTemplates", of: model) {
      let entity = archive.value("NSEntity", of: request)
        .flatMap { archive.text("NSEntityName", of: $0) }
      log.remark(.fetchRequest, of: name, "'\(entity ?? "")'", at: nil)
    }
  }

  private mutating func entity(_ object: PropertyList) -> Entity? {
    guard let name = archive.text("NSEntityName", of: object) else { return nil }
    let parent = archive.value("NSSuperentity", of: object)
    let parentName = parent.flatMap { archive.text("NSEntityName", of: $0) }
    var entity = Entity(
      name, parent: parentName, isAbstract: archive.flag("NSIsAbstract", of: object),
      renamedFrom: archive.text("NSRenamingIdentifier", of: object).flatMap {
        $0 == name ? nil : $0
      },
      hashModifier: archive.text("NSVersionHashModifier", of: object))
    // Inherited properties are repeated, as copies or as stubs.
    let inherited = Set(parent.map { archive.dictionary("NSProperties", of: $0).map(\.key) } ?? [])
    for (key, property) in archive.dictionary("NSProperties", of: object)
    where !inherited.contains(key) {
      add(property, to: &entity)
    }
    readLists(of: &entity, object)
    if let className = archive.text("NSClassNameForEntity", of: object),
      className != "NSManagedObject"
    {
      log.remark(.className, of: name, className, at: nil)
    }
    remarkUserInfo(of: object, name)
    return entity
  }

  private mutating func add(_ property: PropertyList, to entity: inout Entity) {
    guard let name = archive.text("NSPropertyName", of: property) else { return }
    let part = "\(entity.name).\(name)"
    switch archive.className(of: property) {
    case "NSAttributeDescription", "NSDerivedAttributeDescription",
      "NSCompositeAttributeDescription":
      if let attribute = attribute(property, name, of: entity.name) {
        entity.attributes.append(attribute)
      }
    case "NSRelationshipDescription":
      if let relationship = relationship(property, name, part) {
        entity.relationships.append(relationship)
      }
    case "NSFetchedPropertyDescription": log.remark(.fetchedProperty, of: part, at: nil)
    case let other: log.remark(.unknown, of: part, "the class '\(other ?? "")'", at: nil)
    }
  }

  /// Adds a remark on every entry of an object's user info.
  func remarkUserInfo(of object: PropertyList, _ part: String) {
    for (key, value) in archive.dictionary("NSUserInfo", of: object) {
      log.remark(.userInfo, of: part, "\(key): \(archive.text(value) ?? "…")", at: nil)
    }
  }
}
