internal import Diagnostics
internal import SchemaModel

/// Imports a schema from the XML of one version of a Core Data model.
struct ModelImport {
  /// The schema that has been read so far.
  var schema: Schema
  /// The places of the schema's parts.
  var sources = SourceMap()
  /// The log for problems and remarks.
  let log: ImportLog

  /// The document of the version in a root element; `label` is the version's label in its package.
  static func document(
    _ root: MarkupElement, name: String, version: Version, label: String, log: ImportLog
  ) -> SchemaDocument? {
    guard root.name == "model" else {
      log.report(.notAModel(root.name), at: root.location)
      return nil
    }
    let schema = Schema(
      name: name, version: version, documentation: label, declaredPlatform: .coreData)
    var modelImport = Self(schema: schema, log: log)
    modelImport.readModel(root)
    return SchemaDocument(
      schema: modelImport.schema, sources: modelImport.sources, file: root.location.file)
  }

  /// The attributes that only the editor uses, which do not describe the model.
  private static let bookkeeping: Set = [
    "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
    "sourceLanguage", "name", "macOSVersion", "iOSVersion", "userDefinedModelVersionIdentifier",
  ]
  private static let elements: Set = [
    "entity", "compositeAttribute", "configuration", "fetchRequest", "elements",
  ]

  private mutating func readModel(_ root: MarkupElement) {
    sources.record(root.location, for: SchemaPath())
    let fields = ElementFields(root, of: "the model", log: log)
    for name in ["usedWithCloudKit", "usedWithSwiftData"] where fields.flag(name) {
      log.remark(.usage, of: fields.part, "\(name)=\"YES\"", at: fields.location(name))
    }
    fields.remarkUnknown(
      attributes: Self.bookkeeping.union(["usedWithCloudKit", "usedWithSwiftData"]),
      elements: Self.elements)
    let composites = root.children(named: "compositeAttribute")
    // Composites may contain each other, so all names must be known before their elements are read.
    schema.composites = composites.compactMap { $0.attribute("name")?.value }.map {
      Composite($0, elements: [])
    }
    for element in composites { readComposite(element) }
    let entities = root.children(named: "entity").compactMap { entity($0) }
    schema.entities = entities
    remarkRest(of: root)
  }

  private mutating func readComposite(_ element: MarkupElement) {
    let fields = ElementFields(element, of: element.attribute("name")?.value ?? "", log: log)
    guard let name = requiredName(fields) else { return }
    fields.remarkUnknown(attributes: ["name"], elements: ["attribute", "userInfo"])
    fields.remarkUserInfo()
    let path = SchemaPath(["composites", name])
    sources.record(element.location, for: path)
    let parts = element.children(named: "attribute").compactMap {
      attribute($0, of: name, at: path.appending("attributes"))
    }
    if let position = schema.composites.firstIndex(where: { $0.name == name }) {
      schema.composites[position].elements = parts
    }
  }

  private func remarkRest(of root: MarkupElement) {
    for element in root.children(named: "configuration") {
      let members = element.children(named: "memberEntity").compactMap {
        $0.attribute("name")?.value
      }
      log.remark(
        .configuration, of: element.attribute("name")?.value ?? "",
        members.map { "'\($0)'" }.joined(separator: ", "), at: element.location)
    }
    for element in root.children(named: "fetchRequest") {
      let entity = element.attribute("entity")?.value ?? ""
      let filter = element.attribute("predicateString")?.value
      log.remark(
        .fetchRequest, of: element.attribute("name")?.value ?? "",
        "'\(entity)'" + (filter.map { " where \($0)" } ?? ""), at: element.location)
    }
    for element in root.children(named: "elements") {
      let count = element.children.count
      log.remark(
        .diagram, of: "the model", count == 1 ? "1 entity" : "\(count) entities",
        at: element.location)
    }
  }

  /// The name of an element; a missing name is reported as a problem.
  func requiredName(_ fields: ElementFields) -> String? {
    if let name = fields.nonEmpty("name") { return name }
    log.report(
      .missingAttribute("name", element: fields.element.name), at: fields.element.location)
    return nil
  }
}
