internal import SchemaModel

extension MigrationDraft {
  /// Reads `from`.
  ///
  /// A property with the name 'from' has its expression next to the origins.
  mutating func add(
    originsFrom pair: YAMLNode.Pair, to map: inout MigrationDeclaration.EntityMap, log: ProblemLog
  ) {
    let path = ["map", map.entity, "from"]
    places.append(Place(keys: path, location: pair.key.location))
    guard case .mapping(let pairs) = pair.value.content else {
      let expected = "a mapping such as {Note: {name: {using: tag}, link: Note.label}}"
      log.report(
        .wrongValue(key: "from", expected: expected, found: pair.value.phrase),
        at: pair.value.location)
      return
    }
    for pair in pairs {
      if pair.key.text == "using" {
        map.properties["from"] = pair.value.text(of: "using", log: log)
        places.append(Place(keys: path + ["using"], location: pair.value.location))
      } else if let origin = origin(from: pair, of: map.entity, log: log) {
        map.origins.append(origin)
      }
    }
  }

  private mutating func origin(
    from pair: YAMLNode.Pair, of entity: String, log: ProblemLog
  ) -> MigrationDeclaration.Origin? {
    let name = pair.key.text
    let path = ["map", entity, "from", name]
    places.append(Place(keys: path, location: pair.key.location))
    guard let pairs = pair.value.pairs(of: name, log: log) else { return nil }
    // The values of an origin are written like the values of a map.
    var values = MigrationDeclaration.EntityMap(entity)
    var link: String?
    for pair in pairs {
      if pair.key.text == "link", case .scalar = pair.value.content {
        link = pair.value.text(of: "link", log: log)
        places.append(Place(keys: path + ["link"], location: pair.value.location))
      } else {
        add(valueFrom: pair, to: &values, at: path, log: log)
      }
    }
    return MigrationDeclaration.Origin(
      name, properties: values.properties, filter: values.filter, link: link)
  }
}
